// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/plan_time.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <papilio/papilio.hpp>
#include <string_view>
#include <system_error>
#include <vector>

#include "bench/statistics.hpp"

extern char** environ;

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, int number) { throw Error::io(what, std::strerror(number)); }

/// Two empty compile caches, removed at the end.
class FreshCaches {
 public:
  FreshCaches() {
    std::string pattern = (fs::temp_directory_path() / "papilio-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) fail("a temporary directory", errno);
    root_ = pattern;
    fs::create_directory(root_ / "papilio");
    fs::create_directory(root_ / "pocl");
  }
  FreshCaches(const FreshCaches&) = delete;
  FreshCaches& operator=(const FreshCaches&) = delete;
  ~FreshCaches() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  /// This process's environment with these caches in place of any others.
  [[nodiscard]] std::vector<std::string> environment() const {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
      const std::string_view text(*variable);
      if (!text.starts_with("PAPILIO_CACHE") && !text.starts_with("POCL_CACHE_DIR=")) variables.emplace_back(text);
    }
    variables.push_back("PAPILIO_CACHE_DIR=" + (root_ / "papilio").string());
    variables.push_back("POCL_CACHE_DIR=" + (root_ / "pocl").string());
    return variables;
  }

 private:
  fs::path root_;
};

/// Pointers to the strings and a null pointer, as exec() wants them.
std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

/// All that comes out of `descriptor`, which is closed.
std::string drain(int descriptor) {
  std::string text;
  std::array<char, 512> chunk{};
  for (;;) {
    const ssize_t count = read(descriptor, chunk.data(), chunk.size());
    if (count > 0) text.append(chunk.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) break;
  }
  close(descriptor);
  return text;
}

/// Runs this program with `arguments` and returns what it wrote to stdout.
std::string run_self(std::vector<std::string> arguments, std::vector<std::string> environment) {
  arguments.insert(arguments.begin(), "papilio-bench");
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("a pipe", errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  const int status = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, pointers(arguments).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  const std::string text = drain(ends[0]);
  if (status != 0) fail("a process for the plan time", status);
  int ended = 0;
  while (waitpid(child, &ended, 0) < 0) {
    if (errno != EINTR) fail("the process of the plan time", errno);
  }
  if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0) {
    throw Error::internal("the process of the plan time", fmt::format("it ended with wait status {}", ended));
  }
  return text;
}

double run_child(const PlanTimeRequest& request, PlanBefore before, const FreshCaches& caches) {
  std::vector<std::string> arguments = {"--plan-time", request.token, "--device", request.device};
  if (before == PlanBefore::another) arguments.emplace_back("--after-another");
  const std::string text = run_self(std::move(arguments), caches.environment());
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc{} || end == text.data()) throw Error::internal("the process of the plan time", "no number");
  return seconds;
}

}  // namespace

PlanTime measure_plan_time(const PlanTimeRequest& request) {
  std::vector<double> cold;
  std::vector<double> warm;
  for (std::size_t i = 0; i < request.runs; ++i) {
    const FreshCaches caches;
    cold.push_back(run_child(request, PlanBefore::none, caches));
    warm.push_back(run_child(request, PlanBefore::another, caches));
  }
  return {quartiles(cold).median, quartiles(warm).median};
}

double time_plan_here(const std::string& token, const std::string& device_id, PlanBefore before) {
  const Problem problem = Problem::parse(token);
  const Device device(device_id);
  if (before == PlanBefore::another) {
    // Of another length, so that nothing of it is of use to the plan that is timed.
    const Plan other(device, Problem::c2c(problem.precision, problem.points() == 12 ? 20 : 12));
  }
  const auto begin = std::chrono::steady_clock::now();
  const Plan plan(device, problem);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace papilio::bench
