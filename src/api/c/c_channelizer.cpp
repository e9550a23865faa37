// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's polyphase filter banks.
#include <papilio/channelizer.h>

#include <algorithm>
#include <papilio/channelizer.hpp>
#include <variant>

#include "api/c/c_support.hpp"

using papilio::Channelizer;
using papilio::ChannelizerOptions;
using papilio::Error;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::require_not_null;

using AnyChannelizer = std::variant<Channelizer<float>, Channelizer<double>, Channelizer<std::complex<float>>,
                                    Channelizer<std::complex<double>>>;

struct papilio_channelizer {
  AnyChannelizer value;
  std::int64_t sample_bytes;
};

namespace {

constexpr std::int64_t max_taps = std::int64_t{1} << 27;

papilio_channelizer made_channelizer(const papilio::Device& device, const papilio_channelizer_options& options) {
  ChannelizerOptions own{.channels = options.channels, .hop = options.hop};
  if (options.tap_count < 0 || options.tap_count > max_taps || (options.taps == nullptr) != (options.tap_count == 0)) {
    throw Error::invalid_argument(fmt::format("papilio_channelizer_options.tap_count = {}", options.tap_count),
                                  "it is not the number of numbers behind taps", "give both, or leave both 0");
  }
  own.taps.assign(options.taps, options.taps + options.tap_count);
  own.storage =
      enumerator<papilio::Storage>(options.storage, 9, "papilio_channelizer_options.storage", "papilio_storage");
  const papilio::Precision precision =
      papilio::api::precision_of_floats(options.precision, "papilio_channelizer_options.precision", "channelizers");
  const bool complex =
      enumerator<int>(options.field, 2, "papilio_channelizer_options.field", "papilio_field") == PAPILIO_COMPLEX;
  const auto made = [&]<class T>(Channelizer<T>&& channelizer) -> papilio_channelizer {
    return {std::move(channelizer), 0};
  };
  papilio_channelizer result =
      precision == papilio::Precision::f64
          ? (complex ? made(Channelizer<std::complex<double>>(device, own)) : made(Channelizer<double>(device, own)))
          : (complex ? made(Channelizer<std::complex<float>>(device, own)) : made(Channelizer<float>(device, own)));
  result.sample_bytes = std::visit([](const auto& value) { return value.sample_bytes(); }, result.value);
  return result;
}

}  // namespace

papilio_status papilio_channelizer_create(const papilio_device* device, const papilio_channelizer_options* options,
                                          papilio_channelizer** channelizer) {
  const char* const function = __func__;
  return papilio::api::make_handle(channelizer, function, {{device, "device"}}, [&] {
    papilio::api::require_struct(options, function, "options", "papilio_channelizer_options");
    return made_channelizer(device->value, *options);
  });
}

void papilio_channelizer_destroy(papilio_channelizer* channelizer) { delete channelizer; }

papilio_status papilio_channelizer_get_shape(const papilio_channelizer* channelizer, int64_t samples, int64_t* frames,
                                             int64_t* bins) {
  return guarded(__func__, {{channelizer, "channelizer"}}, [&] {
    std::visit(
        [&](const auto& own) {
          if (frames != nullptr) *frames = own.frames(samples);
          if (bins != nullptr) *bins = own.bins();
        },
        channelizer->value);
  });
}

papilio_status papilio_channelizer_push(papilio_channelizer* channelizer, const void* samples, int64_t count,
                                        void* results) {
  const char* const function = __func__;
  return guarded(function, {{channelizer, "channelizer"}}, [&] {
    const auto push = [&]<class T>(Channelizer<T>& own) {
      const std::int64_t frames = own.frames(count);
      if (count > 0) require_not_null(samples, function, "samples");
      if (frames > 0) require_not_null(results, function, "results");
      const std::size_t bytes = static_cast<std::size_t>(count * channelizer->sample_bytes);
      const auto pushed = own.push_stored(papilio::api::bytes_of(samples, bytes));
      std::ranges::copy(pushed, static_cast<typename Channelizer<T>::Bin*>(results));
    };
    std::visit(push, channelizer->value);
  });
}

papilio_status papilio_channelizer_push_on_stream(papilio_channelizer* channelizer, const papilio_stream* stream,
                                                  const papilio_buffer* samples, int64_t count,
                                                  const papilio_buffer* results) {
  const char* const function = __func__;
  return guarded(function, {{channelizer, "channelizer"}, {stream, "stream"}, {samples, "samples"}}, [&] {
    const auto push = [&](auto& own) {
      if (own.frames(count) > 0) require_not_null(results, function, "results");
      own.push(stream->value, samples->value, count, results == nullptr ? papilio::Buffer() : results->value);
    };
    std::visit(push, channelizer->value);
  });
}

papilio_status papilio_channelizer_reset(papilio_channelizer* channelizer) {
  return guarded(__func__, {{channelizer, "channelizer"}},
                 [&] { std::visit([](auto& own) { own.reset(); }, channelizer->value); });
}

papilio_status papilio_channel_filter(int64_t channels, int64_t taps_per_channel, double beta, double* taps) {
  return guarded(__func__, {{taps, "taps"}},
                 [&] { std::ranges::copy(papilio::channel_filter(channels, taps_per_channel, beta), taps); });
}
