// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Null, negative, huge, destroyed and foreign arguments: a null plan, 0, or nothing happens.
#include <gtest/gtest.h>
#include <unistd.h>

#include <climits>
#include <cstdint>
#include <vector>

#include "precision.hpp"

namespace {

Complex in[64];
Complex out[64];
Real* const real_in = &in[0][0];
Real* const real_out = &out[0][0];

class Garbage : public testing::TestWithParam<int> {};

TEST_P(Garbage, LengthIsNoPlan) {
  const int n = GetParam();
  const X(iodim) dim{n, 1, 1};
  const X(iodim64) dim64{n, 1, 1};
  const X(r2r_kind) kind = FFTW_REDFT10;
  EXPECT_EQ(X(plan_dft_1d)(n, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_dft_2d)(4, n, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_dft_3d)(n, 4, 4, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_dft)(1, &n, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_dft_r2c_1d)(n, real_in, out, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_dft_c2r_1d)(n, in, real_out, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_r2r_1d)(n, real_in, real_out, kind, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_many_dft)(1, &n, 1, in, nullptr, 1, 0, out, nullptr, 1, 0, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru_dft)(1, &dim, 0, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_dft)(1, &dim64, 0, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_split_dft_r2c)(1, &dim64, 0, nullptr, real_in, real_out, real_out + 32, FFTW_ESTIMATE),
            nullptr);
  EXPECT_EQ(X(plan_guru_r2r)(1, &dim, 0, nullptr, real_in, real_out, &kind, FFTW_ESTIMATE), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Lengths, Garbage, testing::Values(0, -1, -8, INT_MIN));

TEST(GarbageRank, IsNoPlan) {
  const int n[] = {4, 4};
  const X(iodim64) dims[] = {{4, 1, 1}, {4, 4, 4}};
  for (const int rank : {-1, INT_MIN, 1000, INT_MAX}) {
    EXPECT_EQ(X(plan_dft)(rank, n, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr) << rank;
    EXPECT_EQ(X(plan_dft_r2c)(rank, n, real_in, out, FFTW_ESTIMATE), nullptr) << rank;
    EXPECT_EQ(X(plan_guru64_dft)(rank, dims, 0, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr) << rank;
  }
  EXPECT_EQ(X(plan_guru64_dft)(1, dims, -1, dims, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_dft)(2, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_dft)(1, nullptr, 0, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_dft)(1, dims, 1, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_many_dft)(1, n, -1, in, nullptr, 1, 0, out, nullptr, 1, 0, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_r2r)(1, n, real_in, real_out, nullptr, FFTW_ESTIMATE), nullptr);
}

TEST(GarbageKind, IsNoPlan) {
  for (const int kind : {-1, 11, INT_MAX, INT_MIN}) {
    EXPECT_EQ(X(plan_r2r_1d)(8, real_in, real_out, static_cast<X(r2r_kind)>(kind), FFTW_ESTIMATE), nullptr) << kind;
  }
  EXPECT_EQ(X(plan_r2r_1d)(1, real_in, real_out, FFTW_REDFT00, FFTW_ESTIMATE), nullptr);
}

TEST(HugeTransform, IsNoPlan) {
  constexpr std::ptrdiff_t huge = PTRDIFF_MAX / 2;
  const X(iodim64) long_dim{huge, 1, 1};
  const X(iodim64) wide[] = {{1 << 30, huge, 1}, {1 << 30, 1, huge}};
  const int n[] = {INT_MAX, INT_MAX, INT_MAX};
  EXPECT_EQ(X(plan_guru64_dft)(1, &long_dim, 0, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_dft)(2, wide, 0, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_dft)(0, nullptr, 2, wide, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_dft)(3, n, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_dft_3d)(1 << 20, 1 << 20, 4, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(malloc)(SIZE_MAX), nullptr);
  EXPECT_EQ(X(alloc_real)(SIZE_MAX / 2), nullptr);
  EXPECT_EQ(X(alloc_complex)(SIZE_MAX / 2), nullptr);
}

bool is_prime(std::int64_t n) {
  for (std::int64_t p = 3; p * p <= n; p += 2) {
    if (n % p == 0) return false;
  }
  return true;
}

// The genuine planner ends the process where it gets no memory for a prime length's tables.
TEST(HugePrimeLength, IsNoPlan) {
  const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  auto n = static_cast<std::int64_t>(0.35 * memory / sizeof(Real)) | 1;  // the arrays alone might just exist
  while (!is_prime(n)) n -= 2;
  const X(iodim64) dim{n, 1, 1};
  const X(iodim64) dct_dim{n + 1, 1, 1};
  const X(r2r_kind) kind = FFTW_REDFT00;
  EXPECT_EQ(X(plan_guru64_dft)(1, &dim, 0, nullptr, nullptr, nullptr, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_dft)(1, &dim, 0, nullptr, in, out, FFTW_FORWARD, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_dft_r2c)(1, &dim, 0, nullptr, real_in, out, FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(X(plan_guru64_r2r)(1, &dct_dim, 0, nullptr, real_in, real_out, &kind, FFTW_ESTIMATE), nullptr);
}

/// Every function that takes a plan; what it leaves in `out` is what was there.
void use(Plan plan) {
  out[0][0] = 42;
  double number = 1;
  X(execute)(plan);
  X(execute_dft)(plan, in, out);
  X(execute_dft_r2c)(plan, real_in, out);
  X(execute_dft_c2r)(plan, in, real_out);
  X(execute_r2r)(plan, real_in, real_out);
  X(execute_split_dft)(plan, real_in, real_in + 8, real_out, real_out + 8);
  X(execute_split_dft_r2c)(plan, real_in, real_out, real_out + 8);
  X(execute_split_dft_c2r)(plan, real_in, real_in + 8, real_out);
  X(flops)(plan, &number, &number, nullptr);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(X(cost)(plan), 0);
  EXPECT_EQ(X(estimate_cost)(plan), 0);
  EXPECT_EQ(X(sprint_plan)(plan), nullptr);
  X(print_plan)(plan);
  X(fprint_plan)(plan, nullptr);
  X(destroy_plan)(plan);
  EXPECT_EQ(out[0][0], 42);
}

TEST(ForeignPlan, DoesNothing) {
  std::vector<char> memory(1000, 'x');
  use(nullptr);
  use(reinterpret_cast<Plan>(memory.data()));
  use(reinterpret_cast<Plan>(std::uintptr_t{8}));
  use(reinterpret_cast<Plan>(UINTPTR_MAX));
}

TEST(DestroyedPlan, DoesNothing) {
  const Plan plan = X(plan_dft_1d)(8, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  use(reinterpret_cast<Plan>(reinterpret_cast<char*>(plan) + 8));  // inside one
  X(destroy_plan)(plan);
  use(plan);
}

TEST(OtherKindOfPlan, DoesNothing) {
  const Plan plan = X(plan_dft_1d)(8, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  out[0][0] = 42;
  X(execute_r2r)(plan, real_in, real_out);
  X(execute_dft_r2c)(plan, real_in, out);
  X(execute_split_dft)(plan, real_in, real_in + 8, real_out, real_out + 8);
  X(execute_dft)(plan, nullptr, out);
  X(execute_dft)(plan, in, nullptr);
  EXPECT_EQ(out[0][0], 42);
  X(destroy_plan)(plan);
}

TEST(NullArguments, AreHarmless) {
  EXPECT_EQ(X(import_wisdom_from_string)(nullptr), 0);
  EXPECT_EQ(X(import_wisdom_from_filename)(nullptr), 0);
  EXPECT_EQ(X(import_wisdom_from_filename)("/dev/null/wisdom"), 0);
  EXPECT_EQ(X(import_wisdom_from_file)(nullptr), 0);
  EXPECT_EQ(X(import_wisdom)(nullptr, nullptr), 0);
  EXPECT_EQ(X(export_wisdom_to_filename)(nullptr), 0);
  EXPECT_EQ(X(export_wisdom_to_filename)("/dev/null/wisdom"), 0);
  X(export_wisdom_to_file)(nullptr);
  X(export_wisdom)(nullptr, nullptr);
  X(free)(nullptr);
  X(plan_with_nthreads)(-5);
  EXPECT_EQ(X(planner_nthreads)(), 1);
  X(set_timelimit)(-1e300);
  X(set_timelimit)(FFTW_NO_TIMELIMIT);
  EXPECT_EQ(X(alignment_of)(nullptr), 0);
}

}  // namespace
