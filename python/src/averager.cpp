// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "averager.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <complex>
#include <papilio/spectrum_averager.hpp>
#include <variant>
#include <vector>

#include "device_arrays.hpp"
#include "devices.hpp"
#include "exclusive.hpp"
#include "samples.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

using AveragerObject = Exclusive<SpectrumAverager>;

template <typename T>
AveragerObject opened(const SpectrumAveragerOptions& options, ElementNumber number) {
  OpenDevice& device = current_device();
  const nb::gil_scoped_release release;
  return {SpectrumAverager<T>(device.device, options), number, &device};
}

AveragerObject open_averager(nb::handle window, std::int64_t hop, std::int64_t transform, double rate, bool density,
                             bool detrend, const std::string& dtype, int signals) {
  const ElementNumber type = sample_type(dtype);
  SpectrumAveragerOptions options{
      .hop = hop, .transform = transform, .window = line_of(window, "window"), .rate = rate};
  options.length = static_cast<std::int64_t>(options.window.size());
  options.scaling = density ? SpectrumScaling::density : SpectrumScaling::spectrum;
  options.detrend = detrend ? Detrend::mean : Detrend::none;
  options.storage = storage_of(type);
  options.signals = signals;
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

void push_to_averager(AveragerObject& self, nb::handle x, nb::handle y) {
  const StoredSamples first = stored_samples(x, self.number);
  if (y.is_none()) return self.with([&](auto& spectra) { spectra.push_stored(first.bytes); });
  const StoredSamples second = stored_samples(y, self.number);
  self.with([&](auto& spectra) { spectra.push_stored(first.bytes, second.bytes); });
}

/// Samples at addresses of a CUDA device; 0: no second signal.
void push_to_averager_at(AveragerObject& self, std::uintptr_t x, std::uintptr_t y, std::int64_t count,
                         std::uintptr_t stream, bool waits) {
  if (count == 0) return;
  const OpenDevice& device = *self.device;
  self.with([&](auto& spectra) {
    const auto bytes = static_cast<std::size_t>(count * spectra.sample_bytes());
    const Stream queue = stream_at(device, stream);
    const Buffer first = buffer_at(device, x, bytes);
    if (y == 0) {
      spectra.push(queue, first, count);
    } else {
      spectra.push(queue, first, buffer_at(device, y, bytes), count);
    }
    if (waits) queue.synchronize();
  });
}

nb::object array_of_spectrum(const std::vector<float>& x) { return array_of(x, ElementNumber::f32); }
nb::object array_of_spectrum(const std::vector<double>& x) { return array_of(x, ElementNumber::f64); }
nb::object array_of_spectrum(const std::vector<std::complex<float>>& x) { return array_of(x, ElementNumber::c64); }
nb::object array_of_spectrum(const std::vector<std::complex<double>>& x) { return array_of(x, ElementNumber::c128); }

/// A function that returns what read(spectra) does as an array.
template <typename Read>
auto reader(const Read& read) {
  return [read](AveragerObject& self) {
    std::variant<std::vector<float>, std::vector<double>, std::vector<std::complex<float>>,
                 std::vector<std::complex<double>>>
        numbers;
    self.with([&](auto& spectra) { numbers = read(spectra); });
    return std::visit([](const auto& own) { return array_of_spectrum(own); }, numbers);
  };
}

}  // namespace

void add_averagers(nb::module_& module) {
  nb::class_<AveragerObject>(module, "SpectrumAverager", "The work of papilio.SpectrumAverager.")
      .def(
          "__init__",
          [](AveragerObject* self, nb::handle window, std::int64_t hop, std::int64_t transform, double rate,
             bool density, bool detrend, const std::string& dtype, int signals) {
            new (self) AveragerObject(open_averager(window, hop, transform, rate, density, detrend, dtype, signals));
          },
          nb::arg("window"), nb::arg("hop"), nb::arg("transform"), nb::arg("rate"), nb::arg("density"),
          nb::arg("detrend"), nb::arg("dtype"), nb::arg("signals"))
      .def("push_arrays", &push_to_averager, nb::arg("x"), nb::arg("y").none(), "push() of NumPy's arrays.")
      .def("push_at", &push_to_averager_at, nb::arg("x"), nb::arg("y"), nb::arg("count"), nb::arg("stream"),
           nb::arg("waits"), "push() of samples in the memory of a CUDA device; y is 0 for one signal.")
      .def("power", reader([](auto& spectra) { return spectra.power(); }), nb::sig("def power(self) -> numpy.ndarray"),
           "The mean power of the segments so far, of the first signal.")
      .def("peak", reader([](auto& spectra) { return spectra.peak(); }), nb::sig("def peak(self) -> numpy.ndarray"),
           "The largest power of each bin.")
      .def("second_power", reader([](auto& spectra) { return spectra.second_power(); }),
           nb::sig("def second_power(self) -> numpy.ndarray"), "The mean power of the second signal.")
      .def("cross", reader([](auto& spectra) { return spectra.cross(); }), nb::sig("def cross(self) -> numpy.ndarray"),
           "The mean of the first spectrum's conjugate times the second spectrum.")
      .def("coherence", reader([](auto& spectra) { return spectra.coherence(); }),
           nb::sig("def coherence(self) -> numpy.ndarray"), "The cross spectrum's square divided by both powers.")
      .def(
          "reset", [](AveragerObject& self) { self.with([](auto& spectra) { spectra.reset(); }); },
          "Begins another signal.")
      .def_prop_ro(
          "segments", [](AveragerObject& self) { return self.with([](auto& spectra) { return spectra.segments(); }); },
          "The segments that are complete.")
      .def_prop_ro(
          "number", [](AveragerObject& self) { return static_cast<int>(self.number); },
          "The type of samples, an index of papilio._libraries.NUMBERS.")
      .def_prop_ro(
          "device", [](AveragerObject& self) { return self.device->device.info().id; }, "The device's id.");
}

}  // namespace papilio::python
