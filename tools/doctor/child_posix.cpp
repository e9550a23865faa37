// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

#include "tools/doctor/child.hpp"

namespace papilio::tool {
namespace {

using Clock = std::chrono::steady_clock;

/// The ends of a pipe, closed when they go.
class Pipe {
 public:
  Pipe() {
    if (::pipe(ends_.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    for (const int end : ends_) ::fcntl(end, F_SETFD, FD_CLOEXEC);  // without threads nobody forks in between
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int reading() const { return ends_[0]; }
  [[nodiscard]] int writing() const { return ends_[1]; }
  void close_writing() { close(1); }

 private:
  void close(std::size_t end) {
    if (ends_[end] >= 0) ::close(std::exchange(ends_[end], -1));
  }
  std::array<int, 2> ends_{-1, -1};
};

// Not 0 and 1, with which libraries end a process.
constexpr int returned = 100;
constexpr int threw = 101;

void write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(to, text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    at += static_cast<std::size_t>(written);
  }
}

/// The child's life.
[[noreturn]] void work_and_leave(const std::function<std::string()>& work, int results, int messages) {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(messages, STDERR_FILENO);
  int code = returned;
  std::string text;
  try {
    text = work();
  } catch (const std::exception& error) {
    text = error.what();
    code = threw;
  }
  write_all(results, text);
  ::_exit(code);
}

/// Reads both pipes to their ends, or until the time is over; true for the ends. A driver may leave a process behind
/// that keeps them open: the child's end counts as theirs.
bool read_both(std::array<pollfd, 2> pipes, std::array<std::string*, 2> texts, Clock::time_point end,
               const std::function<bool()>& child_has_ended) {
  while (pipes[0].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    const bool over = child_has_ended();  // then all that it wrote is in the pipes
    const auto patience = over ? 0 : static_cast<int>(std::min<std::int64_t>(left, 20));
    const int ready = ::poll(pipes.data(), pipes.size(), patience);
    if (ready < 0 && errno != EINTR) return false;
    if (ready == 0 && over) return true;
    if (ready <= 0) continue;
    for (std::size_t i = 0; i < pipes.size(); ++i) {
      if (pipes[i].fd < 0 || pipes[i].revents == 0) continue;
      std::array<char, 4096> block;
      const ssize_t count = ::read(pipes[i].fd, block.data(), block.size());
      if (count > 0) {
        texts[i]->append(block.data(), static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        pipes[i].fd = -1;
      }
    }
  }
  return true;
}

std::string last_line_of(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

ChildOutcome run_in_child(const std::function<std::string()>& work, std::chrono::milliseconds limit) {
  Pipe results;
  Pipe messages;
  const Clock::time_point end = Clock::now() + limit;
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) work_and_leave(work, results.writing(), messages.writing());
  results.close_writing();
  messages.close_writing();

  ChildOutcome outcome;
  std::string errors;
  const std::array<pollfd, 2> pipes{{{results.reading(), POLLIN, 0}, {messages.reading(), POLLIN, 0}}};
  int status = 0;
  bool gone = false;
  const auto child_has_ended = [&] { return gone = gone || ::waitpid(child, &status, WNOHANG) == child; };
  const bool ended = read_both(pipes, {&outcome.result, &errors}, end, child_has_ended);
  if (!ended && !child_has_ended()) ::kill(child, SIGKILL);
  // One that hangs in the kernel cannot be killed: it is left behind.
  const Clock::time_point last = Clock::now() + std::chrono::seconds(5);
  while (!child_has_ended() && Clock::now() < last) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  outcome.last_line = last_line_of(std::move(errors));
  if (!ended || !gone) {
    outcome.failure = fmt::format("did not end within {:.3g} s", std::chrono::duration<double>(limit).count());
  } else if (WIFSIGNALED(status)) {
    outcome.failure = fmt::format("crashed ({})", ::strsignal(WTERMSIG(status)));
  } else if (WEXITSTATUS(status) == threw) {
    outcome.failure = std::exchange(outcome.result, {});
  } else if (WEXITSTATUS(status) != returned) {
    outcome.failure = fmt::format("ended the process with code {}", WEXITSTATUS(status));
  }
  return outcome;
}

}  // namespace papilio::tool
