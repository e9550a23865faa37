// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "channelizer.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <complex>
#include <papilio/channelizer.hpp>
#include <utility>
#include <vector>

#include "device_arrays.hpp"
#include "devices.hpp"
#include "docs.hpp"
#include "exclusive.hpp"
#include "samples.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

/// papilio.Channelizer.
using ChannelizerObject = Exclusive<Channelizer>;

template <typename T>
ChannelizerObject opened(const ChannelizerOptions& options, ElementNumber number) {
  OpenDevice& device = current_device();
  const nb::gil_scoped_release release;
  return {Channelizer<T>(device.device, options), number, &device};
}

ChannelizerObject open_channelizer(std::int64_t channels, nb::handle hop, nb::handle taps, const std::string& dtype) {
  const ElementNumber type = sample_type(dtype);
  ChannelizerOptions options{.channels = channels, .storage = storage_of(type)};
  if (!hop.is_none()) options.hop = nb::cast<std::int64_t>(hop);
  if (!hop.is_none() && options.hop < 1) throw nb::value_error("hop must be 1 to the number of channels");
  if (!taps.is_none()) options.taps = line_of(taps, "taps");
  switch (type) {
    case ElementNumber::f32:
      return opened<float>(options, type);
    case ElementNumber::f64:
      return opened<double>(options, type);
    case ElementNumber::c128:
      return opened<std::complex<double>>(options, type);
    default:
      return opened<std::complex<float>>(options, type);
  }
}

/// Samples: (n,), or (n, 2) of pairs; the result: (frames, bins).
nb::object push_samples(ChannelizerObject& self, nb::handle samples) {
  const StoredSamples stored = stored_samples(samples, self.number);
  std::variant<std::vector<std::complex<float>>, std::vector<std::complex<double>>> frames;
  const std::int64_t bins = self.with([&](auto& channels) {
    frames = channels.push_stored(stored.bytes);
    return channels.bins();
  });
  return std::visit(
      [&]<typename T>(const std::vector<T>& numbers) {
        const std::int64_t shape[] = {static_cast<std::int64_t>(numbers.size()) / bins, bins};
        return array_of(numbers, sizeof(T) == 8 ? ElementNumber::c64 : ElementNumber::c128, shape);
      },
      frames);
}

/// The same of samples at an address of a CUDA device: room for the frames is at the other address.
void push_at(ChannelizerObject& self, std::uintptr_t samples, std::int64_t count, std::uintptr_t frames,
             std::uintptr_t stream, bool waits) {
  const OpenDevice& device = *self.device;
  self.with([&](auto& channels) {
    using Bin = typename std::decay_t<decltype(channels)>::Bin;
    const auto bytes = static_cast<std::size_t>(channels.frames(count) * channels.bins()) * sizeof(Bin);
    const Stream queue = stream_at(device, stream);
    channels.push(queue, buffer_at(device, samples, static_cast<std::size_t>(count * channels.sample_bytes())), count,
                  buffer_at(device, frames, bytes));
    if (waits) queue.synchronize();
  });
}

nb::object taps_of(ChannelizerObject& self) {
  return array_of(self.with([](auto& channels) { return channels.options().taps; }), ElementNumber::f64);
}

}  // namespace

void add_channelizers(nb::module_& module) {
  module.def(
      "channel_filter",
      [](std::int64_t channels, std::int64_t taps_per_channel, double beta) {
        return array_of(channel_filter(channels, taps_per_channel, beta), ElementNumber::f64);
      },
      nb::arg("channels"), nb::arg("taps_per_channel") = 8, nb::arg("beta") = 8.0,
      nb::sig("def channel_filter(channels: int, taps_per_channel: int = 8, beta: float = 8.0) -> numpy.ndarray"),
      docs::channel_filter);
  nb::class_<ChannelizerObject>(module, "Channelizer", docs::channelizer)
      .def(
          "__init__",
          [](ChannelizerObject* self, std::int64_t channels, nb::handle hop, nb::handle taps,
             const std::string& dtype) { new (self) ChannelizerObject(open_channelizer(channels, hop, taps, dtype)); },
          nb::arg("channels"), nb::arg("hop") = nb::none(), nb::arg("taps") = nb::none(),
          nb::arg("dtype") = "complex64",
          nb::sig("def __init__(self, channels: int, hop: int | None = None, taps: numpy.typing.ArrayLike | None = "
                  "None, dtype: str = \"complex64\") -> None"))
      .def("push_array", &push_samples, nb::arg("samples"),
           nb::sig("def push_array(self, samples: object) -> numpy.ndarray"),
           "Takes the next samples, any number, and returns the frames that they complete: an array of shape (frames, "
           "channels), complex.")
      .def("push_at", &push_at, nb::arg("samples"), nb::arg("count"), nb::arg("frames"), nb::arg("stream"),
           nb::arg("waits"), "push() of samples in the memory of a CUDA device.")
      .def(
          "completed",
          [](ChannelizerObject& self, std::int64_t count) {
            return self.with([&](auto& channels) { return std::pair(channels.frames(count), channels.bins()); });
          },
          nb::arg("count"), "The frames that so many samples complete, and their numbers.")
      .def_prop_ro(
          "number", [](ChannelizerObject& self) { return static_cast<int>(self.number); },
          "The type of samples, an index of papilio._libraries.NUMBERS.")
      .def_prop_ro(
          "device", [](ChannelizerObject& self) { return self.device->device.info().id; }, "The device's id.")
      .def(
          "reset", [](ChannelizerObject& self) { self.with([](auto& channels) { channels.reset(); }); },
          "Begins another signal.")
      .def_prop_ro(
          "hop",
          [](ChannelizerObject& self) { return self.with([](auto& channels) { return channels.options().hop; }); },
          "Samples from one frame to the next.")
      .def_prop_ro("taps", &taps_of, nb::sig("def taps(self) -> numpy.ndarray"), "The taps of the filter.");
}

}  // namespace papilio::python
