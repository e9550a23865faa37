// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <papilio/error.hpp>
#include <system_error>
#include <utility>

#include "files/identity.hpp"
#include "files/system_calls.hpp"
#include "files/target.hpp"

namespace papilio::files {

void refuse_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw Error::io(path.string(), "is a folder", "name a file in it");
}

InputFile::InputFile(std::filesystem::path path, bool (*ended)()) : path_(std::move(path)), ended_(ended) {
  refuse_folder(path_);  // fopen() succeeds; only the first read fails
  file_.reset(path_ == "-" ? system::standard_input() : system::open_to_read(path_));
  if (!file_ && path_ == "-" && errno == EBADF)
    throw Error::io(name_of_input(path_), "is closed", "give it a file with < FILE, or the output of a program with |");
  if (!file_) throw Error::io(name_of_input(path_), reason(errno), "check the name and the permissions");
}

std::size_t InputFile::read(std::span<std::byte> to) {
  std::size_t got = 0;
  while (got < to.size() && !ended()) {
    got += std::fread(to.data() + got, 1, to.size() - got, file_.get());
    if (std::ferror(file_.get()) == 0) break;
    if (errno != EINTR) {
      throw Error::io(name_of_input(path_), "reading failed: " + reason(errno),
                      "check the disk, then copy the file again");
    }
    std::clearerr(file_.get());
  }
  return got;
}

void InputFile::seek(std::int64_t position) {
  if (system::go_to(file_.get(), position)) return;
  throw Error::io(name_of_input(path_), "is not read in order here, and cannot be: " + reason(errno),
                  "save the stream to a regular file first");
}

std::int64_t InputFile::size() const {
  if (const std::optional<std::int64_t> bytes = regular_size()) return *bytes;
  throw Error::io(name_of_input(path_), "is a stream: its size is unknown", "save the stream to a regular file first");
}

std::optional<std::int64_t> InputFile::regular_size() const { return system::regular_size(file_.get()); }

std::string read_text(const std::filesystem::path& path, std::size_t most) {
  constexpr std::size_t at_once = std::size_t{1} << 16;
  InputFile file(path);
  std::string text;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + std::min(at_once, most + 1 - before));
    const std::size_t got = file.read(std::as_writable_bytes(std::span(text).subspan(before)));
    text.resize(before + got);
    if (text.size() > most) {
      throw Error::io(name_of_input(path), fmt::format("it is longer than {} bytes", most),
                      "check that it is the right file");
    }
    if (got == 0) return text;
  }
}

}  // namespace papilio::files
