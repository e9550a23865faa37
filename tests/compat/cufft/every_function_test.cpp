// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Every function that takes more than a handle, with every wrong value of every argument, one at a time: one of the
// interface's codes, and nothing left behind. bad_input_test.cpp says which code.
#include "compat/cufft/fixture.hpp"
#include "support/wrong_arguments.hpp"

namespace papilio::compat::cufft {
namespace {

using papilio::testing::with_each_wrong;

constexpr int last_code = 0x14;

void expect_code(int code) {
  EXPECT_GE(code, 0);
  EXPECT_LE(code, last_code);
}

/// Functions that make a plan of a handle, each time of a new one.
template <typename... Arguments>
void try_with_handle(int (*function)(int, Arguments...), std::type_identity_t<Arguments>... sound) {
  with_each_wrong(
      [&](auto... arguments) {
        int plan = 0;
        ASSERT_EQ(cufftCreate(&plan), success);
        expect_code(function(plan, arguments...));
        EXPECT_EQ(cufftDestroy(plan), success);
      },
      static_cast<Arguments>(sound)...);
}

/// Functions that make a handle as well; it is only one if they say so.
template <typename... Arguments>
void try_planner(int (*function)(int*, Arguments...), std::type_identity_t<Arguments>... sound) {
  with_each_wrong(
      [&](auto... arguments) {
        int plan = -1;
        const int code = function(&plan, arguments...);
        expect_code(code);
        EXPECT_EQ(cufftDestroy(plan), code == success ? success : invalid_plan);
      },
      static_cast<Arguments>(sound)...);
}

template <typename... Arguments>
void try_function(int (*function)(Arguments...), std::type_identity_t<Arguments>... sound) {
  with_each_wrong([&](auto... arguments) { expect_code(function(arguments...)); }, static_cast<Arguments>(sound)...);
}

int n[] = {4, 4, 4};
long long wide[] = {4, 4, 4};
std::size_t bytes = 0;

TEST_F(CufftTest, WrongArgumentsOfPlanners) {
  try_planner(cufftPlan1d, 4, type_c2c, 1);
  try_planner(cufftPlan2d, 4, 4, type_c2c);
  try_planner(cufftPlan3d, 4, 4, 4, type_c2c);
  try_planner(cufftPlanMany, 2, n, n, 1, 16, n, 1, 16, type_c2c, 2);
  try_with_handle(cufftMakePlan1d, 4, type_c2c, 1, &bytes);
  try_with_handle(cufftMakePlan2d, 4, 4, type_c2c, &bytes);
  try_with_handle(cufftMakePlan3d, 4, 4, 4, type_c2c, &bytes);
  try_with_handle(cufftMakePlanMany, 2, n, n, 1, 16, n, 1, 16, type_c2c, 2, &bytes);
  try_with_handle(cufftMakePlanMany64, 2, wide, wide, 1, 16, wide, 1, 16, type_c2c, 2, &bytes);
  try_with_handle(cufftXtMakePlanMany, 2, wide, wide, 1, 16, complex_f32, wide, 1, 16, complex_f32, 2, &bytes,
                  complex_f32);
}

TEST_F(CufftTest, WrongArgumentsOfSizes) {
  try_function(cufftEstimate1d, 4, type_c2c, 1, &bytes);
  try_function(cufftEstimate2d, 4, 4, type_c2c, &bytes);
  try_function(cufftEstimate3d, 4, 4, 4, type_c2c, &bytes);
  try_function(cufftEstimateMany, 2, n, n, 1, 16, n, 1, 16, type_c2c, 2, &bytes);
  try_with_handle(cufftGetSize1d, 4, type_c2c, 1, &bytes);
  try_with_handle(cufftGetSize2d, 4, 4, type_c2c, &bytes);
  try_with_handle(cufftGetSize3d, 4, 4, 4, type_c2c, &bytes);
  try_with_handle(cufftGetSizeMany, 2, n, n, 1, 16, n, 1, 16, type_c2c, 2, &bytes);
  try_with_handle(cufftGetSizeMany64, 2, wide, wide, 1, 16, wide, 1, 16, type_c2c, 2, &bytes);
  try_with_handle(cufftXtGetSizeMany, 2, wide, wide, 1, 16, complex_f32, wide, 1, 16, complex_f32, 2, &bytes,
                  complex_f32);
  try_with_handle(cufftGetSize, &bytes);
}

TEST_F(CufftTest, WrongArgumentsOfProperties) {
  static int value = 0;
  static long long wide_value = 0;
  try_function(cufftGetVersion, &value);
  try_function(cufftGetProperty, 0, &value);
  try_with_handle(cufftSetPlanPropertyInt64, patient_jit, 1);
  try_with_handle(cufftGetPlanPropertyInt64, patient_jit, &wide_value);
  try_with_handle(cufftResetPlanProperty, patient_jit);
  try_with_handle(cufftSetAutoAllocation, 0);
}

TEST_F(CufftTest, WrongArgumentsOfExecutions) {
  int plan = 0;
  ASSERT_EQ(cufftPlan1d(&plan, 4, type_c2c, 1), success);
  const Array<Complex> in(4);
  const Array<Complex> out(4);
  for (auto* const execute : {cufftExecC2C, cufftExecZ2Z, cufftXtExec}) {
    try_function(execute, plan, in.data(), out.data(), -1);
  }
  for (auto* const execute : {cufftExecR2C, cufftExecC2R, cufftExecD2Z, cufftExecZ2D}) {
    try_function(execute, plan, in.data(), out.data());
  }
  EXPECT_EQ(cufftExecC2C(plan, in.data(), out.data(), -1), success) << "none of these has spoiled the plan";
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, WrongArgumentsOfXt) {
  static int devices[] = {0, 1};
  static void* pointer = nullptr;
  static Complex data[16];
  try_with_handle(cufftXtSetGPUs, 2, devices);
  try_with_handle(cufftXtMalloc, &pointer, 0);
  try_function(cufftXtFree, data);
  try_with_handle(cufftXtMemcpy, data, data, 0);
  try_with_handle(cufftXtQueryPlan, data, 0);
  try_with_handle(cufftXtSetWorkAreaPolicy, most_policy, &bytes);
  try_with_handle(cufftXtSetCallback, &pointer, 0, &pointer);
  try_with_handle(cufftXtClearCallback, 0);
  try_with_handle(cufftXtSetCallbackSharedSize, 0, 16);
  try_with_handle(cufftXtSetJITCallback, "f", data, 8, 0, &pointer);
  for (auto* const execute : {cufftXtExecDescriptor, cufftXtExecDescriptorC2C, cufftXtExecDescriptorZ2Z}) {
    try_with_handle(execute, data, data, -1);
  }
  for (auto* const execute :
       {cufftXtExecDescriptorR2C, cufftXtExecDescriptorC2R, cufftXtExecDescriptorD2Z, cufftXtExecDescriptorZ2D}) {
    try_with_handle(execute, data, data);
  }
}

}  // namespace
}  // namespace papilio::compat::cufft
