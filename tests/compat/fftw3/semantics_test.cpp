// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What programs rely on: who overwrites what, null arrays, new-array execution, threads, wisdom, texts.
#include <fftw3.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;
using Numbers = std::vector<std::complex<double>>;

fftw_complex* of(Numbers& numbers) { return reinterpret_cast<fftw_complex*>(numbers.data()); }

Numbers ramp(int n) {
  Numbers numbers(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) numbers[static_cast<std::size_t>(i)] = {1.0 + i, 0.5 * i * i};
  return numbers;
}

/// By the definition.
Numbers transformed(const Numbers& x, int sign) {
  const auto n = static_cast<double>(x.size());
  Numbers result(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      result[k] += x[j] * std::polar(1.0, sign * 2 * M_PI * static_cast<double>(j * k % x.size()) / n);
    }
  }
  return result;
}

void expect_near(const Numbers& result, const Numbers& expected) {
  ASSERT_EQ(result.size(), expected.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    EXPECT_NEAR(std::abs(result[i] - expected[i]), 0, 1e-12 * (1 + std::abs(expected[0]))) << i;
  }
}

TEST(Estimate, LeavesArraysAlone) {
  Numbers in = ramp(16);
  Numbers out = ramp(16);
  const fftw_plan plan = fftw_plan_dft_1d(16, of(in), of(out), FFTW_FORWARD, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(in, ramp(16));
  EXPECT_EQ(out, ramp(16));
  fftw_execute(plan);
  EXPECT_EQ(in, ramp(16));  // out of place
  expect_near(out, transformed(in, -1));
  fftw_destroy_plan(plan);
}

TEST(Measure, ComputesTheSame) {
  Numbers in = ramp(16);
  Numbers out(16);
  const fftw_plan plan = fftw_plan_dft_1d(16, of(in), of(out), FFTW_BACKWARD, FFTW_MEASURE);
  ASSERT_NE(plan, nullptr);
  const Numbers input = ramp(16);
  std::copy(input.begin(), input.end(), in.begin());  // into the arrays of planning
  fftw_execute(plan);
  expect_near(out, transformed(input, 1));
  fftw_destroy_plan(plan);
}

TEST(NullArrays, ArePlannedFor) {
  const int n = 16;
  const fftw_plan plan =
      fftw_plan_many_dft(1, &n, 2, nullptr, nullptr, 1, 16, nullptr, nullptr, 1, 16, FFTW_FORWARD, FFTW_MEASURE);
  ASSERT_NE(plan, nullptr);
  fftw_execute(plan);  // there is nothing to execute it on
  Numbers in = ramp(32);
  Numbers out(32);
  fftw_execute_dft(plan, of(in), of(out));
  const Numbers second(in.begin() + 16, in.end());
  expect_near(Numbers(out.begin() + 16, out.end()), transformed(second, -1));
  fftw_execute_dft(plan, of(in), of(in));  // in place as well
  expect_near(in, out);
  fftw_destroy_plan(plan);
}

TEST(NullArrays, OfHalfSpectraWorkOutOfPlace) {
  const int n = 16;
  const fftw_plan plan =
      fftw_plan_many_dft_r2c(1, &n, 2, nullptr, nullptr, 1, 16, nullptr, nullptr, 1, 9, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  std::vector<double> in(32);
  Numbers whole(16);
  for (std::size_t i = 0; i < 32; ++i) in[i] = std::sqrt(static_cast<double>(i));
  for (std::size_t i = 0; i < 16; ++i) whole[i] = in[16 + i];
  Numbers out(18);
  fftw_execute_dft_r2c(plan, in.data(), of(out));
  Numbers expected = transformed(whole, -1);
  expected.resize(9);
  expect_near(Numbers(out.begin() + 9, out.end()), expected);
  fftw_destroy_plan(plan);
}

TEST(NewArrays, FromManyThreads) {
  Numbers in = ramp(16);
  Numbers out(16);
  const fftw_plan plan = fftw_plan_dft_1d(16, of(in), of(out), FFTW_FORWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
  ASSERT_NE(plan, nullptr);
  const Numbers expected = transformed(in, -1);
  std::vector<std::thread> threads;
  std::vector<Numbers> results(4, Numbers(16));
  for (Numbers& result : results) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        Numbers own = ramp(16);
        fftw_execute_dft(plan, of(own), of(result));
        const fftw_plan another = fftw_plan_dft_1d(16, of(own), of(own), FFTW_FORWARD, FFTW_ESTIMATE);
        fftw_destroy_plan(another);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Numbers& result : results) expect_near(result, expected);
  fftw_destroy_plan(plan);
}

TEST(NothingToTransform, IsAPlan) {
  const int n = 16;
  Numbers in = ramp(16);
  const fftw_plan plan =
      fftw_plan_many_dft(1, &n, 0, of(in), nullptr, 1, 16, of(in), nullptr, 1, 16, FFTW_FORWARD, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  fftw_execute(plan);
  EXPECT_EQ(in, ramp(16));
  fftw_destroy_plan(plan);
}

TEST(Split, PlanesMayLieInEachOther) {
  const fftw_iodim dim{60, 2, 2};
  Numbers in = ramp(60);
  Numbers out(60);
  const auto part = [](Numbers& numbers, int which) { return reinterpret_cast<double*>(numbers.data()) + which; };
  for (Numbers* const to : {&out, &in}) {  // the second time in place
    const Numbers expected = transformed(in, -1);
    const fftw_plan plan = fftw_plan_guru_split_dft(1, &dim, 0, nullptr, part(in, 0), part(in, 1), part(*to, 0),
                                                    part(*to, 1), FFTW_ESTIMATE);
    ASSERT_NE(plan, nullptr);
    fftw_execute(plan);
    expect_near(*to, expected);
    fftw_destroy_plan(plan);
  }
  const fftw_iodim half{60, 1, 2};  // real numbers to woven planes
  std::vector<double> real(60, 0.0);
  real[1] = 1;
  Numbers spectrum(31);
  const fftw_plan plan = fftw_plan_guru_split_dft_r2c(1, &half, 0, nullptr, real.data(), part(spectrum, 0),
                                                      part(spectrum, 1), FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  fftw_execute(plan);
  for (int k = 0; k <= 30; ++k) EXPECT_NEAR(std::abs(spectrum[k] - std::polar(1.0, -2 * M_PI * k / 60)), 0, 1e-14);
  fftw_destroy_plan(plan);
}

// Other threads may write there meanwhile. The array begins at no multiple of 16 bytes, so devices do not share it.
TEST(Gaps, BetweenElementsOfTheOutputAreNotWritten) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  constexpr std::size_t n = 8;
  const std::size_t bytes = 2 * n * page;  // every other page is read-only
  auto* const memory =
      static_cast<std::byte*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(static_cast<void*>(memory), MAP_FAILED);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(mprotect(memory + (2 * i + 1) * page, page, PROT_READ), 0);
  auto* const column = reinterpret_cast<std::complex<double>*>(memory + 8);
  const auto stride = static_cast<std::ptrdiff_t>(2 * page / sizeof(std::complex<double>));
  const int length = n;
  Numbers in = ramp(n);
  const fftw_plan plan =
      fftw_plan_many_dft(1, &length, 1, of(in), nullptr, 1, 1, reinterpret_cast<fftw_complex*>(column), nullptr,
                         static_cast<int>(stride), 1, FFTW_FORWARD, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  fftw_execute(plan);
  Numbers out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(column[static_cast<std::ptrdiff_t>(i) * stride]);
  expect_near(out, transformed(in, -1));
  fftw_destroy_plan(plan);
  munmap(memory, bytes);
}

TEST(RankZero, Transposes) {
  std::vector<double> a{1, 2, 3, 4, 5, 6};
  std::vector<double> b(6);
  const fftw_iodim howmany[] = {{2, 3, 1}, {3, 1, 2}};
  for (double* to : {b.data(), a.data()}) {  // the second time in place
    const fftw_plan plan = fftw_plan_guru_r2r(0, nullptr, 2, howmany, a.data(), to, nullptr, FFTW_ESTIMATE);
    ASSERT_NE(plan, nullptr);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
  }
  EXPECT_EQ(b, (std::vector<double>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(a, b);
}

TEST(C2r, KeepsItsInputIfAsked) {
  std::vector<double> out(32);
  Numbers in = ramp(4 * 5);
  const fftw_plan plan = fftw_plan_dft_c2r_2d(4, 8, of(in), out.data(), FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
  ASSERT_NE(plan, nullptr);  // the genuine library refuses several dimensions, Papilio does not
  fftw_execute(plan);
  EXPECT_EQ(in, ramp(20));
  fftw_destroy_plan(plan);
}

TEST(Wisdom, ComesBack) {
  char* const text = fftw_export_wisdom_to_string();
  ASSERT_NE(text, nullptr);
  EXPECT_THAT(text, StartsWith("(fftw-3.3.10-papilio fftw_wisdom"));
  fftw_forget_wisdom();
  EXPECT_EQ(fftw_import_wisdom_from_string(text), 1);
  std::free(text);
}

TEST(Wisdom, GoesThroughFilesBesideOther) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  fftw_export_wisdom_to_file(file);
  fftwf_export_wisdom_to_file(file);
  std::rewind(file);
  EXPECT_EQ(fftw_import_wisdom_from_file(file), 1);
  EXPECT_EQ(fftwf_import_wisdom_from_file(file), 1);
  EXPECT_EQ(fftwf_import_wisdom_from_file(file), 0);  // the end
  std::fclose(file);
}

TEST(Wisdom, OfOthersIsRefused) {
  for (const char* text : {"", "(", ")", "wisdom", "(fftw-9.9 fftw_wisdom #x1)", "(other-1.0 fftw_wisdom #x1 #x2)",
                           "(fftw-3.3.10-papilio fftwf_wisdom #x1\n)", "(fftw-3.3.10-papilio fftw_wisdom #x1\n",
                           "(fftw-3.3.10-papilio fftw_wisdom #x1\n(papilio_route 0 #x7 #x1 #x1))"}) {
    EXPECT_EQ(fftw_import_wisdom_from_string(text), 0) << text;
  }
}

TEST(WisdomOnly, IsNoPlanWithoutWisdom) {
  fftw_forget_wisdom();
  Numbers in = ramp(60);
  Numbers out(60);
  EXPECT_EQ(fftw_plan_dft_1d(60, of(in), of(out), FFTW_FORWARD, FFTW_WISDOM_ONLY | FFTW_ESTIMATE), nullptr);
  EXPECT_EQ(in, ramp(60));
}

TEST(Plan, TellsOfItself) {
  Numbers in = ramp(16);
  Numbers out(16);
  const fftw_plan plan = fftw_plan_dft_1d(16, of(in), of(out), FFTW_FORWARD, FFTW_ESTIMATE);
  ASSERT_NE(plan, nullptr);
  double add = -1;
  double mul = -1;
  double fma = -1;
  fftw_flops(plan, &add, &mul, &fma);
  const char* const library = std::getenv("PAPILIO_FFTW_LIBRARY");
  const bool alone = library != nullptr && std::strcmp(library, "none") == 0;
  EXPECT_GE(fma, 0);
  // The genuine library counts 0 for a plan that is one codelet; ours counts 5 n log2 n.
  EXPECT_GE(add + mul, alone ? 320 : 0);
  EXPECT_LE(add + mul, 320);
  EXPECT_GE(fftw_cost(plan), alone ? 1e-6 : 0);
  EXPECT_GE(fftw_estimate_cost(plan), alone ? 1e-6 : 0);
  char* const text = fftw_sprint_plan(plan);
  ASSERT_NE(text, nullptr);
  EXPECT_THAT(text, AnyOf(HasSubstr("dft"), HasSubstr("c2c:f64:16")));
  std::free(text);
  fftw_destroy_plan(plan);
}

TEST(Memory, IsAligned) {
  double* const memory = fftw_alloc_real(3);
  EXPECT_EQ(fftw_alignment_of(memory), 0);
  EXPECT_NE(fftw_alignment_of(memory + 1), 0);
  fftw_free(memory);
  fftwf_complex* const complex = fftwf_alloc_complex(3);
  EXPECT_EQ(fftwf_alignment_of(&complex[0][0]), 0);
  fftwf_free(complex);
}

TEST(Threads, AreRemembered) {
  EXPECT_NE(fftw_init_threads(), 0);
  fftw_make_planner_thread_safe();
  fftw_plan_with_nthreads(3);
  EXPECT_EQ(fftw_planner_nthreads(), 3);
  Numbers in = ramp(16);
  Numbers out(16);
  const fftw_plan plan = fftw_plan_dft_1d(16, of(in), of(out), FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(plan);
  expect_near(out, transformed(in, -1));
  fftw_destroy_plan(plan);
  fftw_cleanup_threads();
  EXPECT_EQ(fftw_planner_nthreads(), 1);
}

TEST(Version, NamesPapilio) { EXPECT_STREQ(fftw_version, "fftw-3.3.10-papilio"); }

}  // namespace
