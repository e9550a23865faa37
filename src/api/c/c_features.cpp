// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's features of frames.
#include <papilio/features.h>

#include <algorithm>
#include <papilio/features.hpp>
#include <variant>

#include "api/c/c_stft.hpp"
#include "api/c/c_support.hpp"

using papilio::Error;
using papilio::FeatureOptions;
using papilio::SpectralFeatures;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::require_not_null;

struct papilio_features {
  std::variant<SpectralFeatures<float>, SpectralFeatures<double>> value;
};

namespace {

FeatureOptions feature_options(const papilio_feature_options& options) {
  FeatureOptions own;
  own.frames = papilio::api::from_c(options.frames);
  own.rate = options.rate;
  own.filters = options.filters;
  own.scale = enumerator<papilio::MelScale>(options.scale, 2, "papilio_feature_options.scale", "papilio_mel_scale");
  own.norm = enumerator<papilio::MelNorm>(options.norm, 2, "papilio_feature_options.norm", "papilio_mel_norm");
  own.low = options.low;
  own.high = options.high;
  own.level =
      enumerator<papilio::FeatureLevel>(options.level, 4, "papilio_feature_options.level", "papilio_feature_level");
  own.floor = options.floor;
  own.factor = options.factor;
  own.offset = options.offset;
  own.range = options.range;
  own.coefficients = options.coefficients;
  return own;
}

papilio_features made_features(const papilio::Device& device, const papilio_feature_options& options) {
  const FeatureOptions own = feature_options(options);
  if (options.frames.field != PAPILIO_REAL) {
    throw Error::invalid_argument("features of complex samples", "mel filters are those of half a spectrum",
                                  "set frames.field to PAPILIO_REAL");
  }
  const papilio::Precision precision =
      papilio::api::precision_of_floats(options.frames.precision, "papilio_stft_options.precision", "features");
  if (precision == papilio::Precision::f64) return {SpectralFeatures<double>(device, own)};
  return {SpectralFeatures<float>(device, own)};
}

}  // namespace

papilio_status papilio_features_create(const papilio_device* device, const papilio_feature_options* options,
                                       papilio_features** features) {
  const char* const function = __func__;
  return papilio::api::make_handle(features, function, {{device, "device"}}, [&] {
    papilio::api::require_struct(options, function, "options", "papilio_feature_options");
    papilio::api::require_struct(&options->frames, function, "options.frames", "papilio_stft_options");
    return made_features(device->value, *options);
  });
}

void papilio_features_destroy(papilio_features* features) { delete features; }

papilio_status papilio_features_get_shape(const papilio_features* features, int64_t samples, int64_t* frames,
                                          int64_t* size) {
  return guarded(__func__, {{features, "features"}}, [&] {
    std::visit(
        [&](const auto& own) {
          if (frames != nullptr) *frames = own.frames(samples);
          if (size != nullptr) *size = own.size();
        },
        features->value);
  });
}

papilio_status papilio_features_compute(const papilio_features* features, const void* signals, int64_t samples,
                                        int64_t batch, void* results) {
  const char* const function = __func__;
  return guarded(function, {{features, "features"}}, [&] {
    constexpr std::int64_t most = std::int64_t{1} << 48;  // numbers; no memory holds more
    if (samples < 0 || batch < 1 || samples > most / batch) {
      const bool none = samples < 0 || batch < 1;
      throw Error::invalid_argument(fmt::format("{} of a batch of {} signals of {} samples", function, batch, samples),
                                    none ? "there is no such batch" : "no memory holds as many numbers",
                                    none ? "give at least one signal" : "give shorter or fewer signals");
    }
    if (samples == 0) return;
    require_not_null(signals, function, "signals");
    require_not_null(results, function, "results");
    const auto compute = [&]<class T>(const SpectralFeatures<T>& own) {
      const std::span all(static_cast<const T*>(signals), static_cast<std::size_t>(samples * batch));
      std::ranges::copy(own.compute(all, batch), static_cast<T*>(results));
    };
    std::visit(compute, features->value);
  });
}

// NOLINTNEXTLINE(readability-function-size): as many as the function on host memory, and the stream
papilio_status papilio_features_compute_on_stream(const papilio_features* features, const papilio_stream* stream,
                                                  const papilio_buffer* signals, int64_t samples, int64_t batch,
                                                  const papilio_buffer* results) {
  return guarded(
      __func__, {{features, "features"}, {stream, "stream"}, {signals, "signals"}, {results, "results"}}, [&] {
        std::visit([&](const auto& own) { own.compute(stream->value, signals->value, results->value, samples, batch); },
                   features->value);
      });
}
