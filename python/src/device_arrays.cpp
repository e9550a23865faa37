// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "device_arrays.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "arrays.hpp"
#include "transform.hpp"

namespace nb = nanobind;

namespace papilio::python {
namespace {

constexpr std::uintptr_t alignment = 16;  // of what Plan::execute() takes

/// An array, and what describe() of its library tells: (address, number, shape, strides or None, bytes of a stride's
/// unit, device, stream).
struct DeviceArray {
  nb::object object;
  ArrayOperand operand;
  int device = 0;
  void* stream = nullptr;
};

void* pointer(nb::handle address) {
  return reinterpret_cast<void*>(nb::cast<std::uintptr_t>(address));  // NOLINT(performance-no-int-to-ptr)
}

DeviceArray described(nb::handle library, nb::handle array) {
  const auto facts = nb::cast<nb::tuple>(library.attr("describe")(array));
  DeviceArray result{nb::borrow(array), {}, nb::cast<int>(facts[5]), pointer(facts[6])};
  const auto shape = nb::cast<nb::tuple>(facts[2]);
  if (shape.size() > max_dimensions) throw nb::value_error("more axes than an array can have");
  ArrayOperand& operand = result.operand;
  operand.data = static_cast<char*>(pointer(facts[0]));
  operand.number = static_cast<ElementNumber>(nb::cast<int>(facts[1]));
  operand.rank = static_cast<int>(shape.size());
  for (int d = 0; d < operand.rank; ++d) operand.shape[d] = nb::cast<std::int64_t>(shape[d]);
  if (facts[3].is_none()) {
    set_packed_strides(operand);
    return result;
  }
  const auto strides = nb::cast<nb::tuple>(facts[3]);
  const auto unit = nb::cast<std::int64_t>(facts[4]);
  for (int d = 0; d < operand.rank; ++d) operand.strides[d] = nb::cast<std::int64_t>(strides[d]) * unit;
  return result;
}

nb::tuple tuple_of(std::span<const std::int64_t> shape) {
  nb::list list;
  for (const std::int64_t length : shape) list.append(length);
  return nb::tuple(list);
}

/// A multiple of 16 at or in front of an address, and the elements between.
struct Base {
  char* address;
  std::int64_t lead;
};

Base base_of(const ArrayOperand& operand, std::int64_t least) {
  const std::int64_t bytes = bytes_of(operand.number);
  char* const lowest = operand.data + least * bytes;
  const auto over = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(lowest) % alignment);
  if (over % bytes != 0) {
    throw nb::value_error("the array's address is no multiple of its elements' size: copy the array");
  }
  return {lowest - over, over / bytes};
}

/// One call of transform().
struct DeviceCall {
  nb::handle library;
  DeviceArray in;
  FftCall call;
  PyObject* plan;

  [[nodiscard]] std::span<const std::int64_t> out_shape() const {
    return {call.out_shape.data(), static_cast<std::size_t>(call.rank)};
  }
  /// A new array's layout: it is packed.
  [[nodiscard]] ArrayOperand operand_of_new(const nb::object& array) const {
    ArrayOperand operand;
    operand.data = static_cast<char*>(pointer(library.attr("address")(array)));
    operand.number = call.out_number;
    operand.rank = call.rank;
    std::copy_n(call.out_shape.begin(), call.rank, operand.shape.begin());
    set_packed_strides(operand);
    return operand;
  }
  /// An array of the result's type and shape.
  [[nodiscard]] nb::object make(const char* how) const {
    return library.attr(how)(in.object, tuple_of(out_shape()), static_cast<int>(call.out_number));
  }
  void enqueue(const ArrayOperand& to) const;
};

/// Enqueues on the caller's stream. Waits if the library's streams are not accessible.
void DeviceCall::enqueue(const ArrayOperand& to) const {
  const bool pairs = is_trigonometric(call.function) && is_complex(in.operand.number);
  const ArrayOperand from = pairs ? as_pairs(in.operand) : in.operand;
  const ArrayOperand out = pairs ? as_pairs(to) : to;
  NumPyRequest request(call, from, out, same_layout(from, out) ? Placement::in_place : Placement::out_of_place);
  const Base in_base = base_of(from, request.input_extent().least);
  const Base out_base = base_of(out, request.output_extent().least);
  request.in_lead = in_base.lead;
  request.out_lead = out_base.lead;
  const auto prepared = plan_for(request, plan, &open_cuda_device(in.device));
  const std::size_t bytes = prepared->plan().scratch_bytes();
  // (address, its owner); memory of the library is reused in the stream's order
  const nb::object scratch = bytes > 0 ? nb::object(library.attr("scratch")(in.object, bytes)) : nb::none();
  void* const work = scratch.is_none() ? nullptr : pointer(nb::cast<nb::tuple>(scratch)[0]);
  const bool waits = nb::cast<bool>(library.attr("waits"));
  const nb::gil_scoped_release release;
  const Stream stream = cuda::wrap_stream(prepared->device().device, in.stream);
  prepared->enqueue(stream, in_base.address, out_base.address, work);
  if (waits) stream.synchronize();
}

void check_target(const DeviceCall& call, const DeviceArray& target) {
  const auto shape = shape_of(target.operand);
  const auto wanted = call.out_shape();
  if (!std::equal(shape.begin(), shape.end(), wanted.begin(), wanted.end())) {
    throw nb::value_error("output array has wrong shape.");
  }
  if (target.operand.number != call.call.out_number) {
    throw nb::type_error("out has another type than the result: see the function's dtype rules");
  }
  if (target.device != call.in.device) throw nb::value_error("out is on another device than the input");
}

/// Input and output overlap in a way that no kernel may have.
bool clash(const FftCall& call, const ArrayOperand& in, const ArrayOperand& out) {
  if (same_layout(in, out)) return call.kind != Kind::c2c || call.has_modes;
  return may_share(in, out) || !has_whole_strides(out);
}

bool may_overwrite(const FftCall& call, const ArrayOperand& in) {
  return call.kind == Kind::c2c && !call.has_modes && is_packed(in) &&
         std::equal(call.out_shape.begin(), call.out_shape.begin() + call.rank, in.shape.begin());
}

nb::object execute(const DeviceCall& call, const CallOptions& options) {
  if (is_empty(shape_of(call.in.operand)) || is_empty(call.out_shape())) {
    if (options.out == Py_None) return call.make("zeros");
    check_target(call, described(call.library, options.out));
    call.library.attr("copy")(nb::handle(options.out), call.make("zeros"));
    return nb::borrow(options.out);
  }
  nb::object result;
  nb::object target;  // what the result is copied to in the end
  ArrayOperand operand;
  if (options.out != Py_None) {
    const DeviceArray out = described(call.library, options.out);
    check_target(call, out);
    operand = out.operand;
    (clash(call.call, call.in.operand, out.operand) ? target : result) = out.object;
  } else if (PyObject_IsTrue(options.overwrite) == 1 && may_overwrite(call.call, call.in.operand)) {
    result = call.in.object;
    operand = call.in.operand;
  }
  if (!result.is_valid()) {
    result = call.make("empty");
    operand = call.operand_of_new(result);
  }
  call.enqueue(operand);
  if (call.call.function == FftFunction::ihfft) result = call.library.attr("conjugate_into")(result, result);
  if (!target.is_valid()) return result;
  call.library.attr("copy")(target, result);
  return target;
}

/// Returns what DLPack tells of memory on a CUDA device: (address, number, shape, strides, bytes of their unit,
/// device).
nb::tuple describe_dlpack(nb::handle capsule) {
  const auto array = nb::cast<nb::ndarray<nb::ro>>(capsule);
  auto number = ElementNumber::other;
  const ElementNumber all[] = {ElementNumber::u8,  ElementNumber::i8,  ElementNumber::i16, ElementNumber::u16,
                               ElementNumber::f16, ElementNumber::f32, ElementNumber::f64};
  const nb::dlpack::dtype types[] = {nb::dtype<std::uint8_t>(),
                                     nb::dtype<std::int8_t>(),
                                     nb::dtype<std::int16_t>(),
                                     nb::dtype<std::uint16_t>(),
                                     {static_cast<std::uint8_t>(nb::dlpack::dtype_code::Float), 16, 1},
                                     nb::dtype<float>(),
                                     nb::dtype<double>()};
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (array.dtype() == types[i]) number = all[i];
  }
  const nb::dlpack::dtype type = array.dtype();
  if (type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Complex) && type.lanes == 1) {
    if (type.bits == 64) number = ElementNumber::c64;
    if (type.bits == 128) number = ElementNumber::c128;
  }
  if (type == nb::dtype<bool>()) number = ElementNumber::u8;
  nb::list shape;
  nb::list strides;
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    shape.append(array.shape(d));
    strides.append(array.stride(d));
  }
  return nb::make_tuple(reinterpret_cast<std::uintptr_t>(array.data()), static_cast<int>(number), nb::tuple(shape),
                        nb::tuple(strides), type.bits / 8, array.device_id());
}

/// The device whose memory this is.
int device_of_address(std::uintptr_t address) {
  void* const begin = reinterpret_cast<void*>(address / alignment * alignment);  // NOLINT(performance-no-int-to-ptr)
  for (int device = 0;; ++device) {
    const OpenDevice& open = open_cuda_device(device);  // throws behind the last one
    try {
      cuda::wrap_pointer(open.device, begin, 1);
      return device;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_argument) throw;
    }
  }
}

void execute_on_device(const PlanObject& plan, nb::handle in, nb::handle out, nb::handle scratch, nb::handle stream,
                       bool waits) {
  const PreparedPlan& prepared = *plan.prepared;
  if (prepared.device().device.info().backend != Backend::cuda) {
    throw nb::value_error(
        ("the plan is for " + prepared.device().device.info().id + ", the array is on a CUDA device").c_str());
  }
  const void* const from = pointer(in);
  void* const to = pointer(out);
  void* const work = scratch.is_none() ? nullptr : pointer(scratch);
  void* const native = pointer(stream);
  const nb::gil_scoped_release release;
  const Stream queue = cuda::wrap_stream(prepared.device().device, native);
  prepared.enqueue(queue, from, to, work);
  if (waits) queue.synchronize();
}

}  // namespace

Buffer buffer_at(const OpenDevice& device, std::uintptr_t address, std::size_t bytes) {
  if (bytes == 0) return {};
  return cuda::wrap_pointer(device.device, reinterpret_cast<void*>(address),
                            bytes);  // NOLINT(performance-no-int-to-ptr)
}

Stream stream_at(const OpenDevice& device, std::uintptr_t stream) {
  return cuda::wrap_stream(device.device, reinterpret_cast<void*>(stream));  // NOLINT(performance-no-int-to-ptr)
}

void add_device_arrays(nb::module_& module) {
  module.def(
      "transform_on_device",
      [](int function, bool one_axis, nb::handle x, nb::handle type, nb::handle lengths, nb::handle axes,
         nb::handle norm, nb::handle orthogonalize, nb::handle overwrite, nb::handle plan, nb::handle out,
         double factor, nb::handle modes, nb::handle library) {
        require_not_forked();
        const CallArguments arguments{type.ptr(),          lengths.ptr(), axes.ptr(), norm.ptr(),
                                      orthogonalize.ptr(), one_axis,      factor,     modes.ptr()};
        DeviceArray in = described(library, x);
        const auto chosen = static_cast<FftFunction>(function);
        const FftCall call = FftCall::parse(chosen, arguments, in.operand.number, shape_of(in.operand));
        if (call.axes_count == 0) return nb::object(library.attr("untransformed")(x));
        return execute({library, std::move(in), call, plan.ptr()}, {overwrite.ptr(), plan.ptr(), out.ptr()});
      },
      nb::arg("function"), nb::arg("one_axis"), nb::arg("x"), nb::arg("type").none(), nb::arg("lengths").none(),
      nb::arg("axes").none(), nb::arg("norm").none(), nb::arg("orthogonalize").none(), nb::arg("overwrite_x").none(),
      nb::arg("plan").none(), nb::arg("out").none(), nb::arg("factor"), nb::arg("modes").none(), nb::arg("library"),
      "transform() of an array on a CUDA device, which must be one that the library's readable() gave.");
  module.def("describe_dlpack", &describe_dlpack, nb::arg("capsule"),
             nb::sig("def describe_dlpack(capsule: object) -> tuple[int, int, tuple[int, ...], tuple[int, ...], int, "
                     "int]"));
  module.def("device_of_address", &device_of_address, nb::arg("address"));
  module.def("execute_on_device", &execute_on_device, nb::arg("plan"), nb::arg("address"), nb::arg("out_address"),
             nb::arg("scratch_address").none(), nb::arg("stream"), nb::arg("waits"),
             "Enqueues a plan; in place both addresses are the same.");
}

}  // namespace papilio::python
