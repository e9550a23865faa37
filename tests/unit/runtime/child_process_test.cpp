// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/child_process.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio::runtime {
namespace {

TEST(ChildProcess, IsGivenAndGives) {
  const std::string input(100000, 'x');
  const ChildOutput output = run_child(
      {"/bin/sh", "-c", "wc -c; echo complaint >&2; echo \"$1\" > \"$2\"", "sh", "a b;c", result_path}, input);
  EXPECT_EQ(output.log, "100000\ncomplaint\n");
  EXPECT_EQ(output.result, "a b;c\n");
}

TEST(ChildProcess, InheritsFourOfOurFiles) {
  const ChildOutput output = run_child({"/bin/sh", "-c", "ls -l /proc/self/fd"}, {});
  std::size_t files = 0;
  for (std::size_t at = output.log.find("memfd:papilio"); at != std::string::npos;
       at = output.log.find("memfd:papilio", at + 1))
    ++files;
  EXPECT_EQ(files, 4) << output.log;  // the standard ones, and the result
  EXPECT_EQ(output.result, "");
}

TEST(ChildProcess, SaysWhyNoneStarts) {
  const Error error = test::error_of([&] { run_child({"/no/such/program"}, {}); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_THAT(error.what(),
              testing::AllOf(testing::HasSubstr("/no/such/program"), testing::HasSubstr("No such file or directory")));
}

TEST(FindProgram, LooksInPath) {
  EXPECT_THAT(find_program("sh"), testing::EndsWith("/sh"));
  EXPECT_EQ(find_program("/bin/sh"), "/bin/sh");
  EXPECT_EQ(find_program("/bin/no-such-program"), "");
  EXPECT_EQ(find_program("no-such-program"), "");
}

}  // namespace
}  // namespace papilio::runtime
