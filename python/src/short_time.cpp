// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "short_time.hpp"

#include <complex>
#include <papilio/features.hpp>
#include <papilio/stft.hpp>
#include <vector>

#include "arrays.hpp"
#include "devices.hpp"
#include "recent_values.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

StftPadding padding_of(const std::string& padding) {
  if (padding == "none") return StftPadding::none;
  if (padding == "zeros") return StftPadding::zeros;
  if (padding == "reflect") return StftPadding::reflect;
  throw nb::value_error("padding must be 'none', 'zeros' or 'reflect'");
}

/// The window has the frames' length; its factor is that of the spectra.
StftOptions options_of(nb::handle window_like, std::int64_t hop, const std::string& padding) {
  const nb::object window = packed_as(readable_array(window_like.ptr()), ElementNumber::f64);
  const ArrayOperand w = operand_of(window);
  if (w.rank != 1) throw nb::value_error("window must be 1-D");
  const auto* const values = reinterpret_cast<const double*>(w.data);
  StftOptions options;
  options.length = w.shape[0];
  options.hop = hop;
  options.window.assign(values, values + w.shape[0]);
  options.padding = padding_of(padding);
  return options;
}

template <typename T>
Stft<T> recent_transform(OpenDevice& device, const StftOptions& options) {
  // Never destroyed: a driver may already be gone when static objects are.
  static auto* const recent = new RecentValues<Stft<T>>;
  std::string key = std::to_string(device.index) + " " + std::to_string(options.hop) + " " +
                    std::to_string(static_cast<int>(options.padding)) + " ";
  key.append(reinterpret_cast<const char*>(options.window.data()), options.window.size() * sizeof(double));
  return recent->get(key, [&] { return Stft<T>(device.device, options); });
}

/// An array that has the vector's memory.
template <typename T>
nb::object array_from(std::vector<T> values, ElementNumber number, std::initializer_list<std::int64_t> shape) {
  auto* const kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  return array_over(kept->data(), number, std::span(shape.begin(), shape.size()), owner);
}

/// use.operator()<T>() with the type of a signal's samples: f32, f64, c64 or c128.
template <typename Use>
nb::object with_samples(ElementNumber number, const Use& use) {
  if (number == ElementNumber::f32) return use.template operator()<float>();
  if (number == ElementNumber::f64) return use.template operator()<double>();
  if (number == ElementNumber::c64) return use.template operator()<std::complex<float>>();
  return use.template operator()<std::complex<double>>();
}

/// signals: (batch, samples); the result: (batch, frames, bins).
nb::object stft(nb::handle signals_like, nb::handle window, std::int64_t hop, const std::string& padding,
                bool onesided) {
  nb::object signals = readable_array(signals_like.ptr());
  const ElementNumber given = operand_of(signals).number;
  const Precision precision = precision_of(given);
  if (is_complex(given) && onesided) throw nb::type_error("complex signals have no one-sided spectrum");
  const ElementNumber number = onesided ? real_of(precision) : complex_of(precision);
  signals = packed_as(signals, number);
  const ArrayOperand x = operand_of(signals);
  if (x.rank != 2) throw nb::value_error("signals must have two dimensions");
  const StftOptions options = options_of(window, hop, padding);
  return with_samples(number, [&]<typename T>() {
    OpenDevice& device = current_device();
    std::vector<typename Stft<T>::Bin> spectra;
    std::int64_t bins = 0;
    std::int64_t frames = 0;
    {
      const nb::gil_scoped_release release;
      const Stft<T> transform = recent_transform<T>(device, options);
      const std::span samples(reinterpret_cast<const T*>(x.data), static_cast<std::size_t>(x.shape[0] * x.shape[1]));
      bins = transform.bins();
      frames = transform.frames(x.shape[1]);
      spectra = transform.forward(samples, x.shape[0]);
    }
    return array_from(std::move(spectra), complex_of(precision), {x.shape[0], frames, bins});
  });
}

/// spectra: (batch, frames, bins); the result: (batch, samples).
nb::object istft(nb::handle spectra_like, nb::handle window, std::int64_t hop, const std::string& padding,
                 bool onesided, std::int64_t samples) {
  nb::object spectra = readable_array(spectra_like.ptr());
  const Precision precision = precision_of(operand_of(spectra).number);
  spectra = packed_as(spectra, complex_of(precision));
  const ArrayOperand z = operand_of(spectra);
  if (z.rank != 3) throw nb::value_error("spectra must have three dimensions");
  const StftOptions options = options_of(window, hop, padding);
  const ElementNumber number = onesided ? real_of(precision) : complex_of(precision);
  return with_samples(number, [&]<typename T>() {
    OpenDevice& device = current_device();
    std::vector<T> signals;
    {
      using Bin = typename Stft<T>::Bin;
      const nb::gil_scoped_release release;
      const std::span numbers(reinterpret_cast<const Bin*>(z.data),
                              static_cast<std::size_t>(z.shape[0] * z.shape[1] * z.shape[2]));
      signals = recent_transform<T>(device, options).inverse(numbers, samples, z.shape[0]);
    }
    return array_from(std::move(signals), number, {z.shape[0], samples});
  });
}

/// The index of a name among those of an enumeration.
template <typename Enum>
Enum enumerator_of(nb::handle name, std::initializer_list<const char*> names) {
  int index = 0;
  for (const char* const known : names) {
    if (nb::cast<std::string>(name) == known) return static_cast<Enum>(index);
    ++index;
  }
  throw nb::value_error("unknown name of an option of features");
}

/// signals: (batch, samples); the result: (batch, frames, size). `given` has the fields of FeatureOptions but the
/// frames.
nb::object features(nb::handle signals_like, nb::handle window, std::int64_t hop, const std::string& padding,
                    const nb::typed<nb::dict, std::string, nb::object>& given) {
  nb::object signals = readable_array(signals_like.ptr());
  const Precision precision = precision_of(operand_of(signals).number);
  signals = packed_as(signals, real_of(precision));
  const ArrayOperand x = operand_of(signals);
  if (x.rank != 2) throw nb::value_error("signals must have two dimensions");
  FeatureOptions options;
  options.frames = options_of(window, hop, padding);
  options.scale = enumerator_of<MelScale>(given["scale"], {"slaney", "htk"});
  options.norm = enumerator_of<MelNorm>(given["norm"], {"area", "peak"});
  options.level = enumerator_of<FeatureLevel>(given["level"], {"power", "natural", "log10", "decibel"});
  options.filters = nb::cast<std::int64_t>(given["filters"]);
  options.coefficients = nb::cast<std::int64_t>(given["coefficients"]);
  const auto number = [&](const char* name) { return nb::cast<double>(given[name]); };
  options.rate = number("rate");
  options.low = number("low");
  options.high = number("high");
  options.floor = number("floor");
  options.factor = number("factor");
  options.offset = number("offset");
  options.range = number("range");
  std::string key = nb::cast<std::string>(nb::repr(given)) + std::to_string(hop) + padding;
  key.append(reinterpret_cast<const char*>(options.frames.window.data()),
             options.frames.window.size() * sizeof(double));
  const auto compute = [&]<typename T>(T /*of the numbers*/) {
    // Never destroyed: a driver may already be gone when static objects are.
    static auto* const recent = new RecentValues<SpectralFeatures<T>>;
    OpenDevice& device = current_device();
    std::vector<T> result;
    std::int64_t size = 0;
    std::int64_t frames = 0;
    {
      const nb::gil_scoped_release release;
      const auto made = recent->get(std::to_string(device.index) + " " + key,
                                    [&] { return SpectralFeatures<T>(device.device, options); });
      const std::span samples(reinterpret_cast<const T*>(x.data), static_cast<std::size_t>(x.shape[0] * x.shape[1]));
      size = made.size();
      frames = made.frames(x.shape[1]);
      result = made.compute(samples, x.shape[0]);
    }
    return array_from(std::move(result), real_of(precision), {x.shape[0], frames, size});
  };
  return precision == Precision::f32 ? compute(float{}) : compute(double{});
}

}  // namespace

void add_short_time_transforms(nb::module_& module) {
  module.def("stft", &stft, nb::arg("signals"), nb::arg("window"), nb::arg("hop"), nb::arg("padding"),
             nb::arg("onesided"), "The work of papilio.stft on the host's memory.");
  module.def("istft", &istft, nb::arg("spectra"), nb::arg("window"), nb::arg("hop"), nb::arg("padding"),
             nb::arg("onesided"), nb::arg("samples"), "The work of papilio.istft on the host's memory.");
  module.def("features", &features, nb::arg("signals"), nb::arg("window"), nb::arg("hop"), nb::arg("padding"),
             nb::arg("options"), "The work of papilio.features on the host's memory.");
}

}  // namespace papilio::python
