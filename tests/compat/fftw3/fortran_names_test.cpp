// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Every Fortran name with every wrong value of each of its arguments, which are addresses: it returns, and a plan that
// it makes can be destroyed.
#include <gtest/gtest.h>

#include <cstddef>

#include "precision.hpp"
#include "support/wrong_arguments.hpp"

namespace papilio::testing {
namespace {

using Number = const FortranNumber*;
using List = const int*;
using Array = Real*;

}  // namespace

extern "C" {
void F(plan_dft)(Plan*, Number, List, Array, Array, Number, Number);
void F(plan_dft_1d)(Plan*, Number, Array, Array, Number, Number);
void F(plan_dft_2d)(Plan*, Number, Number, Array, Array, Number, Number);
void F(plan_dft_3d)(Plan*, Number, Number, Number, Array, Array, Number, Number);
void F(plan_dft_r2c)(Plan*, Number, List, Array, Array, Number);
void F(plan_dft_r2c_1d)(Plan*, Number, Array, Array, Number);
void F(plan_dft_r2c_2d)(Plan*, Number, Number, Array, Array, Number);
void F(plan_dft_r2c_3d)(Plan*, Number, Number, Number, Array, Array, Number);
void F(plan_dft_c2r)(Plan*, Number, List, Array, Array, Number);
void F(plan_dft_c2r_1d)(Plan*, Number, Array, Array, Number);
void F(plan_dft_c2r_2d)(Plan*, Number, Number, Array, Array, Number);
void F(plan_dft_c2r_3d)(Plan*, Number, Number, Number, Array, Array, Number);
void F(plan_r2r)(Plan*, Number, List, Array, Array, List, Number);
void F(plan_r2r_1d)(Plan*, Number, Array, Array, Number, Number);
void F(plan_r2r_2d)(Plan*, Number, Number, Array, Array, Number, Number, Number);
void F(plan_r2r_3d)(Plan*, Number, Number, Number, Array, Array, Number, Number, Number, Number);
void F(plan_many_dft)(Plan*, Number, List, Number, Array, List, Number, Number, Array, List, Number, Number, Number,
                      Number);
void F(plan_many_dft_r2c)(Plan*, Number, List, Number, Array, List, Number, Number, Array, List, Number, Number,
                          Number);
void F(plan_many_dft_c2r)(Plan*, Number, List, Number, Array, List, Number, Number, Array, List, Number, Number,
                          Number);
void F(plan_many_r2r)(Plan*, Number, List, Number, Array, List, Number, Number, Array, List, Number, Number, List,
                      Number);
void F(plan_guru_dft)(Plan*, Number, List, List, List, Number, List, List, List, Array, Array, Number, Number);
void F(plan_guru_dft_r2c)(Plan*, Number, List, List, List, Number, List, List, List, Array, Array, Number);
void F(plan_guru_dft_c2r)(Plan*, Number, List, List, List, Number, List, List, List, Array, Array, Number);
void F(plan_guru_r2r)(Plan*, Number, List, List, List, Number, List, List, List, Array, Array, List, Number);
void F(plan_guru_split_dft)(Plan*, Number, List, List, List, Number, List, List, List, Array, Array, Array, Array,
                            Number);
void F(plan_guru_split_dft_r2c)(Plan*, Number, List, List, List, Number, List, List, List, Array, Array, Array, Number);
void F(plan_guru_split_dft_c2r)(Plan*, Number, List, List, List, Number, List, List, List, Array, Array, Array, Number);
void F(execute)(const Plan*);
void F(execute_dft)(const Plan*, Array, Array);
void F(execute_dft_r2c)(const Plan*, Array, Array);
void F(execute_dft_c2r)(const Plan*, Array, Array);
void F(execute_r2r)(const Plan*, Array, Array);
void F(execute_split_dft)(const Plan*, Array, Array, Array, Array);
void F(execute_split_dft_r2c)(const Plan*, Array, Array, Array);
void F(execute_split_dft_c2r)(const Plan*, Array, Array, Array);
void F(destroy_plan)(const Plan*);
void F(print_plan)(const Plan*);
void F(flops)(const Plan*, double*, double*, double*);
void F(cost)(double*, const Plan*);
void F(estimate_cost)(double*, const Plan*);
void F(set_timelimit)(const double*);
void F(cleanup)();
void F(forget_wisdom)();
void F(import_system_wisdom)(int*);
void F(export_wisdom)(void (*)(char*, void*), void*);
void F(import_wisdom)(int*, void (*)(int*, void*), void*);
void F(init_threads)(int*);
void F(plan_with_nthreads)(Number);
void F(planner_nthreads)(int*);
void F(cleanup_threads)();
}

namespace {

Real memory[4][256];
Real* const ri = memory[0];
Real* const ii = memory[1];
Real* const ro = memory[2];
Real* const io = memory[3];
constexpr FortranNumber values[] = {{1}, {2}, {4}, {16}, {FFTW_FORWARD}, {static_cast<int>(FFTW_ESTIMATE)}, {FFTW_DHT}};
constexpr Number one = &values[0];
constexpr Number two = &values[1];
constexpr Number four = &values[2];
constexpr Number sixteen = &values[3];
constexpr Number sign = &values[4];
constexpr Number flags = &values[5];
constexpr Number kind = &values[6];
const int n[] = {4, 4};
const int strides[] = {4, 1};
const int many[] = {2};
const int distance[] = {16};
const int kinds[] = {FFTW_DHT, FFTW_REDFT10};

template <typename... Arguments>
void try_planner(void (*planner)(Plan*, Arguments...), std::type_identity_t<Arguments>... sound) {
  Plan plan = nullptr;
  planner(&plan, sound...);
  EXPECT_NE(plan, nullptr);
  F(destroy_plan)(&plan);
  planner(nullptr, sound...);
  with_each_wrong(
      [&](auto... arguments) {
        Plan made = nullptr;
        planner(&made, arguments...);
        F(destroy_plan)(&made);
      },
      static_cast<Arguments>(sound)...);
}

TEST(FortranNames, PlannersOfLengths) {
  try_planner(F(plan_dft), two, n, ri, ro, sign, flags);
  try_planner(F(plan_dft_1d), four, ri, ro, sign, flags);
  try_planner(F(plan_dft_2d), four, four, ri, ro, sign, flags);
  try_planner(F(plan_dft_3d), four, four, four, ri, ro, sign, flags);
  try_planner(F(plan_dft_r2c), two, n, ri, ro, flags);
  try_planner(F(plan_dft_r2c_1d), four, ri, ro, flags);
  try_planner(F(plan_dft_r2c_2d), four, four, ri, ro, flags);
  try_planner(F(plan_dft_r2c_3d), four, four, four, ri, ro, flags);
  try_planner(F(plan_dft_c2r), two, n, ri, ro, flags);
  try_planner(F(plan_dft_c2r_1d), four, ri, ro, flags);
  try_planner(F(plan_dft_c2r_2d), four, four, ri, ro, flags);
  try_planner(F(plan_dft_c2r_3d), four, four, four, ri, ro, flags);
  try_planner(F(plan_r2r), two, n, ri, ro, kinds, flags);
  try_planner(F(plan_r2r_1d), four, ri, ro, kind, flags);
  try_planner(F(plan_r2r_2d), four, four, ri, ro, kind, kind, flags);
  try_planner(F(plan_r2r_3d), four, four, four, ri, ro, kind, kind, kind, flags);
}

TEST(FortranNames, PlannersOfMany) {
  try_planner(F(plan_many_dft), two, n, two, ri, n, one, sixteen, ro, n, one, sixteen, sign, flags);
  try_planner(F(plan_many_dft_r2c), two, n, two, ri, n, one, sixteen, ro, n, one, sixteen, flags);
  try_planner(F(plan_many_dft_c2r), two, n, two, ri, n, one, sixteen, ro, n, one, sixteen, flags);
  try_planner(F(plan_many_r2r), two, n, two, ri, n, one, sixteen, ro, n, one, sixteen, kinds, flags);
}

TEST(FortranNames, PlannersOfGuru) {
  const auto* const d = distance;
  try_planner(F(plan_guru_dft), two, n, strides, strides, one, many, d, d, ri, ro, sign, flags);
  try_planner(F(plan_guru_dft_r2c), two, n, strides, strides, one, many, d, d, ri, ro, flags);
  try_planner(F(plan_guru_dft_c2r), two, n, strides, strides, one, many, d, d, ri, ro, flags);
  try_planner(F(plan_guru_r2r), two, n, strides, strides, one, many, d, d, ri, ro, kinds, flags);
  try_planner(F(plan_guru_split_dft), two, n, strides, strides, one, many, d, d, ri, ii, ro, io, flags);
  try_planner(F(plan_guru_split_dft_r2c), two, n, strides, strides, one, many, d, d, ri, ro, io, flags);
  try_planner(F(plan_guru_split_dft_c2r), two, n, strides, strides, one, many, d, d, ri, ii, ro, flags);
}

template <typename... Arguments>
void try_function(void (*function)(Arguments...), std::type_identity_t<Arguments>... sound) {
  function(sound...);
  with_each_wrong([&](auto... arguments) { function(arguments...); }, static_cast<Arguments>(sound)...);
}

TEST(FortranNames, Plans) {
  Plan plan = nullptr;
  F(plan_dft_1d)(&plan, four, ri, ro, sign, flags);
  ASSERT_NE(plan, nullptr);
  const Plan living = plan;
  const Plan foreign[] = {living, nullptr, reinterpret_cast<Plan>(memory), reinterpret_cast<Plan>(std::uintptr_t{8})};
  for (const Plan& any : foreign) {
    double count = 0;
    try_function(F(execute), &any);
    try_function(F(execute_dft), &any, ri, ro);
    try_function(F(execute_dft_r2c), &any, ri, ro);
    try_function(F(execute_dft_c2r), &any, ri, ro);
    try_function(F(execute_r2r), &any, ri, ro);
    try_function(F(execute_split_dft), &any, ri, ii, ro, io);
    try_function(F(execute_split_dft_r2c), &any, ri, ro, io);
    try_function(F(execute_split_dft_c2r), &any, ri, ii, ro);
    try_function(F(print_plan), &any);
    try_function(F(flops), &any, &count, &count, &count);
    try_function(F(cost), &count, &any);
    try_function(F(estimate_cost), &count, &any);
  }
  for (const Plan& any : foreign) try_function(F(destroy_plan), &any);
  F(execute)(&living);
}

void write_nothing(char*, void*) {}
void read_the_end(int* character, void*) { *character = -1; }

TEST(FortranNames, Others) {
  int done = 0;
  const double seconds = 1;
  try_function(F(set_timelimit), &seconds);
  try_function(F(import_system_wisdom), &done);
  try_function(F(export_wisdom), write_nothing, nullptr);
  try_function(F(import_wisdom), &done, read_the_end, nullptr);
  EXPECT_EQ(done, 0);
  try_function(F(init_threads), &done);
  EXPECT_EQ(done, 1);
  try_function(F(plan_with_nthreads), two);
  try_function(F(planner_nthreads), &done);
  F(forget_wisdom)();
  F(cleanup_threads)();
  F(cleanup)();
}

}  // namespace
}  // namespace papilio::testing
