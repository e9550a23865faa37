// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's spectra that accumulate.
#include <papilio/spectrum_averager.h>

#include <algorithm>
#include <papilio/spectrum_averager.hpp>
#include <variant>

#include "api/c/c_support.hpp"
#include "api/signal/averager_engine.hpp"

using papilio::AveragedSpectrum;
using papilio::Error;
using papilio::SpectrumAverager;
using papilio::SpectrumAveragerOptions;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::require_not_null;

using AnyAverager = std::variant<SpectrumAverager<float>, SpectrumAverager<double>,
                                 SpectrumAverager<std::complex<float>>, SpectrumAverager<std::complex<double>>>;

struct papilio_spectrum_averager {
  AnyAverager value;
};

namespace {

papilio_spectrum_averager made_averager(const papilio::Device& device,
                                        const papilio_spectrum_averager_options& options) {
  SpectrumAveragerOptions own{.length = options.length,
                              .hop = options.hop,
                              .transform = options.transform,
                              .rate = options.rate,
                              .signals = options.signals};
  if (options.window != nullptr && options.length >= 1 && options.length <= papilio::api::max_segment_samples)
    own.window.assign(options.window, options.window + options.length);
  own.scaling = enumerator<papilio::SpectrumScaling>(options.scaling, 2, "papilio_spectrum_averager_options.scaling",
                                                     "papilio_spectrum_scaling");
  own.detrend =
      enumerator<papilio::Detrend>(options.detrend, 2, "papilio_spectrum_averager_options.detrend", "papilio_detrend");
  own.storage =
      enumerator<papilio::Storage>(options.storage, 9, "papilio_spectrum_averager_options.storage", "papilio_storage");
  const bool wide = papilio::api::precision_of_floats(options.precision, "papilio_spectrum_averager_options.precision",
                                                      "averaged spectra") == papilio::Precision::f64;
  const bool complex =
      enumerator<int>(options.field, 2, "papilio_spectrum_averager_options.field", "papilio_field") == PAPILIO_COMPLEX;
  if (wide) {
    if (complex) return {SpectrumAverager<std::complex<double>>(device, own)};
    return {SpectrumAverager<double>(device, own)};
  }
  if (complex) return {SpectrumAverager<std::complex<float>>(device, own)};
  return {SpectrumAverager<float>(device, own)};
}

AveragedSpectrum spectrum_of(papilio_averaged_spectrum which) {
  return enumerator<AveragedSpectrum>(which, 4, "which", "papilio_averaged_spectrum");
}

}  // namespace

papilio_status papilio_spectrum_averager_create(const papilio_device* device,
                                                const papilio_spectrum_averager_options* options,
                                                papilio_spectrum_averager** averager) {
  const char* const function = __func__;
  return papilio::api::make_handle(averager, function, {{device, "device"}}, [&] {
    papilio::api::require_struct(options, function, "options", "papilio_spectrum_averager_options");
    return made_averager(device->value, *options);
  });
}

void papilio_spectrum_averager_destroy(papilio_spectrum_averager* averager) { delete averager; }

papilio_status papilio_spectrum_averager_get_shape(const papilio_spectrum_averager* averager, int64_t* segments,
                                                   int64_t* bins) {
  return guarded(__func__, {{averager, "averager"}}, [&] {
    std::visit(
        [&](const auto& own) {
          if (segments != nullptr) *segments = own.segments();
          if (bins != nullptr) *bins = own.bins();
        },
        averager->value);
  });
}

papilio_status papilio_spectrum_averager_push(papilio_spectrum_averager* averager, const void* samples,
                                              const void* second, int64_t count) {
  const char* const function = __func__;
  return guarded(function, {{averager, "averager"}}, [&] {
    const auto push = [&](auto& own) {
      if (count < 0 || count > papilio::api::max_piece_samples) {
        throw Error::invalid_argument(fmt::format("{} samples", count), "a piece has 0 to 2^48 of them",
                                      "give the number of samples");
      }
      if (count == 0) return;
      require_not_null(samples, function, "samples");
      const auto bytes = static_cast<std::size_t>(count * own.sample_bytes());
      if (own.options().signals == 1 && second == nullptr)
        return own.push_stored(papilio::api::bytes_of(samples, bytes));
      require_not_null(second, function, "second");
      own.push_stored(papilio::api::bytes_of(samples, bytes), papilio::api::bytes_of(second, bytes));
    };
    std::visit(push, averager->value);
  });
}

papilio_status papilio_spectrum_averager_push_on_stream(papilio_spectrum_averager* averager,
                                                        const papilio_stream* stream, const papilio_buffer* samples,
                                                        const papilio_buffer* second, int64_t count) {
  return guarded(__func__, {{averager, "averager"}, {stream, "stream"}, {samples, "samples"}}, [&] {
    const auto push = [&](auto& own) {
      if (second == nullptr) return own.push(stream->value, samples->value, count);
      own.push(stream->value, samples->value, second->value, count);
    };
    std::visit(push, averager->value);
  });
}

papilio_status papilio_spectrum_averager_read(papilio_spectrum_averager* averager, papilio_averaged_spectrum which,
                                              void* spectrum) {
  return guarded(__func__, {{averager, "averager"}, {spectrum, "spectrum"}}, [&] {
    const auto read = [&]<class T>(SpectrumAverager<T>& own) {
      const auto copy = [&]<class Number>(const std::vector<Number>& numbers) {
        std::ranges::copy(numbers, static_cast<Number*>(spectrum));
      };
      switch (spectrum_of(which)) {
        case AveragedSpectrum::power:
          return copy(own.power());
        case AveragedSpectrum::peak:
          return copy(own.peak());
        case AveragedSpectrum::second_power:
          return copy(own.second_power());
        case AveragedSpectrum::cross:
          return copy(own.cross());
      }
    };
    std::visit(read, averager->value);
  });
}

papilio_status papilio_spectrum_averager_read_on_stream(papilio_spectrum_averager* averager,
                                                        const papilio_stream* stream, papilio_averaged_spectrum which,
                                                        const papilio_buffer* spectrum) {
  return guarded(__func__, {{averager, "averager"}, {stream, "stream"}, {spectrum, "spectrum"}}, [&] {
    std::visit([&](auto& own) { own.read(stream->value, spectrum_of(which), spectrum->value); }, averager->value);
  });
}

papilio_status papilio_spectrum_averager_reset(papilio_spectrum_averager* averager) {
  return guarded(__func__, {{averager, "averager"}},
                 [&] { std::visit([](auto& own) { own.reset(); }, averager->value); });
}
