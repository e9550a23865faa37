// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/part.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace papilio::tool {
namespace {

constexpr std::array stopping = {SIGINT, SIGTERM, SIGHUP};

std::atomic<const char*> doomed = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free, "the handler may load it");
/// What was to happen without us. It need not be the default: LLVM, inside an OpenCL driver, has handlers of its own.
std::array<struct sigaction, stopping.size()> earlier;

extern "C" void remove_and_stop(int signal) {
  if (const char* const path = doomed.load()) unlink(path);
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    if (stopping[i] == signal) sigaction(signal, &earlier[i], nullptr);
  }
  raise(signal);
}

/// Signals that the caller ignores (nohup) stay ignored.
void catch_signals() {
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    if (sigaction(stopping[i], nullptr, &earlier[i]) != 0 || earlier[i].sa_handler == SIG_IGN) continue;
    struct sigaction ours = {};
    ours.sa_handler = remove_and_stop;
    sigaction(stopping[i], &ours, nullptr);
  }
}

/// Where somebody has put a handler on top of ours, that one stays.
void release_signals() {
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    struct sigaction now = {};
    if (sigaction(stopping[i], nullptr, &now) != 0 || now.sa_handler != remove_and_stop) continue;
    sigaction(stopping[i], &earlier[i], nullptr);
  }
}

/// Where the data shall go: the file that a symbolic link names, not the link.
std::filesystem::path destination(std::filesystem::path path) {
  std::error_code missing;
  const std::filesystem::path real = std::filesystem::canonical(path, missing);
  if (missing) return path;
  if (!std::filesystem::is_regular_file(real, missing)) {
    throw Error::io(path.string(), "cannot be written: it is there and no regular file", "choose another name");
  }
  return real;
}

/// A new empty file beside it. Nobody else's is opened, whatever it is called.
std::filesystem::path reserved(const std::filesystem::path& path) {
  constexpr std::string_view suffix = ".part";
  std::string name = path.string() + ".XXXXXX" + std::string(suffix);
  const int descriptor = mkostemps(name.data(), static_cast<int>(suffix.size()), O_CLOEXEC);
  if (descriptor < 0) {
    throw Error::io(path.string(), fmt::format("cannot be written: {}", std::strerror(errno)), "choose another name");
  }
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);  // as if it had been made in the usual way
  close(descriptor);
  return name;
}

}  // namespace

Part::Part(std::filesystem::path path) : path_(destination(std::move(path))), part_(path_) {
  std::error_code ignored;
  if (path_.has_parent_path() && !std::filesystem::is_directory(path_.parent_path(), ignored)) {
    throw Error::io(path_.string(), "cannot be written: its folder does not exist",
                    "make it: mkdir -p " + path_.parent_path().string());
  }
  part_ = reserved(path_);
  doomed = part_.c_str();
  catch_signals();
}

Part::~Part() {
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
  release_signals();
  doomed = nullptr;
}

void Part::take_its_place() const {
  std::error_code code;
  std::filesystem::rename(part_, path_, code);
  if (code) throw Error::io(path_.string(), "cannot be written: " + code.message(), "choose another name");
}

}  // namespace papilio::tool
