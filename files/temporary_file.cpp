// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <papilio/error.hpp>
#include <span>
#include <string>
#include <string_view>

namespace papilio::files {
namespace {

constexpr std::array stopping = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};
constexpr std::size_t most_files = 64;

// A signal handler can only use static objects. Whoever takes a path out of its slot owns it, so that the handler never
// sees one that another thread frees.
constinit std::array<std::atomic<char*>, most_files> doomed = {};
static_assert(std::atomic<char*>::is_always_lock_free, "the handler may exchange it");
/// The handlers that were installed before. They need not be the default: LLVM, inside an OpenCL driver, installs its
/// own.
std::array<struct sigaction, stopping.size()> earlier;
constinit std::mutex handlers_mutex;
int handlers_users = 0;

/// Held while a file is made whose name has no slot yet, and by a handler that removes files.
constinit std::atomic_flag busy = ATOMIC_FLAG_INIT;

void take_turn() {
  while (busy.test_and_set()) ::sched_yield();
}

sigset_t set_of(std::span<const int> signals) {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : signals) ::sigaddset(&set, signal);
  return set;
}

/// While it lives, no handler removes files: this thread's signals wait, and handlers on other threads wait for it.
class Making {
 public:
  Making() {
    const sigset_t signals = set_of(stopping);
    ::pthread_sigmask(SIG_BLOCK, &signals, &mask_before_);
    take_turn();
  }
  ~Making() {
    busy.clear();
    ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
  }
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;

 private:
  sigset_t mask_before_{};
};

extern "C" void remove_and_stop(int signal) {
  take_turn();
  remove_temporary_files();
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    if (stopping[i] == signal) ::sigaction(signal, &earlier[i], nullptr);
  }
  const sigset_t blocked = set_of({&signal, 1});  // while its handler runs; raise() would only make it pending
  ::pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
  ::raise(signal);
  busy.clear();  // an earlier handler may let the process go on
}

/// Signals that the caller ignores (nohup) stay ignored.
void catch_signals() {
  const std::lock_guard lock(handlers_mutex);
  if (handlers_users++ > 0) return;
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    if (::sigaction(stopping[i], nullptr, &earlier[i]) != 0 || earlier[i].sa_handler == SIG_IGN) continue;
    struct sigaction ours = {};
    ours.sa_handler = remove_and_stop;
    ours.sa_mask = set_of(stopping);  // another handler on its thread would wait for it for ever
    ::sigaction(stopping[i], &ours, nullptr);
  }
}

/// A handler that was installed on top of ours stays.
void release_signals() {
  const std::lock_guard lock(handlers_mutex);
  if (--handlers_users > 0) return;
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    struct sigaction now = {};
    if (::sigaction(stopping[i], nullptr, &now) != 0 || now.sa_handler != remove_and_stop) continue;
    ::sigaction(stopping[i], &earlier[i], nullptr);
  }
}

/// The slot that holds the path from now on.
std::size_t doom(const std::filesystem::path& path) {
  char* const copy = ::strdup(path.c_str());
  if (copy == nullptr) throw std::bad_alloc();
  for (std::size_t slot = 0; slot < most_files; ++slot) {
    char* none = nullptr;
    if (doomed[slot].compare_exchange_strong(none, copy)) return slot;
  }
  std::free(copy);
  throw Error::io(path.string(), fmt::format("{} outputs are open already", most_files), "write fewer at a time");
}

void spare(std::size_t slot) { std::free(doomed[slot].exchange(nullptr)); }

Error failure(const std::filesystem::path& path, const std::string& why) {
  return Error::io(path.string(), "cannot be written: " + why, "choose another name");
}

}  // namespace

void remove_temporary_files() noexcept {
  for (std::atomic<char*>& slot : doomed) {
    if (const char* const path = slot.exchange(nullptr)) ::unlink(path);
  }
}

TemporaryFile::TemporaryFile(const Target& target) : wanted_(target.path) {
  constexpr std::string_view suffix = ".part";
  constexpr std::size_t most_of_a_name = 200;  // with the rest below the system's limit of 255
  std::string name = (folder_of(wanted_) / wanted_.filename().string().substr(0, most_of_a_name)).string();
  name += ".XXXXXX";
  name += suffix;
  catch_signals();
  try {
    const Making making;
    // Nobody else's file is opened, whatever it is called, and nobody else opens this one: its mode is 0600.
    descriptor_ = Descriptor(::mkostemps(name.data(), static_cast<int>(suffix.size()), O_CLOEXEC));
    if (!descriptor_) throw failure(wanted_, fmt::format("its folder takes no new file ({})", reason(errno)));
    path_ = name;
    slot_ = doom(path_);
  } catch (...) {
    if (descriptor_) ::unlink(name.c_str());
    release_signals();
    throw;
  }
  give_rights(descriptor_.get(), target.rights);
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
  spare(slot_);
  release_signals();
}

void TemporaryFile::settle() {
  // EINVAL, ENOTSUP: file systems without support for it.
  if (::fsync(descriptor_.get()) != 0 && errno != EINVAL && errno != ENOTSUP) throw failure(wanted_, reason(errno));
  if (const int error = descriptor_.close(); error != 0) throw failure(wanted_, reason(error));
}

void TemporaryFile::take_its_place() {
  settle();
  put_in_place(path_, wanted_);
  path_.clear();
}

bool TemporaryFile::take_free_place() {
  settle();
  if (::link(path_.c_str(), wanted_.c_str()) == 0) {
    ::unlink(path_.c_str());
    path_.clear();
    sync_folder_of(wanted_);
    return true;
  }
  if (errno == EEXIST) return false;
  // A file system without hard links.
  if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, wanted_.c_str(), RENAME_NOREPLACE) == 0) {
    path_.clear();
    sync_folder_of(wanted_);
    return true;
  }
  if (errno == EEXIST) return false;
  throw failure(wanted_, reason(errno));
}

}  // namespace papilio::files
