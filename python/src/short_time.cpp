// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "short_time.hpp"

#include <complex>
#include <papilio/features.hpp>
#include <papilio/stft.hpp>
#include <vector>

#include "arrays.hpp"
#include "device_arrays.hpp"
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

using NamedOptions = nb::typed<nb::dict, std::string, nb::object>;

/// `given` has window, hop, padding and whole, whether frames that are not full are left out. The window has the
/// frames' length; its factor is that of the spectra.
StftOptions options_of(const NamedOptions& given) {
  const nb::object window = packed_as(readable_array(nb::object(given["window"]).ptr()), ElementNumber::f64);
  const ArrayOperand w = operand_of(window);
  if (w.rank != 1) throw nb::value_error("window must be 1-D");
  const auto* const values = reinterpret_cast<const double*>(w.data);
  StftOptions options;
  options.length = w.shape[0];
  options.hop = nb::cast<std::int64_t>(given["hop"]);
  options.window.assign(values, values + w.shape[0]);
  options.padding = padding_of(nb::cast<std::string>(given["padding"]));
  if (nb::cast<bool>(given["whole"])) options.last_frame = StftLastFrame::left_out;
  return options;
}

/// The text of options, by which transforms of a device are kept.
std::string key_of(const OpenDevice& device, const StftOptions& options) {
  std::string key = std::to_string(device.index) + " " + std::to_string(options.hop) + " " +
                    std::to_string(static_cast<int>(options.padding)) +
                    std::to_string(static_cast<int>(options.last_frame)) + " ";
  key.append(reinterpret_cast<const char*>(options.window.data()), options.window.size() * sizeof(double));
  return key;
}

/// The transform is kept for good if its work is `captured`: a graph does not hold it.
template <typename T>
Stft<T> recent_transform(OpenDevice& device, const StftOptions& options, bool captured = false) {
  // Never destroyed: a driver may already be gone when static objects are.
  static auto* const recent = new RecentValues<Stft<T>>;
  const std::string key = key_of(device, options);
  const Stft<T> transform = recent->get(key, [&] { return Stft<T>(device.device, options); });
  if (captured) recent->keep(key, transform);
  return transform;
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
nb::object stft(nb::handle signals_like, const NamedOptions& frames, bool onesided) {
  nb::object signals = readable_array(signals_like.ptr());
  const ElementNumber given = operand_of(signals).number;
  const Precision precision = precision_of(given);
  if (is_complex(given) && onesided) throw nb::type_error("complex signals have no one-sided spectrum");
  const ElementNumber number = onesided ? real_of(precision) : complex_of(precision);
  signals = packed_as(signals, number);
  const ArrayOperand x = operand_of(signals);
  if (x.rank != 2) throw nb::value_error("signals must have two dimensions");
  const StftOptions options = options_of(frames);
  return with_samples(number, [&]<typename T>() {
    OpenDevice& device = current_device();
    std::vector<typename Stft<T>::Bin> spectra;
    std::int64_t bins = 0;
    std::int64_t count = 0;
    {
      const nb::gil_scoped_release release;
      const Stft<T> transform = recent_transform<T>(device, options);
      const std::span samples(reinterpret_cast<const T*>(x.data), static_cast<std::size_t>(x.shape[0] * x.shape[1]));
      bins = transform.bins();
      count = transform.frames(x.shape[1]);
      spectra = transform.forward(samples, x.shape[0]);
    }
    return array_from(std::move(spectra), complex_of(precision), {x.shape[0], count, bins});
  });
}

/// spectra: (batch, frames, bins); the result: (batch, samples).
nb::object istft(nb::handle spectra_like, const NamedOptions& frames, bool onesided, std::int64_t samples) {
  nb::object spectra = readable_array(spectra_like.ptr());
  const Precision precision = precision_of(operand_of(spectra).number);
  spectra = packed_as(spectra, complex_of(precision));
  const ArrayOperand z = operand_of(spectra);
  if (z.rank != 3) throw nb::value_error("spectra must have three dimensions");
  const StftOptions options = options_of(frames);
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

/// `given` has the fields of FeatureOptions but the frames.
FeatureOptions feature_options_of(const StftOptions& frames, const NamedOptions& given) {
  FeatureOptions options;
  options.frames = frames;
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
  return options;
}

/// `given` is the dictionary of the options as text; `captured` as for transforms. Call it without the GIL.
template <typename T>
SpectralFeatures<T> recent_features(OpenDevice& device, const FeatureOptions& options, const std::string& given,
                                    bool captured = false) {
  // Never destroyed: a driver may already be gone when static objects are.
  static auto* const recent = new RecentValues<SpectralFeatures<T>>;
  const std::string key = given + key_of(device, options.frames);
  const SpectralFeatures<T> made = recent->get(key, [&] { return SpectralFeatures<T>(device.device, options); });
  if (captured) recent->keep(key, made);
  return made;
}

/// signals: (batch, samples); the result: (batch, frames, size).
nb::object features(nb::handle signals_like, const NamedOptions& frames, const NamedOptions& given) {
  nb::object signals = readable_array(signals_like.ptr());
  const Precision precision = precision_of(operand_of(signals).number);
  signals = packed_as(signals, real_of(precision));
  const ArrayOperand x = operand_of(signals);
  if (x.rank != 2) throw nb::value_error("signals must have two dimensions");
  const FeatureOptions options = feature_options_of(options_of(frames), given);
  const auto text = nb::cast<std::string>(nb::repr(given));
  const auto compute = [&]<typename T>(T /*of the numbers*/) {
    OpenDevice& device = current_device();
    std::vector<T> result;
    std::int64_t size = 0;
    std::int64_t count = 0;
    {
      const nb::gil_scoped_release release;
      const auto made = recent_features<T>(device, options, text);
      const std::span samples(reinterpret_cast<const T*>(x.data), static_cast<std::size_t>(x.shape[0] * x.shape[1]));
      size = made.size();
      count = made.frames(x.shape[1]);
      result = made.compute(samples, x.shape[0]);
    }
    return array_from(std::move(result), real_of(precision), {x.shape[0], count, size});
  };
  return precision == Precision::f32 ? compute(float{}) : compute(double{});
}

/// Signals and results in the memory of a CUDA device, packed, and the caller's stream.
struct SignalsAt {
  int device = 0;
  std::uintptr_t signals = 0;
  std::uintptr_t results = 0;
  std::int64_t batch = 1;
  std::int64_t samples = 0;
  std::uintptr_t stream = 0;
  bool waits = false;
  bool captured = false;  ///< the stream is captured into a graph
};

SignalsAt signals_at(const NamedOptions& given) {
  SignalsAt at;
  at.device = nb::cast<int>(given["device"]);
  at.signals = nb::cast<std::uintptr_t>(given["signals"]);
  at.results = nb::cast<std::uintptr_t>(given["results"]);
  at.batch = nb::cast<std::int64_t>(given["batch"]);
  at.samples = nb::cast<std::int64_t>(given["samples"]);
  at.stream = nb::cast<std::uintptr_t>(given["stream"]);
  at.waits = nb::cast<bool>(given["waits"]);
  at.captured = nb::cast<bool>(given["captured"]);
  return at;
}

/// enqueue(stream, signals, results) with buffers of so many bytes.
template <typename Enqueue>
void enqueue_at(const OpenDevice& device, const SignalsAt& at, std::int64_t signal_bytes, std::int64_t result_bytes,
                const Enqueue& enqueue) {
  const Stream stream = stream_at(device, at.stream);
  enqueue(stream, buffer_at(device, at.signals, static_cast<std::size_t>(signal_bytes)),
          buffer_at(device, at.results, static_cast<std::size_t>(result_bytes)));
  if (at.waits) stream.synchronize();
}

/// `type` is that of the samples, an ElementNumber. The inverse reads the results and writes the signals.
void stft_at(const NamedOptions& memory, const NamedOptions& frames, int type, bool inverse) {
  const SignalsAt at = signals_at(memory);
  const StftOptions options = options_of(frames);
  with_samples(static_cast<ElementNumber>(type), [&]<typename T>() {
    const nb::gil_scoped_release release;
    OpenDevice& device = open_cuda_device(at.device);
    const Stft<T> transform = recent_transform<T>(device, options, at.captured);
    const std::int64_t numbers = at.batch * transform.frames(at.samples) * transform.bins();
    const auto bin_bytes = static_cast<std::int64_t>(sizeof(typename Stft<T>::Bin));
    enqueue_at(device, at, at.batch * at.samples * static_cast<std::int64_t>(sizeof(T)), numbers * bin_bytes,
               [&](const Stream& stream, const Buffer& signals, const Buffer& spectra) {
                 if (inverse) {
                   transform.inverse(stream, spectra, signals, at.samples, at.batch);
                 } else {
                   transform.forward(stream, signals, spectra, at.samples, at.batch);
                 }
               });
    return nb::object();
  });
}

void features_at(const NamedOptions& memory, const NamedOptions& frames, const NamedOptions& given, bool single) {
  const SignalsAt at = signals_at(memory);
  const FeatureOptions options = feature_options_of(options_of(frames), given);
  const auto text = nb::cast<std::string>(nb::repr(given));
  const auto compute = [&]<typename T>(T /*of the numbers*/) {
    const nb::gil_scoped_release release;
    OpenDevice& device = open_cuda_device(at.device);
    const auto made = recent_features<T>(device, options, text, at.captured);
    const auto bytes = static_cast<std::int64_t>(sizeof(T));
    const std::int64_t results = at.batch * made.frames(at.samples) * made.size();
    enqueue_at(device, at, at.batch * at.samples * bytes, results * bytes,
               [&](const Stream& stream, const Buffer& signals, const Buffer& features) {
                 made.compute(stream, signals, features, at.samples, at.batch);
               });
  };
  single ? compute(float{}) : compute(double{});
}

}  // namespace

void add_short_time_transforms(nb::module_& module) {
  module.def("stft", &stft, nb::arg("signals"), nb::arg("frames"), nb::arg("onesided"),
             "The work of papilio.stft on the host's memory.");
  module.def("istft", &istft, nb::arg("spectra"), nb::arg("frames"), nb::arg("onesided"), nb::arg("samples"),
             "The work of papilio.istft on the host's memory.");
  module.def("features", &features, nb::arg("signals"), nb::arg("frames"), nb::arg("options"),
             "The work of papilio.features on the host's memory.");
  module.def("stft_at", &stft_at, nb::arg("memory"), nb::arg("frames"), nb::arg("type"), nb::arg("inverse"),
             "stft() or istft() of packed arrays in the memory of a CUDA device.");
  module.def("features_at", &features_at, nb::arg("memory"), nb::arg("frames"), nb::arg("options"), nb::arg("single"),
             "features() of packed arrays in the memory of a CUDA device.");
}

}  // namespace papilio::python
