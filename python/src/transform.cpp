// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "transform.hpp"

#include <nanobind/stl/string.h>

#include <papilio/error.hpp>
#include <papilio/one_liners.hpp>

#include "arrays.hpp"
#include "hermitian.hpp"
#include "pairs.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

bool truth(PyObject* object) {
  const int value = PyObject_IsTrue(object);
  if (value < 0) throw nb::python_error();
  return value != 0;
}

nb::object conjugated(const nb::object& array) {
  nb::object copy = packed_copy(array);
  const ArrayOperand operand = operand_of(copy);
  if (operand.rank > 0 && !is_empty(shape_of(operand))) conjugate_array(operand);
  return copy;
}

/// Returns the array that the function reads: complex where it takes nothing else, and conjugates for hfft.
nb::object input_of(FftFunction function, const nb::object& x) {
  nb::object input = transformable_array(x);
  const ElementNumber number = operand_of(input).number;
  if (takes_real_only(function) && is_complex(number)) throw nb::type_error("x must be a real sequence");
  if (!takes_complex_only(function)) return input;
  if (!is_complex(number)) return complex_copy(input);
  return function == FftFunction::hfft ? conjugated(input) : input;
}

bool may_overwrite(const FftCall& call, const nb::object& input, const ArrayOperand& in) {
  return call.kind == Kind::c2c && !call.has_modes &&
         PyArray_ISWRITEABLE(reinterpret_cast<PyArrayObject*>(input.ptr())) &&
         std::equal(call.out_shape.begin(), call.out_shape.begin() + call.rank, in.shape.begin()) &&
         PyArray_CHKFLAGS(reinterpret_cast<PyArrayObject*>(input.ptr()), NPY_ARRAY_OWNDATA | NPY_ARRAY_C_CONTIGUOUS);
}

/// Returns the array for the result: `out`, the input itself, or a new one.
nb::object result_of(const FftCall& call, const nb::object& input, const ArrayOperand& in, PyObject* x,
                     const CallOptions& options) {
  const std::span<const std::int64_t> shape(call.out_shape.data(), static_cast<std::size_t>(call.rank));
  if (options.out != Py_None) {
    check_out(options.out, call.out_number, shape);
    return nb::borrow(options.out);
  }
  if (input.ptr() == x && options.overwrite != Py_False && truth(options.overwrite) && may_overwrite(call, input, in)) {
    return input;
  }
  return empty_array(call.out_number, shape);
}

void run(const FftCall& call, const nb::object& input, const nb::object& result, PyObject* plan) {
  ArrayOperand in = operand_of(input);
  ArrayOperand out = operand_of(result);
  if (is_trigonometric(call.function) && is_complex(in.number)) {
    in = as_pairs(in);
    out = as_pairs(out);
  }
  const Placement placement = same_layout(in, out) ? Placement::in_place : Placement::out_of_place;
  const NumPyRequest request(call, in, out, placement);
  const auto prepared = plan_for(request, plan, nullptr);
  const ElementExtent extent = request.given_extent();
  // A device with memory of its own is sent a small part of a large array without the rest; zeros in front of an array,
  // behind the end of a reversed axis, are no part of it.
  const bool sparse = extent.elements() > 4 * request.given_elements() + 1024;
  const bool gathers = (sparse && !prepared->device().shares_memory) || extent.least > request.input_extent().least;
  if (placement == Placement::out_of_place && gathers) return run(call, packed_copy(input), result, plan);
  execute_request(*prepared, request, in, out);
}

void copy_into(PyObject* to, const nb::object& from) {
  if (PyArray_CopyInto(reinterpret_cast<PyArrayObject*>(to), reinterpret_cast<PyArrayObject*>(from.ptr())) == 0) return;
  throw nb::python_error();
}

nb::object execute_call(const FftCall& call, const nb::object& input, PyObject* x, const CallOptions& options) {
  const ArrayOperand in = operand_of(input);
  nb::object result = result_of(call, input, in, x, options);
  const ArrayOperand out = operand_of(result);
  const bool apart = same_layout(in, out) ? call.kind != Kind::c2c || call.has_modes : may_share(in, out);
  if (apart || !has_whole_strides(out) || !PyArray_ISALIGNED(reinterpret_cast<PyArrayObject*>(result.ptr()))) {
    CallOptions own = options;
    own.out = Py_None;
    own.overwrite = Py_False;
    const nb::object temporary = execute_call(call, input, nullptr, own);
    copy_into(result.ptr(), temporary);
    return result;
  }
  run(call, input, result, options.plan);
  if (call.completes() || call.function == FftFunction::ihfft) {
    const nb::gil_scoped_release release;
    if (call.function == FftFunction::ihfft) {
      conjugate_array(out);
    } else {
      complete_spectrum(call, out, call.function == FftFunction::ifft ? ConjugateHalf::yes : ConjugateHalf::no);
    }
  }
  if (call.root != 0) multiply_by_root(call, out);
  return result;
}

/// No axis is transformed: the array itself, in floating point.
nb::object untransformed(const nb::object& input) {
  const ElementNumber number = operand_of(input).number;
  if (number > ElementNumber::f16) return packed_copy(input);
  return packed_as(input, real_of(precision_of(number)));
}

nb::object filled_with_zeros(const FftCall& call, const CallOptions& options) {
  const std::span<const std::int64_t> shape(call.out_shape.data(), static_cast<std::size_t>(call.rank));
  nb::object zeros = zero_array(call.out_number, shape);
  if (options.out == Py_None) return zeros;
  check_out(options.out, call.out_number, shape);
  copy_into(options.out, zeros);
  return nb::borrow(options.out);
}

/// The axes that a call transforms of an array of long doubles.
TransformedAxes transformed_axes(FftFunction function, const nb::object& x, const CallArguments& arguments) {
  auto* const array = reinterpret_cast<PyArrayObject*>(x.ptr());
  const bool complex = PyArray_ISCOMPLEX(array) || takes_complex_only(function);
  AxisNumbers shape;
  const int rank = PyArray_NDIM(array);
  std::copy_n(PyArray_DIMS(array), rank, shape.begin());
  const FftCall call = FftCall::parse(function, arguments, complex ? ElementNumber::c128x2 : ElementNumber::f64x2,
                                      {shape.data(), static_cast<std::size_t>(rank)});
  TransformedAxes transformed{};
  for (int i = 0; i < call.axes_count; ++i) transformed[call.axes[i]] = true;
  return transformed;
}

/// Long doubles are transformed as pairs, and the results rounded.
nb::object transform_long_doubles(FftFunction function, const nb::object& x, const CallArguments& arguments,
                                  const CallOptions& options) {
  SplitArray split = split_long_doubles(x, transformed_axes(function, x, arguments));
  split.pairs = transform(function, split.pairs.ptr(), arguments, {Py_False, options.plan, Py_None});
  nb::object result = join_long_doubles(split);
  if (options.out == Py_None) return result;
  check_out(options.out, result.attr("dtype"), shape_of(operand_of(split.pairs)));
  copy_into(options.out, result);
  return nb::borrow(options.out);
}

}  // namespace

bool is_foreign(PyObject* x) {
  if (PyArray_Check(x) || PyList_Check(x) || PyTuple_Check(x)) return false;
  const auto exports = [](PyObject* object) {
    return PyObject_HasAttrString(object, "__dlpack__") != 0 ||
           PyObject_HasAttrString(object, "__cuda_array_interface__") != 0;
  };
  // The type is asked first, because a tensor's interface is a property that takes microseconds.
  return exports(reinterpret_cast<PyObject*>(Py_TYPE(x))) || exports(x);
}

nb::object of_other_libraries(const char* function) {
  static PyObject* const module = nb::module_::import_("papilio._foreign").release().ptr();
  return nb::handle(module).attr(function);
}

std::shared_ptr<const PreparedPlan> plan_for(const NumPyRequest& request, PyObject* plan, OpenDevice* device) {
  if (plan == Py_None) return PlanCache::instance().get(request, device != nullptr ? *device : current_device());
  if (!nb::isinstance<PlanObject>(plan)) throw nb::type_error("plan must be a papilio.Plan");
  auto prepared = nb::cast<const PlanObject&>(nb::handle(plan)).prepared;
  const Problem wanted = request.problem().normalised();
  if (device != nullptr && &prepared->device() != device) {
    throw nb::value_error(("the plan is for " + prepared->device().device.info().id + ", the array is on " +
                           device->device.info().id + ": leave plan out, or make one for that device")
                              .c_str());
  }
  if (prepared->plan().problem() != wanted) {
    throw nb::value_error(("the plan is for " + prepared->plan().problem().token() + ", the call is " + wanted.token() +
                           ": leave plan out, or make one of that token")
                              .c_str());
  }
  return prepared;
}

void execute_request(const PreparedPlan& plan, const NumPyRequest& request, const ArrayOperand& in,
                     const ArrayOperand& out) {
  const ElementExtent given = request.given_extent();
  const auto bytes_at = [](const ArrayOperand& operand, std::int64_t element) {
    return reinterpret_cast<std::byte*>(operand.data + element * bytes_of(operand.number));
  };
  HostArrays memory{{}, bytes_at(out, request.output_extent().least)};
  if (request.placement == Placement::out_of_place) {
    memory.in = {bytes_at(in, given.least), static_cast<std::size_t>(given.elements() * bytes_of(in.number))};
  }
  const nb::gil_scoped_release release;
  if (plan.execute(memory)) PlanCache::instance().trim();
}

nb::object transform(FftFunction function, PyObject* x, const CallArguments& arguments, const CallOptions& options) {
  require_not_forked();
  const nb::object given = array_of(x);
  if (has_long_doubles(given)) return transform_long_doubles(function, given, arguments, options);
  const nb::object input = input_of(function, given);
  const ArrayOperand in = operand_of(input);
  const FftCall call = FftCall::parse(function, arguments, in.number, shape_of(in));
  if (call.axes_count == 0) return untransformed(input);
  const std::span<const std::int64_t> out_shape(call.out_shape.data(), static_cast<std::size_t>(call.rank));
  if (is_empty(shape_of(in)) || is_empty(out_shape)) return filled_with_zeros(call, options);
  return execute_call(call, input, x, options);
}

std::string problem_token(FftFunction function, PyObject* x, const CallArguments& arguments) {
  nb::object given = array_of(x);
  if (has_long_doubles(given)) given = split_long_doubles(given, transformed_axes(function, given, arguments)).pairs;
  const nb::object input = input_of(function, given);
  ArrayOperand in = operand_of(input);
  const FftCall call = FftCall::parse(function, arguments, in.number, shape_of(in));
  const std::span<const std::int64_t> out_shape(call.out_shape.data(), static_cast<std::size_t>(call.rank));
  if (call.axes_count == 0 || is_empty(shape_of(in)) || is_empty(out_shape)) return {};
  const nb::object result = empty_array(call.out_number, out_shape);
  ArrayOperand out = operand_of(result);
  if (is_trigonometric(function) && is_complex(in.number)) {
    in = as_pairs(in);
    out = as_pairs(out);
  }
  return NumPyRequest(call, in, out, Placement::out_of_place).problem().normalised().token();
}

void add_transforms(nb::module_& module) {
  const auto kind_of = [](bool real) { return real ? Kind::r2c : Kind::c2c; };
  module.def(
      "next_fast_len", [=](std::int64_t target, bool real) { return next_fast_len(target, kind_of(real)); },
      nb::arg("target"), nb::arg("real"));
  module.def(
      "prev_fast_len", [=](std::int64_t target, bool real) { return prev_fast_len(target, kind_of(real)); },
      nb::arg("target"), nb::arg("real"));
  module.def(
      "problem_token",
      [](int function, bool one_axis, nb::handle x, nb::handle type, nb::handle lengths, nb::handle axes,
         nb::handle norm, nb::handle orthogonalize, nb::handle modes) {
        const CallArguments arguments{type.ptr(),          lengths.ptr(), axes.ptr(), norm.ptr(),
                                      orthogonalize.ptr(), one_axis,      1.0,        modes.ptr()};
        return problem_token(static_cast<FftFunction>(function), x.ptr(), arguments);
      },
      nb::arg("function"), nb::arg("one_axis"), nb::arg("x").none(), nb::arg("type").none(), nb::arg("lengths").none(),
      nb::arg("axes").none(), nb::arg("norm").none(), nb::arg("orthogonalize").none(), nb::arg("modes").none(),
      "The problem that transform() would solve; empty where there is nothing to compute.");
  const auto run_function = [](int function, bool one_axis, nb::handle x, nb::handle type, nb::handle lengths,
                               nb::handle axes, nb::handle norm, nb::handle orthogonalize, nb::handle overwrite,
                               nb::handle plan, nb::handle out, double factor, nb::handle modes) {
    if (is_foreign(x.ptr())) {
      return of_other_libraries("transform")(function, one_axis, x, type, lengths, axes, norm, orthogonalize, overwrite,
                                             plan, out, factor, modes);
    }
    const CallArguments arguments{type.ptr(),          lengths.ptr(), axes.ptr(), norm.ptr(),
                                  orthogonalize.ptr(), one_axis,      factor,     modes.ptr()};
    return transform(static_cast<FftFunction>(function), x.ptr(), arguments, {overwrite.ptr(), plan.ptr(), out.ptr()});
  };
  module.def("transform", run_function, nb::arg("function"), nb::arg("one_axis"), nb::arg("x").none(),
             nb::arg("type").none(), nb::arg("lengths").none(), nb::arg("axes").none(), nb::arg("norm").none(),
             nb::arg("orthogonalize").none(), nb::arg("overwrite_x").none(), nb::arg("plan").none(),
             nb::arg("out").none(), nb::arg("factor") = 1.0, nb::arg("modes") = nb::none(),
             "Transforms what numpy.asarray() makes of x; papilio.fft has the functions.");
}

}  // namespace papilio::python
