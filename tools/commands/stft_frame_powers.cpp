// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/stft_frame_powers.hpp"

#include <papilio/features.hpp>
#include <papilio/stft.hpp>

namespace papilio::tool {
namespace {

template <class T>
class StftFramePowers final : public FramePowers {
 public:
  StftFramePowers(const Device& device, const FrameShape& shape)
      : stft_(device, {.length = static_cast<std::int64_t>(shape.length),
                       .hop = static_cast<std::int64_t>(shape.hop),
                       .window = shape.window,
                       .padding = StftPadding::none}) {}

  std::vector<float> powers(std::span<const float> values, std::size_t /*as many as fit*/) override {
    if constexpr (sizeof(T) == sizeof(float)) {
      return stft_.power(values);
    } else {
      // The standard has complex numbers as arrays of two.
      return stft_.power({reinterpret_cast<const T*>(values.data()), values.size() / 2});
    }
  }

 private:
  Stft<T> stft_;
};

class MelFramePowers final : public FramePowers {
 public:
  MelFramePowers(const Device& device, const FrameShape& shape)
      : features_(device, {.frames = {.length = static_cast<std::int64_t>(shape.length),
                                      .hop = static_cast<std::int64_t>(shape.hop),
                                      .window = shape.window,
                                      .padding = StftPadding::none},
                           .rate = shape.rate,
                           .filters = static_cast<std::int64_t>(shape.filters)}) {}

  std::vector<float> powers(std::span<const float> values, std::size_t /*as many as fit*/) override {
    return features_.compute(values);
  }

 private:
  SpectralFeatures<float> features_;
};

}  // namespace

FramePowersFactory stft_frame_powers(const Device& device) {
  return [device](const FrameShape& shape) -> std::unique_ptr<FramePowers> {
    if (shape.filters > 0) return std::make_unique<MelFramePowers>(device, shape);
    if (shape.kind == SampleKind::real) return std::make_unique<StftFramePowers<float>>(device, shape);
    return std::make_unique<StftFramePowers<std::complex<float>>>(device, shape);
  };
}

}  // namespace papilio::tool
