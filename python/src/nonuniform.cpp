// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "nonuniform.hpp"

#include <nanobind/stl/vector.h>

#include <array>
#include <complex>
#include <mutex>
#include <papilio/nufft.hpp>
#include <vector>

#include "arrays.hpp"
#include "devices.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

/// A Nufft, and the lock that lets one thread at a time use it.
struct NonuniformObject {
  Nufft nufft;
  std::mutex mutex;
};

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

void set_coordinates(NonuniformObject& self, const std::vector<nb::object>& points,
                     const std::vector<nb::object>& frequencies) {
  const NufftProblem& problem = self.nufft.problem();
  const bool single = problem.precision == Precision::f32;
  const CoordinateArrays from(points, single);
  const CoordinateArrays to(frequencies, single);
  const nb::gil_scoped_release release;
  const std::lock_guard lock(self.mutex);
  if (problem.type == NufftType::type3) {
    self.nufft.set_points_and_frequencies(from.get(), to.get());
  } else {
    self.nufft.set_points(from.spans[0], from.spans[1], from.spans[2]);
  }
}

/// Both arrays are packed and of the problem's complex type, which papilio/nufft.py sees to.
void execute_nonuniform(NonuniformObject& self, nb::handle in_like, nb::handle out_like) {
  const ArrayOperand in = operand_of(nb::borrow(in_like));
  const ArrayOperand out = operand_of(nb::borrow(out_like));
  const bool single = self.nufft.problem().precision == Precision::f32;
  const nb::gil_scoped_release release;
  const std::lock_guard lock(self.mutex);
  if (single) {
    self.nufft.execute(numbers_of<std::complex<float>>(in), numbers_of<std::complex<float>>(out));
  } else {
    self.nufft.execute(numbers_of<std::complex<double>>(in), numbers_of<std::complex<double>>(out));
  }
}

}  // namespace

void add_nonuniform_transforms(nb::module_& module) {
  nb::class_<NonuniformObject>(module, "Nonuniform", "The work of papilio.nufft on the host's memory.")
      .def(
          "__init__",
          [](NonuniformObject* self, const std::string& token) {
            new (self) NonuniformObject{Nufft(current_device().device, NufftProblem::parse(token)), {}};
          },
          nb::arg("token"))
      .def("set_points", &set_coordinates, nb::arg("points"), nb::arg("frequencies"))
      .def("execute", &execute_nonuniform, nb::arg("data"), nb::arg("out"))
      .def("describe", [](NonuniformObject& self) {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(self.mutex);
        return self.nufft.describe();
      });
}

}  // namespace papilio::python
