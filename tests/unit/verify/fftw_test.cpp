// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/reference/fftw.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <papilio/error.hpp>
#include <vector>

#include "core/roots.hpp"
#include "support/error_of.hpp"

namespace papilio::verify {
namespace {

using ::testing::HasSubstr;

/// Nothing where the library is missing.
template <class Real>
std::shared_ptr<const Fftw<Real>> library_or_nothing() {
  try {
    return open_fftw<Real>();
  } catch (const Error&) {
    return nullptr;
  }
}

template <class Real>
void expect_the_definition(std::int64_t n, Direction direction) {
  const auto library = library_or_nothing<Real>();
  if (!library) GTEST_SKIP() << "no FFTW";
  FftwTransform<Real> transform(library, {Kind::c2c, {n}, direction});
  for (std::int64_t i = 0; i < 2 * n; ++i) transform.input()[i] = 0;
  transform.input()[2] = 1;  // element 1: the outputs are the roots of unity
  transform.run();
  for (std::int64_t k = 0; k < n; ++k) {
    const LongComplex root = root_of_unity(k, n);
    const LongComplex expected = direction == Direction::forward ? root : std::conj(root);
    EXPECT_NEAR(static_cast<double>(transform.output()[2 * k] - expected.real()), 0, 1e-18) << k;
    EXPECT_NEAR(static_cast<double>(transform.output()[2 * k + 1] - expected.imag()), 0, 1e-18) << k;
  }
}

TEST(Fftw, TransformsInLongDouble) {
  expect_the_definition<long double>(30, Direction::forward);
  expect_the_definition<long double>(30, Direction::inverse);
}

TEST(Fftw, TransformsInQuadPrecision) {
  expect_the_definition<QuadReal>(37, Direction::forward);
  expect_the_definition<QuadReal>(37, Direction::inverse);
}

using Numbers = std::vector<double>;

Numbers transformed(const DftShape& shape, const Numbers& input) {
  FftwTransform<long double> transform(library_or_nothing<long double>(), shape);
  EXPECT_EQ(static_cast<std::int64_t>(input.size()), shape.input_numbers());
  std::copy(input.begin(), input.end(), transform.input());
  transform.run();
  return {transform.output(), transform.output() + shape.output_numbers()};
}

void expect_near(const Numbers& got, const Numbers& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-14) << i;
}

// NumPy's answers: rfft2([[1, 2, 3], [5, 7, 11]]), fft2 and irfftn of the same numbers.
TEST(Fftw, TransformsRealArrays) {
  if (!library_or_nothing<long double>()) GTEST_SKIP() << "no FFTW";
  const double h = std::sqrt(0.75);
  expect_near(transformed({Kind::r2c, {2, 3}, Direction::forward}, {1, 2, 3, 5, 7, 11}),
              {29, 0, -5.5, 5 * h, -17, 0, 2.5, -3 * h});
}

TEST(Fftw, TransformsComplexArrays) {
  if (!library_or_nothing<long double>()) GTEST_SKIP() << "no FFTW";
  expect_near(transformed({Kind::c2c, {2, 2}, Direction::inverse}, {1, 2, 3, 4, 5, 6, 7, 8}),
              {16, 20, -4, -4, -8, -8, 0, 0});
}

// The last axis has 2 points, so both of its elements are real then: the first column transformed, (a+b, a-b), gives
// the real parts that count.
TEST(Fftw, IgnoresImaginaryPartsAsNumPyDoes) {
  if (!library_or_nothing<long double>()) GTEST_SKIP() << "no FFTW";
  expect_near(transformed({Kind::c2r, {1}, Direction::inverse}, {3, 100}), {3});
  expect_near(transformed({Kind::c2r, {2}, Direction::inverse}, {3, 100, 1, 50}), {4, 2});
  // Along 4 points the imaginary parts of column 0, (0, 1, 0, 0), become real ones: irfft of what is left.
  expect_near(transformed({Kind::c2r, {4, 1}, Direction::inverse}, {0, 0, 0, 1, 0, 0, 0, 0}), {0, -1, 0, 1});
}

template <class Real>
std::string message_without_library() {
  return test::message_of(
      ErrorCode::unsupported, [&] { open_fftw<Real>("libno-such-fftw.so.3"); }, "opened");
}

TEST(Fftw, ItsAbsenceNamesThePackage) {
  EXPECT_THAT(message_without_library<long double>(), HasSubstr("libno-such-fftw.so.3"));
  EXPECT_THAT(message_without_library<long double>(), HasSubstr("libfftw3-long3"));
#if LDBL_MANT_DIG < 113
  EXPECT_THAT(message_without_library<QuadReal>(), HasSubstr("libfftw3-quad3"));
#endif
}

}  // namespace
}  // namespace papilio::verify
