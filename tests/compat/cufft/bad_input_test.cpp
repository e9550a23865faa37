// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Every function with handles, pointers and numbers that make no sense: the documented code, and never a crash.
#include <climits>
#include <functional>
#include <string>
#include <utility>

#include "compat/cufft/fixture.hpp"

namespace papilio::compat::cufft {
namespace {

/// A call of every function that takes a handle, with arguments that are sound otherwise.
std::vector<std::pair<std::string, std::function<int(int)>>> calls_of_handles() {
  static std::size_t bytes = 0;
  static int n[] = {4, 4, 4};
  static long long wide[] = {4, 4, 4};
  static Complex data[256];
  static void* pointer = data;
  static int devices[] = {0, 1};
  static long long value = 0;
  void* p = data;
  return {
      {"MakePlan1d", [](int h) { return cufftMakePlan1d(h, 4, type_c2c, 1, &bytes); }},
      {"MakePlan2d", [](int h) { return cufftMakePlan2d(h, 4, 4, type_c2c, &bytes); }},
      {"MakePlan3d", [](int h) { return cufftMakePlan3d(h, 4, 4, 4, type_c2c, &bytes); }},
      {"MakePlanMany",
       [](int h) { return cufftMakePlanMany(h, 1, n, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes); }},
      {"MakePlanMany64",
       [](int h) { return cufftMakePlanMany64(h, 1, wide, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes); }},
      {"GetSizeMany64",
       [](int h) { return cufftGetSizeMany64(h, 1, wide, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes); }},
      {"GetSize1d", [](int h) { return cufftGetSize1d(h, 4, type_c2c, 1, &bytes); }},
      {"GetSize2d", [](int h) { return cufftGetSize2d(h, 4, 4, type_c2c, &bytes); }},
      {"GetSize3d", [](int h) { return cufftGetSize3d(h, 4, 4, 4, type_c2c, &bytes); }},
      {"GetSizeMany",
       [](int h) { return cufftGetSizeMany(h, 1, n, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes); }},
      {"GetSize", [](int h) { return cufftGetSize(h, &bytes); }},
      {"SetWorkArea", [p](int h) { return cufftSetWorkArea(h, p); }},
      {"SetAutoAllocation", [](int h) { return cufftSetAutoAllocation(h, 0); }},
      {"ExecC2C", [p](int h) { return cufftExecC2C(h, p, p, -1); }},
      {"ExecR2C", [p](int h) { return cufftExecR2C(h, p, p); }},
      {"ExecC2R", [p](int h) { return cufftExecC2R(h, p, p); }},
      {"ExecZ2Z", [p](int h) { return cufftExecZ2Z(h, p, p, 1); }},
      {"ExecD2Z", [p](int h) { return cufftExecD2Z(h, p, p); }},
      {"ExecZ2D", [p](int h) { return cufftExecZ2D(h, p, p); }},
      {"SetStream", [](int h) { return cufftSetStream(h, nullptr); }},
      {"SetPlanPropertyInt64", [](int h) { return cufftSetPlanPropertyInt64(h, patient_jit, 1); }},
      {"GetPlanPropertyInt64", [](int h) { return cufftGetPlanPropertyInt64(h, patient_jit, &value); }},
      {"ResetPlanProperty", [](int h) { return cufftResetPlanProperty(h, patient_jit); }},
      {"XtMakePlanMany",
       [](int h) {
         return cufftXtMakePlanMany(h, 1, wide, nullptr, 1, 4, complex_f32, nullptr, 1, 4, complex_f32, 1, &bytes,
                                    complex_f32);
       }},
      {"XtGetSizeMany",
       [](int h) {
         return cufftXtGetSizeMany(h, 1, wide, nullptr, 1, 4, complex_f32, nullptr, 1, 4, complex_f32, 1, &bytes,
                                   complex_f32);
       }},
      {"XtMakePlanGuru64", [](int h) { return cufftXtMakePlanGuru64(h); }},
      {"XtExec", [p](int h) { return cufftXtExec(h, p, p, -1); }},
      {"XtExecDescriptor", [p](int h) { return cufftXtExecDescriptor(h, p, p, -1); }},
      {"XtExecDescriptorC2C", [p](int h) { return cufftXtExecDescriptorC2C(h, p, p, -1); }},
      {"XtExecDescriptorR2C", [p](int h) { return cufftXtExecDescriptorR2C(h, p, p); }},
      {"XtExecDescriptorC2R", [p](int h) { return cufftXtExecDescriptorC2R(h, p, p); }},
      {"XtExecDescriptorZ2Z", [p](int h) { return cufftXtExecDescriptorZ2Z(h, p, p, -1); }},
      {"XtExecDescriptorD2Z", [p](int h) { return cufftXtExecDescriptorD2Z(h, p, p); }},
      {"XtExecDescriptorZ2D", [p](int h) { return cufftXtExecDescriptorZ2D(h, p, p); }},
      {"XtSetGPUs", [](int h) { return cufftXtSetGPUs(h, 2, devices); }},
      {"XtMalloc", [](int h) { return cufftXtMalloc(h, &pointer, 0); }},
      {"XtMemcpy", [p](int h) { return cufftXtMemcpy(h, p, p, 0); }},
      {"XtQueryPlan", [p](int h) { return cufftXtQueryPlan(h, p, 0); }},
      {"XtSetWorkArea", [](int h) { return cufftXtSetWorkArea(h, &pointer); }},
      {"XtSetWorkAreaPolicy", [](int h) { return cufftXtSetWorkAreaPolicy(h, most_policy, &bytes); }},
      {"XtSetCallback", [](int h) { return cufftXtSetCallback(h, &pointer, 0, nullptr); }},
      {"XtClearCallback", [](int h) { return cufftXtClearCallback(h, 0); }},
      {"XtSetCallbackSharedSize", [](int h) { return cufftXtSetCallbackSharedSize(h, 0, 16); }},
      {"XtSetJITCallback", [p](int h) { return cufftXtSetJITCallback(h, "f", p, 8, 0, nullptr); }},
      {"Destroy", [](int h) { return cufftDestroy(h); }},
  };
}

TEST_F(CufftTest, NumbersThatAreNoHandlesAreRefusedEverywhere) {
  int destroyed = 0;
  int living = 0;
  ASSERT_EQ(cufftCreate(&destroyed), success);
  ASSERT_EQ(cufftDestroy(destroyed), success);
  ASSERT_EQ(cufftCreate(&living), success);
  for (const int number : {destroyed, living + 1, living + (1 << 20), living | INT_MIN, 0, 1, 2, 4095, -1, -2, INT_MAX,
                           INT_MIN, 1 << 30}) {
    if (number == living) continue;
    for (const auto& [name, call] : calls_of_handles()) EXPECT_EQ(call(number), invalid_plan) << name << " " << number;
  }
  EXPECT_EQ(cufftDestroy(living), success);
}

TEST_F(CufftTest, AHandleThatIsNotPlannedExecutesNothing) {
  int plan = 0;
  ASSERT_EQ(cufftCreate(&plan), success);
  for (const auto& [name, call] : calls_of_handles()) {
    const bool needs_a_plan = name.starts_with("Exec") || name == "XtExec" || name == "GetSize";
    if (needs_a_plan) {
      EXPECT_EQ(call(plan), invalid_plan) << name;
    }
  }
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, DestroyedHandlesStayUnknown) {
  std::vector<int> old;
  for (int i = 0; i < 3000; ++i) {
    int plan = 0;
    ASSERT_EQ(cufftCreate(&plan), success);
    ASSERT_GE(plan, 1 << 30);
    ASSERT_EQ(cufftDestroy(plan), success);
    old.push_back(plan);
  }
  int living = 0;
  ASSERT_EQ(cufftCreate(&living), success);
  for (const int plan : old) ASSERT_EQ(cufftDestroy(plan), invalid_plan);
  EXPECT_EQ(cufftDestroy(living), success);
}

TEST_F(CufftTest, NullPointers) {
  int plan = 0;
  std::size_t bytes = 0;
  int n[] = {4};
  ASSERT_EQ(cufftCreate(&plan), success);
  EXPECT_EQ(cufftCreate(nullptr), invalid_value);
  EXPECT_EQ(cufftPlan1d(nullptr, 4, type_c2c, 1), invalid_value);
  EXPECT_EQ(cufftPlan2d(nullptr, 4, 4, type_c2c), invalid_value);
  EXPECT_EQ(cufftPlan3d(nullptr, 4, 4, 4, type_c2c), invalid_value);
  EXPECT_EQ(cufftPlanMany(nullptr, 1, n, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1), invalid_value);
  EXPECT_EQ(cufftPlanMany(&plan, 1, nullptr, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1), invalid_value);
  EXPECT_EQ(cufftMakePlan1d(plan, 4, type_c2c, 1, nullptr), invalid_value);
  EXPECT_EQ(cufftMakePlanMany(plan, 1, nullptr, n, 1, 4, n, 1, 4, type_c2c, 1, &bytes), invalid_value);
  EXPECT_EQ(cufftMakePlanMany64(plan, 1, nullptr, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes), invalid_value);
  EXPECT_EQ(cufftXtMakePlanMany(plan, 1, nullptr, nullptr, 1, 4, complex_f32, nullptr, 1, 4, complex_f32, 1, &bytes,
                                complex_f32),
            invalid_value);
  EXPECT_EQ(cufftGetSize(plan, nullptr), invalid_value);
  EXPECT_EQ(cufftGetSize1d(plan, 4, type_c2c, 1, nullptr), invalid_value);
  EXPECT_EQ(cufftEstimate1d(4, type_c2c, 1, nullptr), invalid_value);
  EXPECT_EQ(cufftEstimate2d(4, 4, type_c2c, nullptr), invalid_value);
  EXPECT_EQ(cufftEstimate3d(4, 4, 4, type_c2c, nullptr), invalid_value);
  EXPECT_EQ(cufftEstimateMany(1, nullptr, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes), invalid_value);
  EXPECT_EQ(cufftGetVersion(nullptr), invalid_value);
  EXPECT_EQ(cufftGetProperty(0, nullptr), invalid_value);
  EXPECT_EQ(cufftGetPlanPropertyInt64(plan, patient_jit, nullptr), invalid_value);
  EXPECT_EQ(cufftXtSetWorkArea(plan, nullptr), invalid_value);
  EXPECT_EQ(cufftXtSetWorkAreaPolicy(plan, user_policy, nullptr), invalid_value);
  EXPECT_EQ(cufftXtSetGPUs(plan, 2, nullptr), invalid_value);
  EXPECT_EQ(cufftXtMalloc(plan, nullptr, 0), invalid_value);
  EXPECT_EQ(cufftXtFree(nullptr), invalid_value);
  EXPECT_EQ(cufftXtMemcpy(plan, nullptr, nullptr, 0), invalid_value);
  EXPECT_EQ(cufftXtQueryPlan(plan, nullptr, 0), invalid_value);
  EXPECT_EQ(cufftXtSetCallback(plan, nullptr, 0, nullptr), invalid_value);
  ASSERT_EQ(cufftMakePlan1d(plan, 4, type_c2c, 1, &bytes), success);
  const Array<Complex> data(4);
  EXPECT_EQ(cufftExecC2C(plan, nullptr, data.data(), -1), invalid_value);
  EXPECT_EQ(cufftExecC2C(plan, data.data(), nullptr, -1), invalid_value);
  EXPECT_EQ(cufftXtExec(plan, nullptr, nullptr, -1), invalid_value);
  EXPECT_EQ(cufftDestroy(plan), success);
  EXPECT_EQ(cufftDebug(), success);
}

TEST_F(CufftTest, NumbersThatMakeNoSense) {
  int plan = 0;
  std::size_t bytes = 0;
  ASSERT_EQ(cufftCreate(&plan), success);
  for (const int wrong : {0, -1, INT_MIN}) {
    EXPECT_EQ(cufftMakePlan1d(plan, wrong, type_c2c, 1, &bytes), invalid_size);
    EXPECT_EQ(cufftMakePlan1d(plan, 4, type_c2c, wrong, &bytes), invalid_size);
    EXPECT_EQ(cufftMakePlan2d(plan, 4, wrong, type_r2c, &bytes), invalid_size);
    EXPECT_EQ(cufftMakePlan3d(plan, 4, 4, wrong, type_z2d, &bytes), invalid_size);
    EXPECT_EQ(cufftEstimate1d(wrong, type_c2c, 1, &bytes), invalid_size);
    EXPECT_EQ(cufftMakePlan1d(plan, 4, wrong, 1, &bytes), invalid_type);
    int n[] = {4};
    EXPECT_EQ(cufftMakePlanMany(plan, wrong, n, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes), invalid_value);
    EXPECT_EQ(cufftMakePlanMany(plan, 1, n, n, wrong, 4, n, 1, 4, type_c2c, 2, &bytes), invalid_value);
    EXPECT_EQ(cufftMakePlanMany(plan, 1, n, n, 1, 4, n, 1, wrong, type_c2c, 2, &bytes), invalid_value);
  }
  EXPECT_EQ(cufftMakePlan1d(plan, INT_MAX, type_c2c, 1, &bytes), invalid_size) << "more than 2^27";
  EXPECT_EQ(cufftMakePlan1d(plan, 4, INT_MAX, 1, &bytes), invalid_type);
  int many[] = {4, 4, 4, 4};
  EXPECT_EQ(cufftMakePlanMany(plan, 4, many, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes), invalid_value);
  long long n[] = {4, 4, 4};
  long long huge[] = {LLONG_MAX, LLONG_MAX, LLONG_MAX};
  EXPECT_EQ(cufftMakePlanMany64(plan, 3, huge, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes), invalid_size);
  EXPECT_EQ(cufftMakePlanMany64(plan, 3, n, nullptr, 1, 4, nullptr, 1, 4, type_c2c, LLONG_MAX, &bytes), invalid_size);
  EXPECT_EQ(cufftMakePlanMany64(plan, 3, n, huge, 1, 64, huge, 1, 64, type_c2c, 2, &bytes), invalid_value);
  EXPECT_EQ(cufftMakePlanMany64(plan, 3, n, n, LLONG_MAX, LLONG_MAX, n, LLONG_MAX, LLONG_MAX, type_c2c, 2, &bytes),
            invalid_value);
  EXPECT_EQ(cufftMakePlanMany64(plan, 1, n, n, 1, 4, n, 1, 2, type_c2c, 2, &bytes), invalid_value) << "outputs meet";
  EXPECT_EQ(cufftGetSizeMany64(plan, 3, huge, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1, &bytes), invalid_size);
  for (const int wrong : {-1, 3, 7, 16, INT_MAX}) {
    EXPECT_EQ(cufftXtMakePlanMany(plan, 1, n, nullptr, 1, 4, wrong, nullptr, 1, 4, complex_f32, 1, &bytes, complex_f32),
              invalid_type);
    EXPECT_EQ(cufftXtMakePlanMany(plan, 1, n, nullptr, 1, 4, complex_f32, nullptr, 1, 4, complex_f32, 1, &bytes, wrong),
              invalid_type);
    EXPECT_EQ(cufftGetProperty(wrong, &many[0]), invalid_value);
    EXPECT_EQ(cufftXtSetWorkAreaPolicy(plan, wrong, &bytes), invalid_value);
  }
  EXPECT_EQ(cufftXtMakePlanMany(plan, 1, n, nullptr, 1, 4, real_f32, nullptr, 1, 4, real_f32, 1, &bytes, complex_f32),
            invalid_type);
  ASSERT_EQ(cufftMakePlan1d(plan, 4, type_c2c, 1, &bytes), success) << "none of these has spoiled the handle";
  const Array<Complex> data(8);
  EXPECT_EQ(cufftExecC2C(plan, data.data(), data.data(), 0), invalid_value);
  EXPECT_EQ(cufftExecC2C(plan, data.data(), data.data(), 2), invalid_value);
  EXPECT_EQ(cufftExecZ2Z(plan, data.data(), data.data(), 1), invalid_plan) << "it is a plan of another type";
  EXPECT_EQ(cufftExecR2C(plan, data.data(), data.data()), invalid_plan);
  EXPECT_EQ(cufftExecC2C(plan, reinterpret_cast<char*>(data.data()) + 4, data.data(), 1), unaligned_data);
  EXPECT_EQ(cufftExecC2C(plan, data.data(), data.data() + 2, 1), invalid_value) << "they overlap";
  EXPECT_EQ(cufftDestroy(plan), success);
}

TEST_F(CufftTest, FailedPlansLeaveNoHandle) {
  int plan = -77;
  int n[] = {4};
  EXPECT_EQ(cufftPlan1d(&plan, 0, type_c2c, 1), invalid_size);
  EXPECT_EQ(cufftPlan2d(&plan, 4, 4, 12345), invalid_type);
  EXPECT_EQ(cufftPlanMany(&plan, 9, n, nullptr, 1, 4, nullptr, 1, 4, type_c2c, 1), invalid_value);
  EXPECT_EQ(plan, -77);
}

}  // namespace
}  // namespace papilio::compat::cufft
