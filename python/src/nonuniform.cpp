// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "nonuniform.hpp"

#include <nanobind/stl/vector.h>

#include <array>
#include <complex>
#include <papilio/nufft.hpp>
#include <vector>

#include "arrays.hpp"
#include "devices.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

/// Packed arrays of the problem's precision, and spans of them.
struct CoordinateArrays {
  std::vector<nb::object> arrays;
  std::array<ConstHostSpan, 3> spans;

  CoordinateArrays(const std::vector<nb::object>& coordinates, bool single) {
    for (const nb::object& each : coordinates) {
      arrays.push_back(packed_as(readable_array(each.ptr()), single ? ElementNumber::f32 : ElementNumber::f64));
      const ArrayOperand x = operand_of(arrays.back());
      spans.at(arrays.size() - 1) = single ? ConstHostSpan(numbers_of<float>(x)) : ConstHostSpan(numbers_of<double>(x));
    }
  }
  [[nodiscard]] NufftCoordinates get() const { return {spans[0], spans[1], spans[2]}; }
};

void set_coordinates(Nufft& nufft, const std::vector<nb::object>& points, const std::vector<nb::object>& frequencies) {
  const NufftProblem& problem = nufft.problem();
  const bool single = problem.precision == Precision::f32;
  const CoordinateArrays from(points, single);
  const CoordinateArrays to(frequencies, single);
  const nb::gil_scoped_release release;
  if (problem.type == NufftType::type3) {
    nufft.set_points_and_frequencies(from.get(), to.get());
  } else {
    nufft.set_points(from.spans[0], from.spans[1], from.spans[2]);
  }
}

/// Both arrays are packed and of the problem's complex type, which papilio/nufft.py sees to.
void execute_nonuniform(const Nufft& nufft, nb::handle in_like, nb::handle out_like) {
  const ArrayOperand in = operand_of(nb::borrow(in_like));
  const ArrayOperand out = operand_of(nb::borrow(out_like));
  const bool single = nufft.problem().precision == Precision::f32;
  const nb::gil_scoped_release release;
  if (single) {
    nufft.execute(numbers_of<std::complex<float>>(in), numbers_of<std::complex<float>>(out));
  } else {
    nufft.execute(numbers_of<std::complex<double>>(in), numbers_of<std::complex<double>>(out));
  }
}

/// The transform in the other direction with the other sign, on the same device and without points.
Nufft adjoint_of(const Nufft& nufft) {
  NufftProblem problem = nufft.problem();
  if (problem.type != NufftType::type3)
    problem.type = problem.type == NufftType::type1 ? NufftType::type2 : NufftType::type1;
  problem.direction = problem.direction == Direction::forward ? Direction::inverse : Direction::forward;
  return {nufft.device(), problem};
}

}  // namespace

/// papilio/nufft.py lets one thread at a time use an object.
void add_nonuniform_transforms(nb::module_& module) {
  nb::class_<Nufft>(module, "Nonuniform", "The work of papilio.nufft on the host's memory.")
      .def(
          "__init__",
          [](Nufft* self, const std::string& token) {
            new (self) Nufft(current_device().device, NufftProblem::parse(token));
          },
          nb::arg("token"))
      .def("set_points", &set_coordinates, nb::arg("points"), nb::arg("frequencies"))
      .def("execute", &execute_nonuniform, nb::arg("data"), nb::arg("out"))
      .def("adjoint", &adjoint_of)
      .def("describe", &Nufft::describe);
}

}  // namespace papilio::python
