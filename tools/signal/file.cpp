// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

namespace papilio::tool {
namespace {

std::string reason(int code) { return std::generic_category().message(code); }

}  // namespace

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
  // fopen() of a folder succeeds; only the first read would tell.
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) {
    throw Error::io(path_.string(), "is a folder", "name a file in it");
  }
  file_.reset(std::fopen(path_.c_str(), "rb"));
  if (!file_) {
    throw Error::io(path_.string(), reason(errno), "check the name and the permissions");
  }
}

std::size_t InputFile::read(std::span<std::byte> to) {
  const std::size_t got = std::fread(to.data(), 1, to.size(), file_.get());
  if (got < to.size() && std::ferror(file_.get()) != 0) {
    throw Error::io(path_.string(), "reading failed: " + reason(errno), "check the disk, then copy the file again");
  }
  return got;
}

std::int64_t InputFile::size() const {
  std::error_code code;
  const auto bytes = std::filesystem::file_size(path_, code);
  if (code) {
    throw Error::io(path_.string(), "its size is unknown: " + code.message(),
                    "save the stream to a regular file first");
  }
  return static_cast<std::int64_t>(bytes);
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")) {
  if (!file_) {
    throw Error::io(path_.string(), "cannot be written: " + reason(errno), "check that the folder exists and is yours");
  }
}

void OutputFile::write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    throw Error::io(path_.string(), "writing failed: " + reason(errno), "free some space on that disk");
  }
}

void OutputFile::rewind() {
  if (std::fseek(file_.get(), 0, SEEK_SET) != 0) {
    throw Error::io(path_.string(), "cannot go back to its start: " + reason(errno), "write to a regular file");
  }
}

void OutputFile::close() {
  if (file_ && std::fclose(file_.release()) != 0) {
    throw Error::io(path_.string(), "writing failed: " + reason(errno), "free some space on that disk");
  }
}

}  // namespace papilio::tool
