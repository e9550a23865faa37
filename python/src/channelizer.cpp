// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "channelizer.hpp"

#include <algorithm>
#include <complex>
#include <papilio/channelizer.hpp>
#include <vector>

#include "arrays.hpp"
#include "devices.hpp"
#include "docs.hpp"
#include "exclusive.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

/// papilio.Channelizer.
using ChannelizerObject = Exclusive<Channelizer>;

/// The numbers of an array of one dimension.
std::vector<double> line_of(nb::handle like, const char* name) {
  const nb::object array = packed_as(readable_array(like.ptr()), ElementNumber::f64);
  const ArrayOperand numbers = operand_of(array);
  if (numbers.rank != 1 || numbers.shape[0] == 0)
    throw nb::value_error((std::string(name) + " must be numbers in one dimension").c_str());
  const auto* const first = reinterpret_cast<const double*>(numbers.data);
  return {first, first + numbers.shape[0]};
}

/// A new array with the numbers.
template <typename T>
nb::object array_of(const std::vector<T>& numbers, ElementNumber number, std::span<const std::int64_t> shape) {
  nb::object result = empty_array(number, shape);
  std::ranges::copy(numbers, reinterpret_cast<T*>(operand_of(result).data));
  return result;
}

template <typename T>
ChannelizerObject opened(const ChannelizerOptions& options, ElementNumber number) {
  OpenDevice& device = current_device();
  const nb::gil_scoped_release release;
  return {Channelizer<T>(device.device, options), number};
}

ChannelizerObject open_channelizer(std::int64_t channels, nb::handle hop, nb::handle taps, const std::string& dtype) {
  struct SampleType {
    const char* name;
    ElementNumber number;
  };
  constexpr SampleType types[] = {
      {"float32", ElementNumber::f32},     {"float64", ElementNumber::f64}, {"complex64", ElementNumber::c64},
      {"complex128", ElementNumber::c128}, {"int8", ElementNumber::i8},     {"uint8", ElementNumber::u8},
      {"int16", ElementNumber::i16},       {"uint16", ElementNumber::u16},  {"float16", ElementNumber::f16}};
  const auto* const found = std::ranges::find_if(types, [&](const SampleType& type) { return dtype == type.name; });
  if (found == std::end(types)) {
    throw nb::value_error(
        "dtype must be float32, float64, complex64, complex128, or int8, uint8, int16, uint16 or float16 of pairs");
  }
  ChannelizerOptions options{.channels = channels, .storage = storage_of(found->number)};
  if (!hop.is_none()) options.hop = nb::cast<std::int64_t>(hop);
  if (!hop.is_none() && options.hop < 1) throw nb::value_error("hop must be 1 to the number of channels");
  if (!taps.is_none()) options.taps = line_of(taps, "taps");
  switch (found->number) {
    case ElementNumber::f32:
      return opened<float>(options, found->number);
    case ElementNumber::f64:
      return opened<double>(options, found->number);
    case ElementNumber::c128:
      return opened<std::complex<double>>(options, found->number);
    default:
      return opened<std::complex<float>>(options, found->number);
  }
}

/// Samples: (n,), or (n, 2) of pairs; the result: (frames, bins).
nb::object push_samples(ChannelizerObject& self, nb::handle samples) {
  const bool pairs = storage_of(self.number) != Storage::native;
  nb::object array = readable_array(samples.ptr());
  if (pairs && operand_of(array).number != self.number)
    throw nb::type_error("samples must be of the channelizer's dtype: they are read as they are stored");
  array = packed_as(array, self.number);
  const ArrayOperand x = operand_of(array);
  if (x.rank != (pairs ? 2 : 1) || (pairs && x.shape[1] != 2))
    throw nb::value_error(pairs ? "samples must have the shape (n, 2)" : "samples must have one dimension");
  const auto bytes = static_cast<std::size_t>(x.shape[0] * (pairs ? 2 : 1) * bytes_of(self.number));
  const std::span stored(reinterpret_cast<const std::byte*>(x.data), bytes);
  std::variant<std::vector<std::complex<float>>, std::vector<std::complex<double>>> frames;
  const std::int64_t bins = self.with([&](auto& channels) {
    frames = channels.push_stored(stored);
    return channels.bins();
  });
  return std::visit(
      [&]<typename T>(const std::vector<T>& numbers) {
        const std::int64_t shape[] = {static_cast<std::int64_t>(numbers.size()) / bins, bins};
        return array_of(numbers, sizeof(T) == 8 ? ElementNumber::c64 : ElementNumber::c128, shape);
      },
      frames);
}

nb::object taps_of(ChannelizerObject& self) {
  const std::vector<double> taps = self.with([](auto& channels) { return channels.options().taps; });
  const auto count = static_cast<std::int64_t>(taps.size());
  return array_of(taps, ElementNumber::f64, std::span(&count, 1));
}

}  // namespace

void add_channelizers(nb::module_& module) {
  module.def(
      "channel_filter",
      [](std::int64_t channels, std::int64_t taps_per_channel, double beta) {
        const std::vector<double> taps = channel_filter(channels, taps_per_channel, beta);
        const auto count = static_cast<std::int64_t>(taps.size());
        return array_of(taps, ElementNumber::f64, std::span(&count, 1));
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
      .def("push", &push_samples, nb::arg("samples"),
           nb::sig("def push(self, samples: numpy.typing.ArrayLike) -> numpy.ndarray"),
           "Takes the next samples, any number, and returns the frames that they complete: an array of shape (frames, "
           "channels), complex.")
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
