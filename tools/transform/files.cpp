// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/files.hpp"

#include <papilio/error.hpp>

#include "tools/signal/npy.hpp"
#include "tools/signal/raw.hpp"
#include "tools/transform/part.hpp"

namespace papilio::tool {
namespace {

template <class Writer>
class PartWriter final : public SpectraWriter {
 public:
  template <class... Arguments>
  explicit PartWriter(const std::filesystem::path& path, Arguments... arguments)
      : part_(path), writer_(part_.path(), arguments...) {}

  void write(std::span<const std::complex<float>> elements) override { writer_.write(elements); }
  void write(std::span<const std::complex<double>> elements) override { writer_.write(elements); }
  void close() override {
    writer_.close();
    part_.take_its_place();
  }

 private:
  Part part_;
  Writer writer_;
};

/// Writes complex128 arrays from f64 and complex64 ones from f32; the precision of a problem never changes.
using NpySpectra = PartWriter<NpyWriter>;
using RawSpectra = PartWriter<RawWriter>;

}  // namespace

std::unique_ptr<SignalReader> open_elements(const std::filesystem::path& path) {
  std::unique_ptr<SignalReader> reader;
  switch (format_by_extension(path).value_or(SignalFormat::by_extension)) {
    case SignalFormat::npy:
      reader = open_npy_flat(path);
      break;
    case SignalFormat::cf32:
      reader = open_raw(path, RawFormat::cf32, {});
      break;
    case SignalFormat::cf64:
      reader = open_raw(path, RawFormat::cf64, {});
      break;
    case SignalFormat::cs16:
      reader = open_raw(path, RawFormat::cs16, {});
      break;
    case SignalFormat::cu8:
      reader = open_raw(path, RawFormat::cu8, {});
      break;
    default:
      throw Error::invalid_argument(path.string(), "the extension names no format that transform reads",
                                    "use .npy, or raw complex .cf32, .cf64, .cs16 or .cu8");
  }
  if (!reader->info().notes.empty()) {  // bytes that are no whole element
    throw Error::io(path.string(), reader->info().notes.front(), "check that the extension names the right format");
  }
  return reader;
}

void require_writable(const std::filesystem::path& path) {
  switch (format_by_extension(path).value_or(SignalFormat::by_extension)) {
    case SignalFormat::npy:
    case SignalFormat::cf32:
    case SignalFormat::cf64:
      return;
    default:
      throw Error::invalid_argument(path.string(), "the extension names no format that transform writes",
                                    "use .npy, .cf32 or .cf64");
  }
}

std::unique_ptr<SpectraWriter> open_spectra(const std::filesystem::path& path, const Problem& problem) {
  require_writable(path);
  const SignalFormat format = *format_by_extension(path);
  if (format == SignalFormat::npy) {
    const NpyType type = problem.precision == Precision::f32 ? NpyType::c64 : NpyType::c128;
    return std::make_unique<NpySpectra>(path, type, problem.points());
  }
  return std::make_unique<RawSpectra>(path, format == SignalFormat::cf32 ? RawFormat::cf32 : RawFormat::cf64);
}

}  // namespace papilio::tool
