// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/library_average.hpp"

#include <complex>
#include <papilio/spectrum_averager.hpp>

namespace papilio::tool {
namespace {

SpectrumAveragerOptions options_of(const SegmentShape& shape) {
  return {.length = static_cast<std::int64_t>(shape.window.size()),
          .hop = static_cast<std::int64_t>(shape.step),
          .transform = static_cast<std::int64_t>(shape.transform),
          .window = shape.window,
          .rate = shape.rate,
          .scaling = shape.scaling == Scaling::density ? SpectrumScaling::density : SpectrumScaling::spectrum,
          .detrend = shape.detrend ? Detrend::mean : Detrend::none};
}

template <class T>
class LibraryAverage final : public SegmentAverage {
 public:
  LibraryAverage(const Device& device, const SegmentShape& shape)
      : result_(shape.result), spectra_(device, options_of(shape)) {}

  void push(std::span<const float> values) override { spectra_.push_stored(std::as_bytes(values)); }
  std::vector<float> powers() override { return result_ == SegmentResult::peak ? spectra_.peak() : spectra_.power(); }

 private:
  SegmentResult result_;
  SpectrumAverager<T> spectra_;
};

}  // namespace

SegmentAverageFactory library_average(const Device& device) {
  return [device](const SegmentShape& shape) -> std::unique_ptr<SegmentAverage> {
    if (shape.kind == SampleKind::real) return std::make_unique<LibraryAverage<float>>(device, shape);
    return std::make_unique<LibraryAverage<std::complex<float>>>(device, shape);
  };
}

}  // namespace papilio::tool
