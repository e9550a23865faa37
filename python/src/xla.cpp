// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "xla.hpp"

#include <algorithm>
#include <new>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>
#include <string>
#include <string_view>

#include "arrays.hpp"
#include "plans.hpp"
#include "xla_ffi.hpp"

namespace nb = nanobind;

namespace papilio::python::xla {
namespace {

/// Throws Error for a call that papilio.jax does not make.
[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw Error::invalid_argument("a custom call of papilio_transform: " + what, why, "call papilio.jax.fft");
}

void* attribute(const CallFrame& frame, std::string_view name, AttributeType type) {
  const FfiAttributes& all = frame.attributes;
  for (std::int64_t i = 0; i < all.size; ++i) {
    if (all.types[i] == type && std::string_view(all.names[i]->data, all.names[i]->size) == name) return all.values[i];
  }
  refuse("attribute " + std::string(name), "it is missing, or of another type");
}

template <typename T>
T scalar(const CallFrame& frame, const char* name, XlaNumber type) {
  const auto& value = *static_cast<const ScalarAttribute*>(attribute(frame, name, AttributeType::scalar));
  if (value.type != type) refuse(std::string("attribute ") + name, "it is a number of another type");
  return *static_cast<const T*>(value.value);
}

std::int64_t integer(const CallFrame& frame, const char* name) {
  return scalar<std::int64_t>(frame, name, XlaNumber::s64);
}

std::span<const std::int64_t> integers(const CallFrame& frame, const char* name) {
  const auto& values = *static_cast<const ArrayAttribute*>(attribute(frame, name, AttributeType::array));
  if (values.type != XlaNumber::s64) refuse(std::string("attribute ") + name, "its numbers are no 64-bit integers");
  return {static_cast<const std::int64_t*>(values.data), values.size};
}

ElementNumber number_of(XlaNumber type) {
  switch (type) {
    case XlaNumber::f32:
      return ElementNumber::f32;
    case XlaNumber::f64:
      return ElementNumber::f64;
    case XlaNumber::c64:
      return ElementNumber::c64;
    case XlaNumber::c128:
      return ElementNumber::c128;
    default:
      return ElementNumber::other;
  }
}

ArrayOperand operand_of(const FfiBuffers& buffers, const char* name) {
  if (buffers.size != 1 || buffers.types[0] != buffer_argument) refuse(name, "one array is needed");
  const auto& buffer = *static_cast<const FfiBuffer*>(buffers.values[0]);
  ArrayOperand operand;
  if (buffer.rank >= std::ssize(operand.shape)) refuse(name, "it has more axes than an array can have");
  operand.data = static_cast<char*>(buffer.data);
  operand.number = number_of(buffer.type);
  operand.rank = static_cast<int>(buffer.rank);
  std::copy_n(buffer.lengths, buffer.rank, operand.shape.begin());
  set_packed_strides(operand);
  return operand;
}

bool reads_spectrum(const FftCall& call) { return call.direction == Direction::inverse; }

/// Fills in the transformed axes and their lengths.
void choose_axes(FftCall& call, const CallFrame& frame, int rank) {
  const auto axes = integers(frame, "axes");
  const auto lengths = integers(frame, "lengths");
  if (axes.empty() || axes.size() > static_cast<std::size_t>(rank) || axes.size() != lengths.size()) {
    refuse("axes", "there must be one length for each, and no more than the operand has");
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const bool known = axes[i] >= 0 && axes[i] < rank;
    if (!known || std::find(axes.begin(), axes.begin() + i, axes[i]) != axes.begin() + i) {
      refuse("axes", "one is repeated, or not an axis of the operand");
    }
    if (lengths[i] < 1 || (call.kind == Kind::dct1 && lengths[i] < 2)) refuse("lengths", "one is too short");
    call.axes[i] = static_cast<int>(axes[i]);
    call.lengths[i] = lengths[i];
  }
  call.axes_count = static_cast<int>(axes.size());
}

/// Fills in the frequencies that the spectrum has; an empty list stands for all of them.
void choose_modes(FftCall& call, const CallFrame& frame, const ArrayOperand& in) {
  const auto modes = integers(frame, "modes");
  if (modes.empty()) return;
  if (modes.size() != static_cast<std::size_t>(call.axes_count) || call.kind > Kind::c2r) {
    refuse("modes", "there must be one for each axis of a Fourier transform");
  }
  call.has_modes = true;
  for (int i = 0; i < call.axes_count; ++i) {
    const bool halved = call.kind != Kind::c2c && i + 1 == call.axes_count;
    const std::int64_t all = halved ? call.lengths[i] / 2 + 1 : call.lengths[i];
    if (modes[i] < 1 || modes[i] > all) refuse("modes", "one is less than 1, or more than the spectrum has");
    if (reads_spectrum(call) && in.shape[call.axes[i]] != modes[i]) refuse("modes", "the operand has other lengths");
    call.modes[i] = modes[i];
  }
}

/// Fills in the result's shape.
void choose_shape(FftCall& call, const ArrayOperand& in) {
  call.rank = in.rank;
  std::copy_n(in.shape.begin(), in.rank, call.out_shape.begin());
  const bool compact = call.has_modes && !reads_spectrum(call);
  for (int i = 0; i < call.axes_count; ++i) call.out_shape[call.axes[i]] = compact ? call.modes[i] : call.lengths[i];
  const int last = call.axes_count - 1;
  if (call.kind == Kind::r2c && !compact) call.out_shape[call.axes[last]] = call.lengths[last] / 2 + 1;
}

/// The call's numbers: what it reads, and whether it is one of pairs of real numbers.
bool choose_numbers(FftCall& call, const ArrayOperand& in) {
  const bool trigonometric = call.kind != Kind::c2c && call.kind != Kind::r2c && call.kind != Kind::c2r;
  const bool real = call.kind == Kind::r2c || (trigonometric && !is_complex(in.number));
  if (in.number == ElementNumber::other || (!trigonometric && real == is_complex(in.number))) {
    refuse("operand", "its numbers are not of a type that the kind reads");
  }
  const Precision precision = precision_of(in.number);
  call.out_number = trigonometric ? in.number : call.kind == Kind::c2r ? real_of(precision) : complex_of(precision);
  return trigonometric && is_complex(in.number);
}

/// The transform that a frame asks for.
struct XlaCall {
  FftCall call;
  ArrayOperand in;
  ArrayOperand out;

  explicit XlaCall(const CallFrame& frame) : in(operand_of(frame.arguments, "operand")) {
    out = operand_of(frame.results, "result");
    const std::int64_t kind = integer(frame, "kind");
    if (kind < 0 || kind > static_cast<std::int64_t>(Kind::dst4)) refuse("kind", "there is none of this number");
    call.kind = static_cast<Kind>(kind);
    const bool inverse = call.kind == Kind::c2r || (call.kind == Kind::c2c && integer(frame, "inverse") != 0);
    call.direction = inverse ? Direction::inverse : Direction::forward;
    call.scale = integer(frame, "orthogonal") != 0 ? Scale::inverse_sqrt_n : Scale::none;
    call.factor = scalar<double>(frame, "factor", XlaNumber::f64);
    const bool pairs = choose_numbers(call, in);
    choose_axes(call, frame, in.rank);
    choose_modes(call, frame, in);
    choose_shape(call, in);
    if (out.number != call.out_number || out.rank != call.rank ||
        !std::equal(out.shape.begin(), out.shape.begin() + out.rank, call.out_shape.begin())) {
      refuse("result", "its type or its shape is not that of the transform");
    }
    if (!pairs) return;
    in = as_pairs(in);
    out = as_pairs(out);
  }
  [[nodiscard]] bool empty() const { return is_empty(shape_of(in)) || is_empty(shape_of(out)); }
  [[nodiscard]] NumPyRequest request() const { return {call, in, out, Placement::out_of_place}; }
};

void on_host(const CallFrame& frame) {
  const XlaCall call(frame);
  if (call.empty()) return;
  const NumPyRequest request = call.request();
  const auto prepared = PlanCache::instance().get_outside_python(request, current_device());
  const auto bytes = static_cast<std::size_t>(request.given_extent().elements() * bytes_of(call.in.number));
  const std::span<const std::byte> in(reinterpret_cast<const std::byte*>(call.in.data), bytes);
  if (prepared->execute({in, reinterpret_cast<std::byte*>(call.out.data)})) PlanCache::instance().trim();
}

/// Throws Error for a call of XLA's that failed.
template <typename Arguments>
void ask(const CallFrame& frame, FfiFunction<Arguments> function, Arguments& arguments, const char* what) {
  FfiError* const error = function(&arguments);
  if (error == nullptr) return;
  DestroyArguments destroyed{sizeof(DestroyArguments), nullptr, error};
  frame.api->destroy_error(&destroyed);
  throw Error::out_of_memory(what, "XLA refused it",
                             "give XLA more of the device's memory (XLA_PYTHON_CLIENT_MEM_FRACTION)");
}

/// Scratch from XLA's pool, whose memory is reused in the stream's order.
class XlaScratch {
 public:
  XlaScratch(const CallFrame& frame, std::size_t size) : frame_(frame), size_(size) {
    if (size == 0) return;
    AllocateArguments arguments{sizeof(AllocateArguments), nullptr, frame.context, size, 256, nullptr};
    ask(frame, frame.api->allocate, arguments, "scratch of a transform");
    data_ = arguments.data;
  }
  XlaScratch(const XlaScratch&) = delete;
  XlaScratch& operator=(const XlaScratch&) = delete;
  ~XlaScratch() {
    if (data_ == nullptr) return;
    FreeArguments arguments{sizeof(FreeArguments), nullptr, frame_.context, size_, data_};
    if (FfiError* const error = frame_.api->free(&arguments)) {
      DestroyArguments destroyed{sizeof(DestroyArguments), nullptr, error};
      frame_.api->destroy_error(&destroyed);
    }
  }
  [[nodiscard]] void* data() const { return data_; }

 private:
  const CallFrame& frame_;
  std::size_t size_;
  void* data_ = nullptr;
};

int cuda_ordinal(const CallFrame& frame) {
  if (frame.api->struct_size < offsetof(FfiApi, get_ordinal) + sizeof(frame.api->get_ordinal)) {
    throw Error::unsupported("a transform on CUDA", "this jaxlib does not tell the device's number",
                             "install a newer jaxlib");
  }
  OrdinalArguments arguments{sizeof(OrdinalArguments), nullptr, frame.context, 0};
  ask(frame, frame.api->get_ordinal, arguments, "the device's number");
  return arguments.ordinal;
}

void on_cuda(const CallFrame& frame) {
  const XlaCall call(frame);
  if (call.empty()) return;
  const auto aligned = [](const char* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; };
  if (!aligned(call.in.data) || !aligned(call.out.data)) refuse("an array", "it begins at no multiple of 16 bytes");
  StreamArguments stream{sizeof(StreamArguments), nullptr, frame.context, nullptr};
  ask(frame, frame.api->get_stream, stream, "the stream of a transform");
  const auto prepared = PlanCache::instance().get_outside_python(call.request(), open_cuda_device(cuda_ordinal(frame)));
  const XlaScratch scratch(frame, prepared->plan().scratch_bytes());
  prepared->enqueue(cuda::wrap_stream(prepared->device().device, stream.stream), call.in.data, call.out.data,
                    scratch.data());
}

ErrorKind kind_of(const Error& error) {
  switch (error.code()) {
    case ErrorCode::invalid_argument:
      return ErrorKind::invalid_argument;
    case ErrorCode::unsupported:
      return ErrorKind::unimplemented;
    case ErrorCode::no_device:
      return ErrorKind::unavailable;
    case ErrorCode::out_of_memory:
      return ErrorKind::resource_exhausted;
    default:
      return ErrorKind::internal;
  }
}

FfiError* failure(const CallFrame& frame, const char* message, ErrorKind kind) {
  ErrorArguments arguments{sizeof(ErrorArguments), nullptr, message, kind};
  return frame.api->create_error(&arguments);
}

/// True for the call that registers a handler.
bool answers_metadata(const CallFrame& frame) {
  if (frame.extensions == nullptr || frame.extensions->type != metadata_extension) return false;
  HandlerMetadata& metadata = *reinterpret_cast<MetadataExtension*>(frame.extensions)->metadata;
  metadata.version = {sizeof(ApiVersion), nullptr, api_major, api_minor};
  metadata.traits = 0;  // no command buffers: the first call of a problem plans
  return true;
}

template <void (*run)(const CallFrame&)>
FfiError* handle(CallFrame* frame) {
  if (answers_metadata(*frame)) return nullptr;
  try {
    run(*frame);
    return nullptr;
  } catch (const Error& error) {
    return failure(*frame, error.what(), kind_of(error));
  } catch (const std::bad_alloc&) {
    return failure(*frame, "a transform: the host's memory is exhausted", ErrorKind::resource_exhausted);
  } catch (const std::exception& error) {
    return failure(*frame, error.what(), ErrorKind::internal);
  }
}

}  // namespace
}  // namespace papilio::python::xla

namespace papilio::python {

void add_xla_handlers(nb::module_& module) {
  const auto capsule = [](xla::Handler* handler) { return nb::capsule(reinterpret_cast<void*>(handler)); };
  module.def(
      "xla_handlers",
      [=] {
        nb::dict handlers;
        handlers["cpu"] = capsule(&xla::handle<xla::on_host>);
        handlers["CUDA"] = capsule(&xla::handle<xla::on_cuda>);
        return handlers;
      },
      nb::sig("def xla_handlers() -> dict[str, object]"),
      "Returns the addresses of papilio_transform's handlers, for jax.ffi.register_ffi_target, by XLA's platforms.");
}

}  // namespace papilio::python
