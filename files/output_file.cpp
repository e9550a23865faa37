// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <papilio/error.hpp>
#include <string>
#include <vector>

#include "files/system_calls.hpp"
#include "files/target.hpp"
#include "files/temporary_file.hpp"

namespace papilio::files {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

}  // namespace

struct OutputFile::Impl {
  explicit Impl(const std::filesystem::path& given) : path(given), target(target_of(given)) {
    if (!target.through) temporary.emplace(target);
    buffer.reserve(buffer_bytes);
    const std::int64_t start = system::position_of(descriptor());
    seekable = start >= 0;
    base = std::max<std::int64_t>(start, 0);  // standard output may be a file that holds something
  }

  [[nodiscard]] int descriptor() const { return temporary ? temporary->descriptor() : target.through.get(); }
  [[noreturn]] void fail(int error) const {
    throw Error::io(path.string(), "writing failed: " + reason(error), remedy_of(error));
  }

  void write_now(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const std::int64_t count = system::write_some(descriptor(), bytes);
      if (count < 0) fail(errno);
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }
  void flush() {
    write_now(buffer);
    buffer.clear();
  }

  std::filesystem::path path;
  Target target;
  std::optional<TemporaryFile> temporary;
  std::vector<std::byte> buffer;
  bool seekable = false;
  std::int64_t base = 0;
  std::int64_t position = 0;  ///< of what comes next, behind the buffer
  std::int64_t size = 0;
};

OutputFile::OutputFile(const std::filesystem::path& path) : impl_(std::make_unique<Impl>(path)) {}
OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;

void OutputFile::write(std::span<const std::byte> bytes) {
  if (impl_->buffer.size() + bytes.size() > buffer_bytes) impl_->flush();
  if (bytes.size() > buffer_bytes) {
    impl_->write_now(bytes);
  } else {
    impl_->buffer.insert(impl_->buffer.end(), bytes.begin(), bytes.end());
  }
  impl_->position += static_cast<std::int64_t>(bytes.size());
  impl_->size = std::max(impl_->size, impl_->position);
}

void OutputFile::flush() { impl_->flush(); }

void OutputFile::commit() {
  impl_->flush();
  if (impl_->temporary) {
    impl_->temporary->take_its_place();
  } else if (const int error = impl_->target.through.close(); error != 0) {
    impl_->fail(error);
  }
}

bool OutputFile::commit_new() {
  if (!impl_->temporary) {
    commit();
    return true;
  }
  impl_->flush();
  return impl_->temporary->take_free_place();
}

bool OutputFile::seekable() const noexcept { return impl_->seekable; }

void OutputFile::seek(std::int64_t position) {
  impl_->flush();
  if (!impl_->seekable || !system::go_to(impl_->descriptor(), impl_->base + position)) {
    throw Error::io(impl_->path.string(), "this format is not written in order, and here nothing can be taken back",
                    "write a regular file, or another format");
  }
  impl_->position = position;
}

std::int64_t OutputFile::position() const noexcept { return impl_->position; }
std::int64_t OutputFile::size() const noexcept { return impl_->size; }
const std::filesystem::path& OutputFile::path() const noexcept { return impl_->path; }

}  // namespace papilio::files
