// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/reference/fftw.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>

#include "core/roots.hpp"

namespace papilio::tool {
namespace {

using ::testing::HasSubstr;

template <class Real>
void expect_the_definition(std::int64_t n, Direction direction) {
  std::shared_ptr<const Fftw<Real>> library;
  try {
    library = open_fftw<Real>();
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  FftwTransform<Real> transform(library, n, direction);
  for (std::int64_t i = 0; i < 2 * n; ++i) transform.data()[i] = 0;
  transform.data()[2] = 1;  // element 1: the outputs are the roots of unity
  transform.run();
  for (std::int64_t k = 0; k < n; ++k) {
    const LongComplex root = root_of_unity(k, n);
    const LongComplex expected = direction == Direction::forward ? root : std::conj(root);
    EXPECT_NEAR(static_cast<double>(transform.data()[2 * k] - expected.real()), 0, 1e-18) << k;
    EXPECT_NEAR(static_cast<double>(transform.data()[2 * k + 1] - expected.imag()), 0, 1e-18) << k;
  }
}

TEST(Fftw, TransformsInLongDouble) {
  expect_the_definition<long double>(30, Direction::forward);
  expect_the_definition<long double>(30, Direction::inverse);
}

TEST(Fftw, TransformsInQuadPrecision) {
  expect_the_definition<Quad>(37, Direction::forward);
  expect_the_definition<Quad>(37, Direction::inverse);
}

template <class Real>
std::string message_without_library() {
  try {
    open_fftw<Real>("libno-such-fftw.so.3");
    return "opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    return error.what();
  }
}

TEST(Fftw, ItsAbsenceNamesThePackage) {
  EXPECT_THAT(message_without_library<long double>(), HasSubstr("libno-such-fftw.so.3"));
  EXPECT_THAT(message_without_library<long double>(), HasSubstr("libfftw3-long3"));
#if LDBL_MANT_DIG < 113
  EXPECT_THAT(message_without_library<Quad>(), HasSubstr("libfftw3-quad3"));
#endif
}

}  // namespace
}  // namespace papilio::tool
