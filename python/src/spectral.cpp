// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spectral.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <complex>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <papilio/operator.hpp>
#include <papilio/spectral_convolution.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "devices.hpp"
#include "objects.hpp"

namespace nb = nanobind;

namespace papilio::python {

void require_shapes(const SpectrumObject& spectrum, const OperatorProblem& problem) {
  ArrayShape stored;
  for (const int axis : problem.axes) stored.push_back(problem.lengths.at(static_cast<std::size_t>(axis)));
  if (problem.field == Field::real) stored.back() = stored.back() / 2 + 1;
  for (const ArrayShape& shape : spectrum.shapes) {
    if (shape == stored) continue;
    throw Error::invalid_argument("a spectrum of an array of shape " + text_of(shape),
                                  "the operator's frequencies have the shape " + text_of(stored),
                                  "give a value for each of them");
  }
}

namespace {

SpectrumObject product(const SpectrumObject& a, const SpectrumObject& b) {
  SpectrumObject result{a.spectrum * b.spectrum, a.shapes};
  result.shapes.insert(result.shapes.end(), b.shapes.begin(), b.shapes.end());
  return result;
}

/// Wraps a function that makes a formula.
template <typename... Arguments>
auto formula(Spectrum (*make)(Arguments...)) {
  return [make](Arguments... arguments) { return SpectrumObject{make(std::move(arguments)...), {}}; };
}

/// The array's memory, packed, as numbers of that type.
template <typename Span>
Span span_of(const ArrayOperand& array, Precision precision, Field field) {
  const bool single = precision == Precision::f32;
  if (field == Field::real) {
    return single ? Span(numbers_of<float>(array)) : Span(numbers_of<double>(array));
  }
  return single ? Span(numbers_of<std::complex<float>>(array)) : Span(numbers_of<std::complex<double>>(array));
}

/// Both arrays are packed, of the type and shape of the operator (or the spectral convolution), and share nothing,
/// which papilio/operators.py sees to.
template <typename Operation>
void execute_operation(const Operation& self, nb::handle in_like, nb::handle out_like) {
  const ArrayOperand in = operand_of(nb::borrow(in_like));
  const ArrayOperand out = operand_of(nb::borrow(out_like));
  const auto [precision, field] = std::pair(self.problem().precision, self.problem().field);
  const nb::gil_scoped_release release;
  self.execute(span_of<ConstHostSpan>(in, precision, field), span_of<HostSpan>(out, precision, field));
}

/// The same at addresses of the operation's CUDA device, on a stream of the caller's. `work` is the scratch; if it is 0
/// the operation allocates. Waits if `waits` says so.
template <typename Operation>
void execute_at_addresses(const Operation& self, std::uintptr_t in, std::uintptr_t out, std::uintptr_t work,
                          std::uintptr_t stream, bool waits) {
  const auto& problem = self.problem();
  const std::size_t number = problem.precision == Precision::f32 ? sizeof(float) : sizeof(double);
  const std::size_t element = problem.field == Field::real ? number : 2 * number;
  const auto bytes_at = [&](std::uintptr_t address, std::size_t bytes) {
    void* const begin = reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
    return cuda::wrap_pointer(self.device(), begin, bytes);
  };
  const auto memory = [&](std::uintptr_t address, std::int64_t elements) {
    return bytes_at(address, static_cast<std::size_t>(elements) * element);
  };
  void* const native = reinterpret_cast<void*>(stream);  // NOLINT(performance-no-int-to-ptr)
  const nb::gil_scoped_release release;
  const Stream queue = cuda::wrap_stream(self.device(), native);
  const Buffer from = memory(in, problem.input_elements());
  const Buffer to = memory(out, problem.output_elements());
  if constexpr (std::is_same_v<Operation, Operator>) {
    self.execute(queue, from, to, work == 0 ? Buffer{} : bytes_at(work, self.scratch_bytes()));
  } else {
    self.execute(queue, from, to);
  }
  if (waits) queue.synchronize();
}

/// Complex numbers of double precision, packed.
SpectrumObject array_spectrum(nb::handle values) {
  const nb::object packed = packed_as(readable_array(values.ptr()), ElementNumber::c128);
  const ArrayOperand array = operand_of(packed);
  const std::span<const std::int64_t> shape = shape_of(array);
  return {Spectrum::array(numbers_of<std::complex<double>>(array)), {ArrayShape(shape.begin(), shape.end())}};
}

Precision precision_of(char type) { return type == 'f' || type == 'F' ? Precision::f32 : Precision::f64; }
Field field_of(char type) { return type == 'f' || type == 'd' ? Field::real : Field::complex; }

/// `type` is NumPy's character of float32, float64, complex64 or complex128.
Operator make_operator(const ArrayShape& lengths, const std::vector<int>& axes, char type,
                       const SpectrumObject& spectrum, nb::handle device) {
  OperatorProblem problem;
  problem.precision = precision_of(type);
  problem.field = field_of(type);
  problem.lengths = lengths;
  problem.axes = axes;
  require_shapes(spectrum, problem);
  const Device& opened = device_of(device).device;
  const nb::gil_scoped_release release;
  return {opened, problem, spectrum.spectrum};
}

Operator with_spectrum(const Operator& self, const SpectrumObject& spectrum) {
  require_shapes(spectrum, self.problem());
  const nb::gil_scoped_release release;
  return self.with(spectrum.spectrum);
}

/// Weights are packed, complex and of the problem's precision, [in][out][modes...], which papilio/operators.py sees to.
SpectralConvolution make_convolution(std::int64_t batch, const ArrayShape& lengths, char type, nb::handle weights_like,
                                     nb::handle device) {
  const ArrayOperand weights = operand_of(nb::borrow(weights_like));
  const std::span<const std::int64_t> shape = shape_of(weights);
  const SpectralConvolutionProblem problem{.precision = precision_of(type),
                                           .field = field_of(type),
                                           .lengths = lengths,
                                           .modes = ArrayShape(shape.begin() + 2, shape.end()),
                                           .in_channels = shape[0],
                                           .out_channels = shape[1],
                                           .batch = batch};
  const Device& opened = device_of(device).device;
  const nb::gil_scoped_release release;
  return {opened, problem, span_of<ConstHostSpan>(weights, problem.precision, Field::complex)};
}

SpectralConvolution with_weights(const SpectralConvolution& self, nb::handle weights_like) {
  const ArrayOperand weights = operand_of(nb::borrow(weights_like));
  const nb::gil_scoped_release release;
  return self.with(span_of<ConstHostSpan>(weights, self.problem().precision, Field::complex));
}

}  // namespace

void add_spectral_operators(nb::module_& module) {
  nb::class_<SpectrumObject>(module, "Spectrum",
                             "A spectrum to multiply by; the functions of papilio.operators make them.")
      .def_static("array", &array_spectrum, nb::arg("values"))
      .def_static("derivative", formula(&Spectrum::derivative), nb::arg("orders"), nb::arg("periods"))
      .def_static("laplacian", formula(&Spectrum::laplacian), nb::arg("periods"))
      .def_static("inverse_laplacian", formula(&Spectrum::inverse_laplacian), nb::arg("periods"))
      .def_static("hilbert", formula(&Spectrum::hilbert))
      .def_static("shift", formula(&Spectrum::shift), nb::arg("samples"))
      .def_static("gaussian", formula(&Spectrum::gaussian), nb::arg("sigmas"))
      .def_static("formula", formula(&Spectrum::formula), nb::arg("text"))
      .def(
          "conj",
          [](const SpectrumObject& self) {
            return SpectrumObject{conj(self.spectrum), self.shapes};
          },
          "The complex conjugate: the spectrum of the adjoint operator.")
      .def("__mul__", &product, nb::arg("other"), nb::is_operator());
  nb::class_<Operator>(module, "SpectralOperator", "The work of papilio.operators on the host's memory.")
      .def_static("make", &make_operator, nb::arg("lengths"), nb::arg("axes"), nb::arg("type"), nb::arg("spectrum"),
                  nb::arg("device").none())
      .def("with_spectrum", &with_spectrum, nb::arg("spectrum"))
      .def("execute", &execute_operation<Operator>, nb::arg("data"), nb::arg("out"))
      .def("execute_at_addresses", &execute_at_addresses<Operator>, nb::arg("data"), nb::arg("out"), nb::arg("work"),
           nb::arg("stream"), nb::arg("waits"))
      .def("scratch_bytes", &Operator::scratch_bytes)
      .def("device_id", [](const Operator& self) { return self.device().info().id; })
      .def("describe", [](const Operator& self) { return self.describe(); });
  nb::class_<SpectralConvolution>(module, "SpectralLayer", "The work of papilio.operators.SpectralConvolution.")
      .def_static("make", &make_convolution, nb::arg("batch"), nb::arg("lengths"), nb::arg("type"), nb::arg("weights"),
                  nb::arg("device").none())
      .def("with_weights", &with_weights, nb::arg("weights"))
      .def("execute", &execute_operation<SpectralConvolution>, nb::arg("data"), nb::arg("out"))
      .def("execute_at_addresses", &execute_at_addresses<SpectralConvolution>, nb::arg("data"), nb::arg("out"),
           nb::arg("work"), nb::arg("stream"), nb::arg("waits"))
      .def("scratch_bytes", [](const SpectralConvolution&) { return std::size_t{0}; })
      .def("device_id", [](const SpectralConvolution& self) { return self.device().info().id; });
}

}  // namespace papilio::python
