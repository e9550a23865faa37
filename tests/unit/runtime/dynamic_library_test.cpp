// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/dynamic_library.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace papilio::runtime {
namespace {

using testing::HasSubstr;

TEST(DynamicLibrary, NoneByDefault) {
  const DynamicLibrary none;
  EXPECT_FALSE(none);
  EXPECT_EQ(none.symbol("cos"), nullptr);
  EXPECT_EQ(none.name(), "");
}

TEST(DynamicLibrary, OpensTheFirstThatLoads) {
  const std::vector<std::string> names = {"libpapilio-no-such-thing.so.1", "libm.so.6"};
  const DynamicLibrary library(names);
  ASSERT_TRUE(library);
  EXPECT_EQ(library.name(), "libm.so.6");
  const auto cosine = library.function<double (*)(double)>("cos");
  ASSERT_NE(cosine, nullptr);
  EXPECT_EQ(cosine(0.0), 1.0);
  EXPECT_EQ(library.symbol("papilio_no_such_symbol"), nullptr);
}

TEST(DynamicLibrary, SaysWhatItTried) {
  const std::vector<std::string> names = {"libpapilio-no-such-thing.so.1", "/dev/null"};
  const DynamicLibrary library(names);
  EXPECT_FALSE(library);
  EXPECT_THAT(library.tried(), HasSubstr("libpapilio-no-such-thing.so.1 (cannot open shared object file"));
  EXPECT_THAT(library.tried(), HasSubstr(", /dev/null ("));
  EXPECT_THAT(library.tried(), testing::Not(HasSubstr("\n")));
}

TEST(DynamicLibrary, MovesLeaveNone) {
  const std::vector<std::string> names = {"libm.so.6"};
  DynamicLibrary a(names);
  DynamicLibrary b(std::move(a));
  EXPECT_FALSE(a);  // NOLINT(bugprone-use-after-move): the moved-from state is what is tested
  EXPECT_TRUE(b);
  a = std::move(b);
  EXPECT_TRUE(a);
  EXPECT_FALSE(b);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(a.name(), "libm.so.6");
}

TEST(DynamicLibrary, StaysInMemoryWhenClosed) {
  const std::vector<std::string> names = {"libresolv.so.2"};  // part of the C library, and not used by these tests
  const auto loaded = [&] { return dlopen(names[0].c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr; };
  if (loaded()) GTEST_SKIP() << names[0] << " is in use";
  ASSERT_TRUE(DynamicLibrary(names));
  EXPECT_TRUE(loaded());
}

}  // namespace
}  // namespace papilio::runtime
