// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Children of fork(), whose parent has used Papilio's device: the genuine library computes there, or the execution
// fails at once, and says why.
#include <fftw3.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using Numbers = std::vector<std::complex<double>>;

fftw_complex* of(Numbers& numbers) { return reinterpret_cast<fftw_complex*>(numbers.data()); }

bool is_alone() {
  const char* const library = std::getenv("PAPILIO_FFTW_LIBRARY");
  return library != nullptr && std::strcmp(library, "none") == 0;
}

/// Large enough for the model to choose Papilio.
constexpr int rows = 2048;
constexpr int columns = 2048;

struct Ended {
  int code = -1;      ///< exit code; -1 after a signal: the alarm of a child that hangs
  std::string error;  ///< what it wrote to stderr
};

/// Runs act() in a child, which ends with its result.
template <typename Act>
Ended in_child(Act act) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    dup2(pipe_ends[1], STDERR_FILENO);
    std::_Exit(act());
  }
  close(pipe_ends[1]);
  Ended ended;
  char text[256];
  for (ssize_t count = 0; (count = read(pipe_ends[0], text, sizeof(text))) > 0;) ended.error.append(text, count);
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

class Fork : public testing::Test {
 protected:
  void SetUp() override {
    plan_ = fftw_plan_dft_2d(rows, columns, of(in_), of(out_), FFTW_FORWARD, FFTW_ESTIMATE);
    if (plan_ == nullptr) GTEST_SKIP() << "no device";
    in_[0] = 1;
    in_[1] = 2;
    fftw_execute(plan_);
    expected_ = out_;
  }
  void TearDown() override { fftw_destroy_plan(plan_); }

  /// 0 where the child's results are those of the parent.
  int compare(const Numbers& results) const {
    double error = 0;
    for (std::size_t i = 0; i < results.size(); ++i) error = std::max(error, std::abs(results[i] - expected_[i]));
    return error < 1e-12 ? 0 : 1;
  }

  Numbers in_ = Numbers(std::size_t{rows} * columns);
  Numbers out_ = in_;
  Numbers expected_;
  fftw_plan plan_ = nullptr;
};

TEST_F(Fork, ChildrenExecutePlansOfTheParent) {
  const Ended ended = in_child([&] {
    std::fill(out_.begin(), out_.end(), 0.0);
    fftw_execute(plan_);
    const int first = compare(out_);
    Numbers others = in_;
    fftw_execute_dft(plan_, of(others), of(others));
    fftw_destroy_plan(plan_);
    return 2 * first + compare(others);
  });
  if (is_alone()) {
    EXPECT_EQ(ended.code, 3);
    EXPECT_THAT(ended.error, testing::HasSubstr("fork()"));
  } else {
    EXPECT_EQ(ended.code, 0) << ended.error;
  }
}

TEST_F(Fork, ChildrenPlan) {
  for (const unsigned flags : {FFTW_ESTIMATE, FFTW_MEASURE}) {
    const Ended ended = in_child([&] {
      Numbers a = in_, b = in_;
      const fftw_plan plan = fftw_plan_dft_2d(rows, columns, of(a), of(b), FFTW_FORWARD, flags);
      if (plan == nullptr) return 2;
      a = in_;
      fftw_execute(plan);
      return compare(b);
    });
    EXPECT_EQ(ended.code, is_alone() ? 2 : 0) << ended.error;
    EXPECT_THAT(ended.error, is_alone() ? testing::HasSubstr("fork()") : testing::HasSubstr(""));
  }
}

}  // namespace
