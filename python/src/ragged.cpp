// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ragged.hpp"

#include <nanobind/stl/vector.h>

#include <complex>
#include <papilio/ragged.hpp>
#include <papilio/sphere.hpp>
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

/// Coefficients and space are packed and of the problem's complex type.
void execute_sphere(const Sphere& sphere, nb::handle in_like, nb::handle out_like, bool forward) {
  const ArrayOperand in = operand_of(nb::borrow(in_like));
  const ArrayOperand out = operand_of(nb::borrow(out_like));
  const nb::gil_scoped_release release;
  const auto execute = [&](auto number) {
    using Number = decltype(number);
    const ConstHostSpan from = numbers_of<Number>(in);
    const HostSpan to = numbers_of<Number>(out);
    forward ? sphere.forward(from, to) : sphere.backward(from, to);
  };
  if (sphere.problem().precision == Precision::f32) {
    execute(std::complex<float>());
  } else {
    execute(std::complex<double>());
  }
}

Sphere make_sphere(const std::vector<std::int64_t>& box, const std::vector<std::int32_t>& indices, std::int64_t bands,
                   bool single, int scale) {
  SphereProblem problem;
  problem.precision = single ? Precision::f32 : Precision::f64;
  problem.box = {box.at(0), box.at(1), box.at(2)};
  for (std::size_t i = 0; i + 3 <= indices.size(); i += 3)
    problem.triplets.push_back({indices[i], indices[i + 1], indices[i + 2]});
  problem.batch = bands;
  problem.scale = static_cast<Scale>(scale);
  const nb::gil_scoped_release release;
  return {current_device().device, problem};
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
  nb::class_<Sphere>(module, "PlaneWaves", "The work of papilio.fft.Sphere on the host's memory.")
      .def(
          "__init__",
          [](Sphere* self, const std::vector<std::int64_t>& box, const std::vector<std::int32_t>& indices,
             std::int64_t bands, bool single,
             int scale) { new (self) Sphere(make_sphere(box, indices, bands, single, scale)); },
          nb::arg("box"), nb::arg("indices"), nb::arg("bands"), nb::arg("single"), nb::arg("scale"))
      .def("execute", &execute_sphere, nb::arg("data"), nb::arg("out"), nb::arg("forward"))
      .def("describe", &Sphere::describe);
}

}  // namespace papilio::python
