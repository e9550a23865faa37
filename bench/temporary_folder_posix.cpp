// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <papilio/error.hpp>
#include <string>
#include <system_error>
#include <thread>

#include "bench/temporary_folder.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, int number) {
  throw Error::io(what, std::strerror(number), "set TMPDIR to a folder with room");
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "papilio-bench-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) fail(pattern, errno);
  path_ = pattern;
  try {
    start_remover();
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    throw;
  }
}

void TemporaryFolder::start_remover() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("a pipe", errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // A process group of its own, so that signals from the terminal to this program's group do not end it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::string folder = path_.string();
  std::array<std::string, 4> words = {"sh", "-c", "read -r _; rm -rf -- \"$1\"", "sh"};
  std::array<char*, 6> arguments = {words[0].data(), words[1].data(), words[2].data(),
                                    words[3].data(), folder.data(),   nullptr};
  const int status = posix_spawn(&remover_, "/bin/sh", &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  held_ = ends[1];
  if (status != 0) {
    close(held_);
    fail("a process that removes " + folder, status);
  }
  fcntl(held_, F_SETFD, 0);  // programs that are started from here on hold it too
}

TemporaryFolder::~TemporaryFolder() {
  close(held_);
  // Another process that holds the pipe, such as a compiler's server, may outlive this program; the remover then waits
  // for that process.
  constexpr int tries = 500;
  for (int i = 0; i < tries && waitpid(remover_, nullptr, WNOHANG) == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace papilio::bench
