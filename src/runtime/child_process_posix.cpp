// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <papilio/error.hpp>

#include "runtime/child_process.hpp"
#include "runtime/environment.hpp"
#include "runtime/file_descriptor.hpp"

namespace papilio::runtime {
namespace {

constexpr int first_own_descriptor = 3;  // behind the standard ones, which a program may have closed

Error failed(const std::string& what, int error) { return Error::io(what, std::strerror(error)); }

/// Folders can be "executed" as well.
bool is_program(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

#if defined(MFD_CLOEXEC)
FileDescriptor nameless_file() { return FileDescriptor(::memfd_create("papilio", MFD_CLOEXEC)); }
#else
FileDescriptor nameless_file() {
  std::string name = "/tmp/papilio.XXXXXX";
  FileDescriptor made = make_file(name);
  if (made) ::unlink(name.c_str());
  return made;
}
#endif

/// A file in memory, which children do not inherit by themselves.
FileDescriptor memory_file(const std::string& what) {
  const FileDescriptor made = nameless_file();
  if (!made) throw failed(what, errno);
  const int moved = ::fcntl(made.get(), F_DUPFD_CLOEXEC, first_own_descriptor);
  if (moved < 0) throw failed(what, errno);
  return FileDescriptor(moved);
}

std::string contents_of(const FileDescriptor& file) {
  std::string contents;
  char block[4096];
  for (;;) {
    const ssize_t count = ::pread(file.get(), block, sizeof(block), static_cast<off_t>(contents.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return contents;
    contents.append(block, static_cast<std::size_t>(count));
  }
}

/// Which file is which descriptor of the child.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  void pass(const FileDescriptor& file, int as) { posix_spawn_file_actions_adddup2(&actions_, file.get(), as); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

#if defined(__linux__)
const char* const result_path = "/proc/self/fd/3";
#else
const char* const result_path = "/dev/fd/3";
#endif

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? name : std::string();
  const char* path = environment_variable("PATH");
  const std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    std::string program = folders.substr(begin, end - begin) + "/" + name;
    if (end > begin && is_program(program)) return program;
    begin = end + 1;
  }
  return {};
}

ChildOutput run_child(const std::vector<std::string>& arguments, std::string_view input) {
  const std::string what = "running " + arguments.at(0);
  const FileDescriptor in = memory_file(what);
  const FileDescriptor log = memory_file(what);
  const FileDescriptor result = memory_file(what);
  if (!write_all(in.get(), input) || ::lseek(in.get(), 0, SEEK_SET) != 0) throw failed(what, errno);
  FileActions actions;
  actions.pass(in, STDIN_FILENO);
  actions.pass(log, STDOUT_FILENO);
  actions.pass(log, STDERR_FILENO);
  actions.pass(result, first_own_descriptor);  // last: one of the others may have this number
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  pid_t child = 0;
  if (const int error = ::posix_spawn(&child, arguments[0].c_str(), actions.get(), nullptr, pointers.data(), environ))
    throw failed(what, error);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return {contents_of(log), contents_of(result)};
}

}  // namespace papilio::runtime
