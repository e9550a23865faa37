// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <papilio/error.hpp>

#include "shared_segment.hpp"

namespace papilio::mpi {
namespace {

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  [[nodiscard]] int get() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Null if it cannot be mapped.
std::shared_ptr<std::byte> map(const File& file, std::size_t bytes) {
  void* const address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (address == MAP_FAILED) return nullptr;
  return {static_cast<std::byte*>(address), [bytes](std::byte* mapped) { ::munmap(mapped, bytes); }};
}

/// Makes the file so long, with its memory; 0 or an errno.
int reserve(const File& file, std::size_t bytes) {
#ifdef __APPLE__  // which has no posix_fallocate(): memory that is missing shows when it is first used
  return ::ftruncate(file.get(), static_cast<off_t>(bytes)) == 0 ? 0 : errno;
#else
  int status = EINTR;
  while (status == EINTR) status = ::posix_fallocate(file.get(), 0, static_cast<off_t>(bytes));
  return status;
#endif
}

Error too_much(std::size_t bytes, int status) {
  return Error::out_of_memory(fmt::format("{} bytes of memory that processes share", bytes), std::strerror(status),
                              "make the host's shared memory (/dev/shm) larger, or use Carrier::mpi_host");
}

}  // namespace

std::shared_ptr<std::byte> create_shared(const std::string& name, std::size_t bytes) {
  const File file(::shm_open(name.c_str(), O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR));
  if (file.get() < 0) {
    throw Error::unsupported("memory that processes share", std::strerror(errno), "use Carrier::mpi_host");
  }
  std::shared_ptr<std::byte> memory;
  int status = reserve(file, bytes);
  if (status == 0) memory = map(file, bytes);
  if (status == 0 && !memory) status = errno;
  if (status == 0) return memory;
  remove_shared(name);
  throw too_much(bytes, status);
}

std::shared_ptr<std::byte> open_shared(const std::string& name, std::size_t bytes) {
  const File file(::shm_open(name.c_str(), O_RDWR, 0));
  std::shared_ptr<std::byte> memory = file.get() < 0 ? nullptr : map(file, bytes);
  if (!memory) throw Error::device_failed("opening the memory of another process", std::strerror(errno));
  return memory;
}

void remove_shared(const std::string& name) noexcept { ::shm_unlink(name.c_str()); }

}  // namespace papilio::mpi
