// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/sound_writer.hpp"

#include <fmt/format.h>
#include <sndfile.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <papilio/error.hpp>
#include <utility>

namespace papilio::tool {

/// libsndfile's way to the file. An exception must not pass through it, so it waits here.
struct SoundWriter::File {
  explicit File(files::OutputFile given) : out(std::move(given)) {}
  ~File() {
    if (handle != nullptr) sf_close(handle);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  template <class Action>
  sf_count_t guarded(Action action) noexcept {
    try {
      return action();
    } catch (...) {
      if (!failure) failure = std::current_exception();
      return -1;
    }
  }
  static File& of(void* file) { return *static_cast<File*>(file); }
  static sf_count_t size(void* file) { return of(file).out.size(); }
  static sf_count_t position(void* file) { return of(file).out.position(); }
  static sf_count_t read(void*, sf_count_t, void*) { return 0; }  // it is only written
  static sf_count_t seek(sf_count_t offset, int whence, void* file) {
    files::OutputFile& out = of(file).out;
    const std::int64_t start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? out.position() : out.size();
    return of(file).guarded([&] {
      out.seek(start + offset);
      return out.position();
    });
  }
  static sf_count_t write(const void* bytes, sf_count_t count, void* file) {
    return of(file).guarded([&] {
      of(file).out.write(std::span(static_cast<const std::byte*>(bytes), static_cast<std::size_t>(count)));
      return count;
    });
  }

  void require(bool success) const {
    if (failure) std::rethrow_exception(failure);
    if (success) return;
    throw Error::io(out.path().string(), fmt::format("writing failed ({})", sf_strerror(handle)), "write .npy");
  }

  files::OutputFile out;
  SNDFILE* handle = nullptr;
  std::exception_ptr failure;
};

SoundWriter::SoundWriter(files::OutputFile file, double rate) : file_(std::make_unique<File>(std::move(file))) {
  if (!(rate >= 1 && rate <= std::numeric_limits<int>::max() && rate == std::floor(rate))) {
    throw Error::invalid_argument(file_->out.path().string(),
                                  fmt::format("the sample rate of a WAV file is a whole number, not {} Hz", rate),
                                  "give another with --rate, or write .npy");
  }
  file_->out.seek(0);  // a pipe is refused now, and not at the end
  SF_INFO sound{};
  sound.samplerate = static_cast<int>(rate);
  sound.channels = 1;
  sound.format = SF_FORMAT_RF64 | SF_FORMAT_FLOAT;
  SF_VIRTUAL_IO io = {File::size, File::seek, File::read, File::write, File::position};
  file_->handle = sf_open_virtual(&io, SFM_WRITE, &sound, file_.get());
  file_->require(file_->handle != nullptr);
  sf_command(file_->handle, SFC_RF64_AUTO_DOWNGRADE, nullptr, SF_TRUE);  // WAV up to 4 GiB
}

SoundWriter::~SoundWriter() = default;

void SoundWriter::write(std::span<const float> values) {
  const auto count = static_cast<sf_count_t>(values.size());
  file_->require(sf_writef_float(file_->handle, values.data(), count) == count);
}

void SoundWriter::write(std::span<const double> values) {
  const auto count = static_cast<sf_count_t>(values.size());
  file_->require(sf_writef_double(file_->handle, values.data(), count) == count);
}

void SoundWriter::close() {
  const bool closed = sf_close(std::exchange(file_->handle, nullptr)) == 0;
  file_->require(closed);
  file_->out.commit();
}

}  // namespace papilio::tool
