// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <papilio/error.hpp>
#include <string_view>

#include "bench/host.hpp"
#include "bench/plan_process.hpp"
#include "bench/temporary_folder.hpp"

#ifdef __APPLE__
extern char** environ;  // which macOS declares nowhere
#endif

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, int number) { throw Error::io(what, std::strerror(number)); }

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

/// Empty compile caches, removed at the end.
class FreshCaches {
 public:
  FreshCaches() {
    for (const CacheVariable& cache : caches) fs::create_directory(root_.path() / cache.folder);
  }

  /// This process's environment with these caches in place of any others.
  [[nodiscard]] std::vector<std::string> environment() const {
    std::vector<std::string> variables = own_environment();
    std::erase_if(variables, [](std::string_view text) {
      return text.starts_with("PAPILIO_CACHE") || text.starts_with("CUDA_CACHE_") ||
             text.starts_with("POCL_CACHE_DIR=");
    });
    for (const CacheVariable& cache : caches) {
      variables.push_back(std::string(cache.variable) + "=" + (root_.path() / cache.folder).string());
    }
    return variables;
  }

 private:
  struct CacheVariable {
    const char* variable;
    const char* folder;
  };
  static constexpr CacheVariable caches[] = {
      {"PAPILIO_CACHE_DIR", "papilio"}, {"POCL_CACHE_DIR", "pocl"}, {"CUDA_CACHE_PATH", "cuda"}};
  TemporaryFolder root_;
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

struct SelfRun {
  std::string text;  ///< what it wrote to standard output
  int status = 0;    ///< as waitpid() has it
};

enum class ChildErrors { shown, dropped };

/// Runs this program with `arguments`.
SelfRun run_self(std::vector<std::string> arguments, std::vector<std::string> environment, ChildErrors errors) {
  arguments.insert(arguments.begin(), "papilio");
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("a pipe", errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  if (errors == ChildErrors::dropped)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int status = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, pointers(arguments).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  SelfRun run{drain(ends[0])};
  if (status != 0) fail("a process of papilio's own", status);
  while (waitpid(child, &run.status, 0) < 0) {
    if (errno != EINTR) fail("the process of papilio's own", errno);
  }
  return run;
}

}  // namespace

std::string run_self_with_fresh_caches(const std::vector<std::string>& arguments) {
  const FreshCaches caches;
  SelfRun run = run_self(arguments, caches.environment(), ChildErrors::shown);
  if (!WIFEXITED(run.status) || WEXITSTATUS(run.status) != 0)
    throw Error::internal("the process of the plan time", fmt::format("it ended with wait status {}", run.status));
  return std::move(run.text);
}

std::optional<SelfEnd> end_of_self(const std::vector<std::string>& arguments) {
  const SelfRun run = run_self(arguments, own_environment(), ChildErrors::dropped);
  if (!WIFSIGNALED(run.status)) return std::nullopt;
  const int signal = WTERMSIG(run.status);
  return SelfEnd{fmt::format("signal {} ({})", signal, strsignal(signal)), signal == SIGKILL};
}

}  // namespace papilio::bench
