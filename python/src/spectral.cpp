// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spectral.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <complex>
#include <papilio/operator.hpp>
#include <vector>

#include "arrays.hpp"
#include "devices.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

/// The array's memory, packed, as numbers of the operator's type.
template <typename Span>
Span span_of(const ArrayOperand& array, const OperatorProblem& problem) {
  std::size_t count = 1;
  for (int axis = 0; axis < array.rank; ++axis) count *= static_cast<std::size_t>(array.shape[axis]);
  const auto numbers = [&]<typename T>(T*) { return Span(std::span<T>(reinterpret_cast<T*>(array.data), count)); };
  const bool single = problem.precision == Precision::f32;
  if (problem.field == Field::real) {
    return single ? numbers(static_cast<float*>(nullptr)) : numbers(static_cast<double*>(nullptr));
  }
  return single ? numbers(static_cast<std::complex<float>*>(nullptr))
                : numbers(static_cast<std::complex<double>*>(nullptr));
}

/// Both arrays are packed, of the operator's type and shape, and share nothing, which papilio/operators.py sees to.
void execute_operator(const Operator& self, nb::handle in_like, nb::handle out_like) {
  const ArrayOperand in = operand_of(nb::borrow(in_like));
  const ArrayOperand out = operand_of(nb::borrow(out_like));
  const nb::gil_scoped_release release;
  self.execute(span_of<ConstHostSpan>(in, self.problem()), span_of<HostSpan>(out, self.problem()));
}

/// Complex numbers of double precision, packed.
Spectrum array_spectrum(nb::handle values) {
  const nb::object packed = packed_as(readable_array(values.ptr()), ElementNumber::c128);
  OperatorProblem doubles;
  doubles.precision = Precision::f64;
  return Spectrum::array(span_of<ConstHostSpan>(operand_of(packed), doubles));
}

void make_operator(Operator* self, const std::vector<std::int64_t>& lengths, const std::vector<int>& axes, bool single,
                   bool real, const Spectrum& spectrum) {
  OperatorProblem problem;
  problem.precision = single ? Precision::f32 : Precision::f64;
  problem.field = real ? Field::real : Field::complex;
  problem.lengths = lengths;
  problem.axes = axes;
  const Device& device = current_device().device;
  const nb::gil_scoped_release release;
  new (self) Operator(device, problem, spectrum);
}

}  // namespace

void add_spectral_operators(nb::module_& module) {
  nb::class_<Spectrum>(module, "Spectrum", "A spectrum to multiply by; the functions of papilio.operators make them.")
      .def_static("array", &array_spectrum, nb::arg("values"))
      .def_static("derivative", &Spectrum::derivative, nb::arg("orders"), nb::arg("periods"))
      .def_static("laplacian", &Spectrum::laplacian, nb::arg("periods"))
      .def_static("inverse_laplacian", &Spectrum::inverse_laplacian, nb::arg("periods"))
      .def_static("hilbert", &Spectrum::hilbert)
      .def_static("shift", &Spectrum::shift, nb::arg("samples"))
      .def_static("gaussian", &Spectrum::gaussian, nb::arg("sigmas"))
      .def(
          "__mul__", [](const Spectrum& a, const Spectrum& b) { return a * b; }, nb::arg("other"));
  nb::class_<Operator>(module, "SpectralOperator", "The work of papilio.operators on the host's memory.")
      .def("__init__", &make_operator, nb::arg("lengths"), nb::arg("axes"), nb::arg("single"), nb::arg("real"),
           nb::arg("spectrum"))
      .def("execute", &execute_operator, nb::arg("data"), nb::arg("out"))
      .def("describe", [](const Operator& self) { return self.describe(); });
}

}  // namespace papilio::python
