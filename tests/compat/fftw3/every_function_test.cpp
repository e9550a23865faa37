// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Every function with every wrong value of each of its arguments: it returns, and what it returns can be destroyed.
// Which values have no plan is in garbage_test.cpp.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "precision.hpp"
#include "support/wrong_arguments.hpp"

namespace papilio::testing {
namespace {

Complex in[128];
Complex out[128];
Real* const ri = &in[0][0];
Real* const ii = &in[64][0];
Real* const ro = &out[0][0];
Real* const io = &out[64][0];
const int n[] = {4, 4};
const X(iodim) dims[] = {{4, 4, 4}, {4, 1, 1}};
const X(iodim) many[] = {{2, 16, 16}};
const X(iodim64) dims64[] = {{4, 4, 4}, {4, 1, 1}};
const X(iodim64) many64[] = {{2, 16, 16}};
const X(r2r_kind) kinds[] = {FFTW_DHT, FFTW_REDFT10};
constexpr auto kind = FFTW_REDFT10;
constexpr int sign = FFTW_FORWARD;
constexpr unsigned estimate = FFTW_ESTIMATE;

void destroy(Plan plan) { X(destroy_plan)(plan); }

/// The first argument of all planners is a rank or a length.
template <typename... Arguments>
void try_planner(Plan (*planner)(int, Arguments...), int first, std::type_identity_t<Arguments>... others) {
  const Plan sound = planner(first, others...);
  EXPECT_NE(sound, nullptr);
  destroy(sound);
  EXPECT_EQ(planner(-1, others...), nullptr);
  const auto plan_and_destroy = [&](auto... arguments) { destroy(planner(arguments...)); };
  with_each_wrong(plan_and_destroy, first, static_cast<Arguments>(others)...);
}

TEST(EveryFunction, PlannersOfLengths) {
  try_planner(X(plan_dft), 2, n, in, out, sign, estimate);
  try_planner(X(plan_dft_1d), 4, in, out, sign, estimate);
  try_planner(X(plan_dft_2d), 4, 4, in, out, sign, estimate);
  try_planner(X(plan_dft_3d), 4, 4, 4, in, out, sign, estimate);
  try_planner(X(plan_dft_r2c), 2, n, ri, out, estimate);
  try_planner(X(plan_dft_r2c_1d), 4, ri, out, estimate);
  try_planner(X(plan_dft_r2c_2d), 4, 4, ri, out, estimate);
  try_planner(X(plan_dft_r2c_3d), 4, 4, 4, ri, out, estimate);
  try_planner(X(plan_dft_c2r), 2, n, in, ro, estimate);
  try_planner(X(plan_dft_c2r_1d), 4, in, ro, estimate);
  try_planner(X(plan_dft_c2r_2d), 4, 4, in, ro, estimate);
  try_planner(X(plan_dft_c2r_3d), 4, 4, 4, in, ro, estimate);
  try_planner(X(plan_r2r), 2, n, ri, ro, kinds, estimate);
  try_planner(X(plan_r2r_1d), 4, ri, ro, kind, estimate);
  try_planner(X(plan_r2r_2d), 4, 4, ri, ro, kind, kind, estimate);
  try_planner(X(plan_r2r_3d), 4, 4, 4, ri, ro, kind, kind, kind, estimate);
}

TEST(EveryFunction, PlannersOfMany) {
  try_planner(X(plan_many_dft), 2, n, 2, in, n, 1, 16, out, n, 1, 16, sign, estimate);
  try_planner(X(plan_many_dft_r2c), 2, n, 2, ri, n, 1, 16, out, n, 1, 16, estimate);
  try_planner(X(plan_many_dft_c2r), 2, n, 2, in, n, 1, 16, ro, n, 1, 16, estimate);
  try_planner(X(plan_many_r2r), 2, n, 2, ri, n, 1, 16, ro, n, 1, 16, kinds, estimate);
}

TEST(EveryFunction, PlannersOfGuru) {
  try_planner(X(plan_guru_dft), 2, dims, 1, many, in, out, sign, estimate);
  try_planner(X(plan_guru_dft_r2c), 2, dims, 1, many, ri, out, estimate);
  try_planner(X(plan_guru_dft_c2r), 2, dims, 1, many, in, ro, estimate);
  try_planner(X(plan_guru_r2r), 2, dims, 1, many, ri, ro, kinds, estimate);
  try_planner(X(plan_guru_split_dft), 2, dims, 1, many, ri, ii, ro, io, estimate);
  try_planner(X(plan_guru_split_dft_r2c), 2, dims, 1, many, ri, ro, io, estimate);
  try_planner(X(plan_guru_split_dft_c2r), 2, dims, 1, many, ri, ii, ro, estimate);
  try_planner(X(plan_guru64_dft), 2, dims64, 1, many64, in, out, sign, estimate);
  try_planner(X(plan_guru64_dft_r2c), 2, dims64, 1, many64, ri, out, estimate);
  try_planner(X(plan_guru64_dft_c2r), 2, dims64, 1, many64, in, ro, estimate);
  try_planner(X(plan_guru64_r2r), 2, dims64, 1, many64, ri, ro, kinds, estimate);
  try_planner(X(plan_guru64_split_dft), 2, dims64, 1, many64, ri, ii, ro, io, estimate);
  try_planner(X(plan_guru64_split_dft_r2c), 2, dims64, 1, many64, ri, ro, io, estimate);
  try_planner(X(plan_guru64_split_dft_c2r), 2, dims64, 1, many64, ri, ii, ro, estimate);
}

/// Of functions that execute or describe a plan.
template <typename Result, typename... Arguments>
void try_function(Result (*function)(Arguments...), std::type_identity_t<Arguments>... sound) {
  with_each_wrong([&](auto... arguments) { (void)function(arguments...); }, static_cast<Arguments>(sound)...);
}

using OwnedPlan = std::unique_ptr<std::remove_pointer_t<Plan>, decltype(&X(destroy_plan))>;
OwnedPlan own(Plan plan) { return {plan, X(destroy_plan)}; }

TEST(EveryFunction, Executions) {
  const OwnedPlan dft = own(X(plan_guru_dft)(2, dims, 1, many, in, out, sign, estimate));
  const OwnedPlan r2c = own(X(plan_guru_dft_r2c)(2, dims, 1, many, ri, out, estimate));
  const OwnedPlan c2r = own(X(plan_guru_dft_c2r)(2, dims, 1, many, in, ro, estimate));
  const OwnedPlan r2r = own(X(plan_guru_r2r)(2, dims, 1, many, ri, ro, kinds, estimate));
  const OwnedPlan split = own(X(plan_guru_split_dft)(2, dims, 1, many, ri, ii, ro, io, estimate));
  const OwnedPlan split_r2c = own(X(plan_guru_split_dft_r2c)(2, dims, 1, many, ri, ro, io, estimate));
  const OwnedPlan split_c2r = own(X(plan_guru_split_dft_c2r)(2, dims, 1, many, ri, ii, ro, estimate));
  for (const Plan plan : {dft.get(), r2c.get(), c2r.get(), r2r.get(), split.get(), split_r2c.get(), split_c2r.get()}) {
    ASSERT_NE(plan, nullptr);
    try_function(X(execute), plan);
    try_function(X(execute_dft), plan, in, out);
    try_function(X(execute_dft_r2c), plan, ri, out);
    try_function(X(execute_dft_c2r), plan, in, ro);
    try_function(X(execute_r2r), plan, ri, ro);
    try_function(X(execute_split_dft), plan, ri, ii, ro, io);
    try_function(X(execute_split_dft_r2c), plan, ri, ro, io);
    try_function(X(execute_split_dft_c2r), plan, ri, ii, ro);
  }
}

TEST(EveryFunction, Descriptions) {
  const OwnedPlan plan = own(X(plan_dft_1d)(4, in, out, sign, estimate));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  ASSERT_TRUE(file);
  double count = 0;
  try_function(X(flops), plan.get(), &count, &count, &count);
  try_function(X(cost), plan.get());
  try_function(X(estimate_cost), plan.get());
  try_function(X(fprint_plan), plan.get(), file.get());
  try_function(X(print_plan), plan.get());
  try_function(X(sprint_plan), plan.get());  // null for null: nothing to free
  try_function(X(destroy_plan), Plan{});
  try_function(X(alignment_of), ri);
  with_each_wrong([](std::size_t size) { X(free)(X(malloc)(size)); }, std::size_t{1});
  with_each_wrong([](std::size_t size) { X(free)(X(alloc_real)(size)); }, std::size_t{1});
  with_each_wrong([](std::size_t size) { X(free)(X(alloc_complex)(size)); }, std::size_t{1});
}

void write_nothing(char, void*) {}
int read_the_end(void*) { return EOF; }

TEST(EveryFunction, Wisdom) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  ASSERT_TRUE(file);
  try_function(X(export_wisdom_to_filename), "/dev/null/wisdom");
  try_function(X(export_wisdom_to_file), file.get());
  try_function(X(export_wisdom), write_nothing, nullptr);
  try_function(X(import_wisdom_from_filename), "/dev/null/wisdom");
  try_function(X(import_wisdom_from_file), file.get());
  try_function(X(import_wisdom_from_string), "(");
  try_function(X(import_wisdom), read_the_end, nullptr);
  for (const char* text :
       {"", ")", "(fftw", "(fftw-3.3.10-papilio fftw_wisdom #x1", "(fftw-3.3.10-papilio)", "\xff\xff"}) {
    EXPECT_EQ(X(import_wisdom_from_string)(text), 0) << text;
  }
  (void)X(import_system_wisdom)();
  X(forget_wisdom)();
  X(free)(X(export_wisdom_to_string)());
}

TEST(EveryFunction, Threads) {
  EXPECT_NE(X(init_threads)(), 0);
  X(make_planner_thread_safe)();
  try_function(X(plan_with_nthreads), 1);
  EXPECT_EQ(X(planner_nthreads)(), 70);
  try_function(X(threads_set_callback), nullptr, nullptr);
  try_function(X(set_timelimit), 1);
  X(cleanup_threads)();
  X(cleanup)();
  EXPECT_EQ(X(planner_nthreads)(), 1);
}

}  // namespace
}  // namespace papilio::testing
