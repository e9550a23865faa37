// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/dialect.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio {
namespace {

using testing::HasSubstr;

TEST(Dialect, NamesParse) {
  EXPECT_EQ(to_string(Dialect::opencl), "opencl");
  EXPECT_EQ(to_string(Dialect::ptx), "ptx");
  for (const Dialect dialect : {Dialect::opencl, Dialect::cuda, Dialect::ptx, Dialect::wgsl}) {
    EXPECT_EQ(parse_dialect(to_string(dialect)), dialect);
    EXPECT_EQ(encoding_of(dialect), Encoding::text);
  }
}

TEST(Dialect, AnUnknownNameIsAnError) {
  const Error error = test::error_of([&] { (void)parse_dialect("metal"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("use opencl, cuda, ptx, spirv or wgsl"));
}

}  // namespace
}  // namespace papilio
