// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's short-time transforms.
#include "api/c/c_stft.hpp"

#include <algorithm>
#include <variant>

#include "api/c/c_support.hpp"

using papilio::Error;
using papilio::Stft;
using papilio::StftOptions;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::make_handle;
using papilio::api::require_not_null;

struct papilio_stft {
  std::variant<Stft<float>, Stft<double>, Stft<std::complex<float>>, Stft<std::complex<double>>> value;
};

namespace {

papilio_stft made(const papilio::Device& device, const papilio_stft_options& options) {
  const StftOptions own = papilio::api::from_c(options);
  const bool wide = papilio::api::precision_of_floats(options.precision, "papilio_stft_options.precision", "STFTs") ==
                    papilio::Precision::f64;
  const bool complex = enumerator<int>(options.field, 2, "papilio_stft_options.field", "papilio_field") == 1;
  if (complex && wide) return {Stft<std::complex<double>>(device, own)};
  if (complex) return {Stft<std::complex<float>>(device, own)};
  if (wide) return {Stft<double>(device, own)};
  return {Stft<float>(device, own)};
}

/// Arguments of the functions besides their handle.
struct Arrays {
  const void* in;
  std::int64_t samples;
  std::int64_t batch;
  void* out;
};

/// Calls run(stft) with the Stft of whichever type it is, and copies its result, if there is something to do.
template <class Run>
papilio_status with_arrays(const papilio_stft* stft, const char* function, const Arrays& arrays, Run run) noexcept {
  return guarded([&] {
    require_not_null(stft, function, "stft");
    constexpr std::int64_t most = std::int64_t{1} << 48;  // numbers; no memory holds more
    if (arrays.samples < 0 || arrays.batch < 1 || arrays.samples > most / arrays.batch) {
      throw Error::invalid_argument(
          fmt::format("{} of a batch of {} signals of {} samples", function, arrays.batch, arrays.samples),
          "there is no such batch", "give at least one signal");
    }
    if (arrays.samples == 0) return;
    require_not_null(arrays.in, function, "the input");
    require_not_null(arrays.out, function, "the output");
    std::visit(
        [&](const auto& value) {
          const auto result = run(value);
          using Number = typename std::decay_t<decltype(result)>::value_type;
          std::copy(result.begin(), result.end(), static_cast<Number*>(arrays.out));
        },
        stft->value);
  });
}

template <class T>
std::span<const T> signals_of(const Stft<T>& /*stft*/, const Arrays& arrays) {
  return {static_cast<const T*>(arrays.in), static_cast<std::size_t>(arrays.samples * arrays.batch)};
}

template <class T>
std::span<const typename Stft<T>::Bin> spectra_of(const Stft<T>& stft, const Arrays& arrays) {
  return {static_cast<const typename Stft<T>::Bin*>(arrays.in),
          static_cast<std::size_t>(arrays.batch * stft.frames(arrays.samples) * stft.bins())};
}

}  // namespace

StftOptions papilio::api::from_c(const papilio_stft_options& options) {
  StftOptions result{.length = options.length, .hop = options.hop};
  // Errors of a length that no window has are those of Stft.
  if (options.window != nullptr && options.length > 0) {
    result.window.assign(options.window, options.window + std::min(options.length, std::int64_t{1} << 27));
  }
  constexpr StftPadding paddings[] = {StftPadding::zeros, StftPadding::reflect, StftPadding::none};
  result.padding =
      paddings[enumerator<int>(options.padding, 3, "papilio_stft_options.padding", "papilio_stft_padding")];
  result.scaling = enumerator<StftScaling>(options.scaling, 4, "papilio_stft_options.scaling", "papilio_stft_scaling");
  result.last_frame =
      enumerator<StftLastFrame>(options.last_frame, 2, "papilio_stft_options.last_frame", "papilio_stft_last_frame");
  return result;
}

papilio_status papilio_stft_create(const papilio_device* device, const papilio_stft_options* options,
                                   papilio_stft** stft) {
  const char* const function = __func__;
  return make_handle(stft, function, {{device, "device"}}, [&] {
    papilio::api::require_struct(options, function, "options", "papilio_stft_options");
    return made(device->value, *options);
  });
}

void papilio_stft_destroy(papilio_stft* stft) { delete stft; }

papilio_status papilio_stft_get_shape(const papilio_stft* stft, int64_t samples, int64_t* frames, int64_t* bins) {
  return guarded(__func__, {{stft, "stft"}}, [&] {
    std::visit(
        [&](const auto& value) {
          if (frames != nullptr) *frames = value.frames(samples);
          if (bins != nullptr) *bins = value.bins();
        },
        stft->value);
  });
}

papilio_status papilio_stft_forward(const papilio_stft* stft, const void* signals, int64_t samples, int64_t batch,
                                    void* spectra) {
  const Arrays arrays{signals, samples, batch, spectra};
  return with_arrays(stft, "papilio_stft_forward", arrays,
                     [&](const auto& value) { return value.forward(signals_of(value, arrays), batch); });
}

papilio_status papilio_stft_power(const papilio_stft* stft, const void* signals, int64_t samples, int64_t batch,
                                  void* power) {
  const Arrays arrays{signals, samples, batch, power};
  return with_arrays(stft, "papilio_stft_power", arrays,
                     [&](const auto& value) { return value.power(signals_of(value, arrays), batch); });
}

papilio_status papilio_stft_inverse(const papilio_stft* stft, const void* spectra, int64_t samples, int64_t batch,
                                    void* signals) {
  const Arrays arrays{spectra, samples, batch, signals};
  return with_arrays(stft, "papilio_stft_inverse", arrays,
                     [&](const auto& value) { return value.inverse(spectra_of(value, arrays), samples, batch); });
}

// NOLINTNEXTLINE(readability-function-size): as many as the functions on host memory, and the stream
papilio_status papilio_stft_forward_on_stream(const papilio_stft* stft, const papilio_stream* stream,
                                              const papilio_buffer* signals, int64_t samples, int64_t batch,
                                              const papilio_buffer* spectra) {
  return guarded(__func__, {{stft, "stft"}, {stream, "stream"}, {signals, "signals"}, {spectra, "spectra"}}, [&] {
    std::visit([&](const auto& own) { own.forward(stream->value, signals->value, spectra->value, samples, batch); },
               stft->value);
  });
}

// NOLINTNEXTLINE(readability-function-size): as many as the functions on host memory, and the stream
papilio_status papilio_stft_power_on_stream(const papilio_stft* stft, const papilio_stream* stream,
                                            const papilio_buffer* signals, int64_t samples, int64_t batch,
                                            const papilio_buffer* power) {
  return guarded(__func__, {{stft, "stft"}, {stream, "stream"}, {signals, "signals"}, {power, "power"}}, [&] {
    std::visit([&](const auto& own) { own.power(stream->value, signals->value, power->value, samples, batch); },
               stft->value);
  });
}

// NOLINTNEXTLINE(readability-function-size): as many as the functions on host memory, and the stream
papilio_status papilio_stft_inverse_on_stream(const papilio_stft* stft, const papilio_stream* stream,
                                              const papilio_buffer* spectra, int64_t samples, int64_t batch,
                                              const papilio_buffer* signals) {
  return guarded(__func__, {{stft, "stft"}, {stream, "stream"}, {spectra, "spectra"}, {signals, "signals"}}, [&] {
    std::visit([&](const auto& own) { own.inverse(stream->value, spectra->value, signals->value, samples, batch); },
               stft->value);
  });
}
