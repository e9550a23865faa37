// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ragged.hpp"

#include <nanobind/stl/vector.h>

#include <complex>
#include <papilio/ragged.hpp>
#include <vector>

#include "arrays.hpp"
#include "devices.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

template <class Real>
void execute_numbers(const RaggedPlan& plan, const ArrayOperand& in, const ArrayOperand& out) {
  const Kind kind = plan.problem().kind;
  using Number = std::complex<Real>;
  const ConstHostSpan from =
      kind == Kind::r2c ? ConstHostSpan(numbers_of<Real>(in)) : ConstHostSpan(numbers_of<Number>(in));
  plan.execute(from, kind == Kind::c2r ? HostSpan(numbers_of<Real>(out)) : HostSpan(numbers_of<Number>(out)));
}

/// Both arrays are packed and of the problem's types, which papilio/_ragged.py sees to.
void execute_ragged(const RaggedPlan& plan, nb::handle in_like, nb::handle out_like) {
  const ArrayOperand in = operand_of(nb::borrow(in_like));
  const ArrayOperand out = operand_of(nb::borrow(out_like));
  const nb::gil_scoped_release release;
  if (plan.problem().precision == Precision::f32) {
    execute_numbers<float>(plan, in, out);
  } else {
    execute_numbers<double>(plan, in, out);
  }
}

}  // namespace

void add_ragged_batches(nb::module_& module) {
  nb::class_<RaggedPlan>(module, "Ragged", "The work of papilio.fft's ragged functions on the host's memory.")
      .def(
          "__init__",
          [](RaggedPlan* self, const std::string& kind_and_options, const std::vector<std::int64_t>& lengths) {
            RaggedProblem problem = RaggedProblem::parse(kind_and_options);
            problem.lengths = lengths;
            const nb::gil_scoped_release release;
            new (self) RaggedPlan(current_device().device, problem);
          },
          nb::arg("token"), nb::arg("lengths"))
      .def("execute", &execute_ragged, nb::arg("data"), nb::arg("out"))
      .def("describe", &RaggedPlan::describe);
}

}  // namespace papilio::python
