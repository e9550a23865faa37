// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/audio.hpp"

#include <papilio/error.hpp>

#include "tools/signal/sound_writer.hpp"

namespace papilio::tool {
namespace {

Error no_audio(const std::filesystem::path& path) {
  return Error::unsupported(path.string(), "this build of papilio knows no audio files: it was made without libsndfile",
                            "convert it: .npy, .csv and raw .cf32, .cf64, .cs16 and .cu8 are read");
}

}  // namespace

std::unique_ptr<SignalReader> open_audio(const std::filesystem::path& path, const OpenOptions&) {
  throw no_audio(path);
}

struct SoundWriter::File {};

SoundWriter::SoundWriter(files::OutputFile file, double) { throw no_audio(file.path()); }
SoundWriter::~SoundWriter() = default;
void SoundWriter::write(std::span<const float>) {}
void SoundWriter::write(std::span<const double>) {}
void SoundWriter::close() {}

}  // namespace papilio::tool
