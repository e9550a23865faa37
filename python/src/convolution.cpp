// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "convolution.hpp"

#include <papilio/convolution.hpp>
#include <papilio/error.hpp>
#include <papilio/overlap_save.hpp>

#include "arrays.hpp"
#include "devices.hpp"
#include "docs.hpp"
#include "exclusive.hpp"
#include "recent_values.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

/// The type that both arrays get: complex if one is, double if one is.
ElementNumber common(ElementNumber a, ElementNumber b) {
  const bool f64 = precision_of(a) == Precision::f64 || precision_of(b) == Precision::f64;
  const Precision precision = f64 ? Precision::f64 : Precision::f32;
  return is_complex(a) || is_complex(b) ? complex_of(precision) : real_of(precision);
}

std::span<const std::byte> bytes(const ArrayOperand& array) {
  std::int64_t elements = 1;
  for (int d = 0; d < array.rank; ++d) elements *= array.shape[d];
  return {reinterpret_cast<const std::byte*>(array.data), static_cast<std::size_t>(elements * bytes_of(array.number))};
}

std::vector<std::int64_t> lengths_of(const ArrayOperand& array) {
  return {array.shape.begin(), array.shape.begin() + array.rank};
}

ConvolutionMode mode_of(const std::string& mode) {
  if (mode == "full") return ConvolutionMode::full;
  if (mode == "same") return ConvolutionMode::same;
  if (mode == "valid") return ConvolutionMode::valid;
  if (mode == "circular") return ConvolutionMode::circular;
  throw nb::value_error("acceptable mode flags are 'valid', 'same', 'full', or 'circular'");
}

nb::object convolve(bool correlation, nb::handle signal_like, nb::handle kernel_like, const std::string& mode) {
  // Never destroyed: a driver may already be gone when static objects are.
  static auto* const recent = new RecentValues<Convolution>;
  nb::object signal = readable_array(signal_like.ptr());
  nb::object kernel = readable_array(kernel_like.ptr());
  const ElementNumber number = common(operand_of(signal).number, operand_of(kernel).number);
  signal = packed_as(signal, number);
  kernel = packed_as(kernel, number);
  const ArrayOperand x = operand_of(signal);
  const ArrayOperand h = operand_of(kernel);
  ConvolutionProblem problem;
  problem.operation = correlation ? Operation::correlate : Operation::convolve;
  problem.precision = precision_of(number);
  problem.field = is_complex(number) ? Field::complex : Field::real;
  problem.mode = mode_of(mode);
  problem.lengths = lengths_of(x);
  problem.kernel_lengths = lengths_of(h);
  if (x.rank != h.rank) throw nb::value_error("in1 and in2 should have the same dimensionality");
  problem.validate();
  nb::object result = empty_array(number, problem.output_lengths());
  char* const data = operand_of(result).data;
  OpenDevice& device = current_device();
  {
    const nb::gil_scoped_release release;
    const std::string key = std::to_string(device.index) + " " + problem.token();
    const Convolution convolution = recent->get(key, [&] { return Convolution(device.device, problem); });
    const Filter filter = convolution.filter(bytes(h));
    const auto count = static_cast<std::size_t>(problem.output_elements() * problem.output_element_bytes());
    convolution.execute(filter, bytes(x), std::span(reinterpret_cast<std::byte*>(data), count));
  }
  return result;
}

/// papilio.OverlapSave.
using StreamObject = Exclusive<OverlapSave>;

template <typename T>
std::span<const T> elements(const ArrayOperand& array) {
  return {reinterpret_cast<const T*>(array.data), static_cast<std::size_t>(array.shape[0])};
}

nb::object line(nb::handle like, ElementNumber number, const char* name) {
  nb::object array = packed_as(readable_array(like.ptr()), number);
  if (operand_of(array).rank != 1) throw nb::value_error((std::string(name) + " must have one dimension").c_str());
  return array;
}

template <typename T>
StreamObject make_stream(const ArrayOperand& kernel, bool correlation, std::int64_t block) {
  OpenDevice& device = current_device();
  const nb::gil_scoped_release release;
  return {OverlapSave<T>(device.device, elements<T>(kernel), correlation ? Operation::correlate : Operation::convolve,
                         block),
          kernel.number};
}

StreamObject open_stream(nb::handle kernel_like, bool correlation, std::int64_t block) {
  const ElementNumber given = operand_of(readable_array(kernel_like.ptr())).number;
  const nb::object kernel = line(kernel_like, common(given, given), "kernel");
  const ArrayOperand h = operand_of(kernel);
  switch (h.number) {
    case ElementNumber::f32:
      return make_stream<float>(h, correlation, block);
    case ElementNumber::f64:
      return make_stream<double>(h, correlation, block);
    case ElementNumber::c64:
      return make_stream<std::complex<float>>(h, correlation, block);
    default:
      return make_stream<std::complex<double>>(h, correlation, block);
  }
}

template <typename T>
T element_type(const OverlapSave<T>&);

void push(StreamObject& self, nb::handle samples) {
  const nb::object array = line(samples, self.number, "samples");
  const ArrayOperand x = operand_of(array);
  self.with([&](auto& stream) { stream.push(elements<decltype(element_type(stream))>(x)); });
}

nb::object pull(StreamObject& self) {
  const auto count = static_cast<std::int64_t>(self.with([](auto& stream) { return stream.available(); }));
  nb::object result = empty_array(self.number, std::span(&count, 1));
  char* const data = operand_of(result).data;
  self.with([&](auto& stream) {
    using T = decltype(element_type(stream));
    stream.pull(std::span<T>(reinterpret_cast<T*>(data), static_cast<std::size_t>(count)));
  });
  return result;
}

}  // namespace

void add_convolutions(nb::module_& module) {
  module.def("convolve", &convolve, nb::arg("correlation"), nb::arg("in1"), nb::arg("in2"), nb::arg("mode"),
             "The work of papilio.convolve and papilio.correlate.");
  nb::class_<StreamObject>(module, "OverlapSave", docs::overlap_save)
      .def(
          "__init__",
          [](StreamObject* self, nb::handle kernel, bool correlation, std::int64_t block) {
            new (self) StreamObject(open_stream(kernel, correlation, block));
          },
          nb::arg("kernel"), nb::arg("correlation") = false, nb::arg("block") = 0,
          nb::sig(
              "def __init__(self, kernel: numpy.typing.ArrayLike, correlation: bool = False, block: int = 0) -> None"))
      .def("push", &push, nb::arg("samples"), nb::sig("def push(self, samples: numpy.typing.ArrayLike) -> None"),
           "Takes samples, an array of one dimension, and computes the blocks that they fill. Samples become the "
           "kernel's "
           "type.")
      .def("pull", &pull, nb::sig("def pull(self) -> numpy.ndarray"),
           "Returns the results that are there, an array of one dimension, which may be empty.")
      .def(
          "flush", [](StreamObject& self) { self.with([](auto& stream) { stream.flush(); }); },
          "Computes the results of all samples pushed so far. The signal goes on.")
      .def(
          "finish", [](StreamObject& self) { self.with([](auto& stream) { stream.finish(); }); },
          "Computes the results of all samples, with those behind the last one. The next push begins another signal.")
      .def_prop_ro(
          "block", [](StreamObject& self) { return self.with([](auto& stream) { return stream.block(); }); },
          "The number of results of a block.");
}

}  // namespace papilio::python
