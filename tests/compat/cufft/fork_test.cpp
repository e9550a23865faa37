// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Children of fork() whose parent has used the driver: every function fails at once, and the trace says why.
#include <sys/wait.h>
#include <unistd.h>

#include "compat/cufft/fixture.hpp"

namespace papilio::compat::cufft {
namespace {

TEST_F(CufftTest, ChildrenOfForkFailAtOnce) {
  int plan = 0;
  ASSERT_EQ(cufftPlan1d(&plan, 64, type_c2c, 1), success);
  {
    const Array<Complex> data(64);
    ASSERT_EQ(cufftExecC2C(plan, data.data(), data.data(), forward_direction), success);
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      int another = 0;
      int failures = cufftExecC2C(plan, data.data(), data.data(), forward_direction) == exec_failed ? 0 : 1;
      failures += cufftPlan1d(&another, 64, type_c2c, 1) == exec_failed ? 0 : 2;
      failures += cufftSetStream(plan, nullptr) == success && cufftDestroy(plan) == success ? 0 : 4;
      std::_Exit(failures);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << "it hangs";
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  EXPECT_EQ(cufftDestroy(plan), success);
}

}  // namespace
}  // namespace papilio::compat::cufft
