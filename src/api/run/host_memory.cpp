// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/host_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>

#include "core/storage.hpp"

namespace papilio::api {
namespace {

using Token = std::function<std::string()>;

std::string_view name_of(HostType type) {
  constexpr std::string_view names[] = {"std::byte", "float", "double", "std::complex<float>", "std::complex<double>"};
  static_assert(static_cast<int>(HostType::complex_f64) == 4);
  return names[static_cast<std::size_t>(type)];
}

/// Bytes where there is no HostType for the storage.
HostType host_type(const HostSide& side) {
  const bool complex = side.field == Field::complex && side.layout == ComplexLayout::interleaved;
  if (to_string(side.storage, side.precision) == "f32") return complex ? HostType::complex_f32 : HostType::f32;
  if (to_string(side.storage, side.precision) == "f64") return complex ? HostType::complex_f64 : HostType::f64;
  return HostType::bytes;
}

[[noreturn]] void throw_type(const char* which, HostType given, const HostSide& side, const std::string& token) {
  const HostType wanted = host_type(side);
  const bool bytes = wanted == HostType::bytes;
  const char* planes = side.layout == ComplexLayout::planar ? "two planes of " : "";
  throw Error::invalid_argument(
      fmt::format("{} span of {}", which, name_of(given)),
      fmt::format("the {} of {} is {}{}", side.name, token, planes,
                  bytes ? to_string(side.storage, side.precision) : name_of(wanted)),
      bytes ? "give a span of std::byte" : fmt::format("give a span of {}, or of std::byte", name_of(wanted)));
}

void check_size(const ConstHostSpan& span, const HostSide& side, const Token& token) {
  const auto given = static_cast<std::int64_t>(span.size_bytes());
  if (given == side.bytes || given == side.bytes - side.unread) return;
  const bool raw = span.type() == HostType::bytes || span.empty();
  const auto element = static_cast<std::int64_t>(raw ? 1 : span.size_bytes() / span.elements());
  const char* unit = raw ? "bytes" : "elements";
  const std::string least =
      side.unread > 0 ? fmt::format(", or {} without the zeros at the end", (side.bytes - side.unread) / element) : "";
  throw Error::invalid_argument(fmt::format("{} span of {} {}", side.name, span.elements(), unit),
                                fmt::format("{} takes {} {}{}", token(), side.bytes / element, unit, least),
                                raw ? "multiply elements and bytes of an element as the problem gives them"
                                    : "ask the problem for its numbers of elements");
}

bool is_none(const ConstHostSpan& span) { return span.data() == nullptr && span.empty(); }

bool overlap(const HostPlanes& a, const HostPlanes& b) {
  const std::less<const std::byte*> before;
  const auto meet = [&](const std::byte* first, const std::byte* second) {
    return first != nullptr && second != nullptr && before(first, second + b.bytes) && before(second, first + a.bytes);
  };
  return meet(a.data, b.data) || meet(a.data, b.imaginary) || meet(a.imaginary, b.data) ||
         meet(a.imaginary, b.imaginary);
}

/// The spans of a side. `check` tests each of them against a side, or against a plane of it.
template <typename Check>
HostPlanes checked_planes(const ConstHostSpan& data, const ConstHostSpan& imaginary, const HostSide& side,
                          const Token& token, const Check& check) {
  const auto bytes_at = [](const ConstHostSpan& span) {              // an input is not written, whatever its type says
    return static_cast<std::byte*>(const_cast<void*>(span.data()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  };
  HostPlanes planes{bytes_at(data), bytes_at(imaginary), data.size_bytes(), static_cast<std::size_t>(side.bytes)};
  const bool planar = side.field == Field::complex && side.layout == ComplexLayout::planar;
  HostSide part = side;
  if (is_none(imaginary)) {
    if (planar) part.unread = 0;  // the imaginary parts stand behind the zeros of the real ones
    check(data, part);
    return planes;
  }
  if (!planar) {
    throw Error::invalid_argument(fmt::format("a span for the imaginary parts of the {}", side.name),
                                  token() + " is not planar there", "leave it out");
  }
  part.bytes /= 2;
  part.unread /= 2;
  check(data, part);
  check(imaginary, part);
  if (data.size_bytes() != imaginary.size_bytes()) {
    throw Error::invalid_argument(fmt::format("planes of the {} of two sizes", side.name),
                                  "one leaves out the zeros at the end, the other has them", "make them equal");
  }
  if (overlap({planes.data, nullptr, planes.bytes}, {planes.imaginary, nullptr, planes.bytes})) {
    throw Error::invalid_argument(fmt::format("planes of the {} that overlap", side.name),
                                  "real and imaginary parts would overwrite each other", "give two arrays");
  }
  return planes;
}

/// The span has the type of either side and the size of the larger one.
HostPlanes checked_in_place(const HostOperands& operands, const HostSides& sides) {
  HostSide side = sides.input.bytes > sides.output.bytes ? sides.input : sides.output;
  side.name = "in-place";
  side.unread = 0;
  if (!is_none(operands.out_imaginary)) side.layout = std::min(sides.input.layout, sides.output.layout);
  return checked_planes(operands.out, operands.out_imaginary, side, sides.token,
                        [&](const ConstHostSpan& span, const HostSide& part) {
                          const bool fits = span.type() == HostType::bytes || span.type() == host_type(sides.input) ||
                                            span.type() == host_type(sides.output);
                          if (!fits) throw_type("in-place", span.type(), sides.input, sides.token());
                          check_size(span, part, sides.token);
                        });
}

HostMemory checked_out_of_place(const HostOperands& operands, const HostSides& sides) {
  const bool one = is_none(operands.in);
  if (one || sides.placement == Placement::in_place) {
    throw Error::invalid_argument(
        one ? fmt::format("one span for an out-of-place {}", sides.who)
            : fmt::format("two spans for an in-place {}", sides.who),
        fmt::format("the {} is {}", sides.who, sides.token()),
        one ? "give an input and an output" : "give one span, or change the problem's placement");
  }
  const auto check = [&](const ConstHostSpan& span, const HostSide& side) { check_span(span, side, sides.token); };
  HostMemory memory;
  memory.in = checked_planes(operands.in, operands.in_imaginary, sides.input, sides.token, check);
  memory.out = checked_planes(operands.out, operands.out_imaginary, sides.output, sides.token, check);
  if (overlap(memory.in, memory.out)) {
    throw Error::invalid_argument("spans that overlap", fmt::format("the {} is out of place", sides.who),
                                  sides.placement ? "use other memory, or the placement in_place" : "use other memory");
  }
  return memory;
}

void check_callback_data(const ConstHostSpan& data, Precision precision, const char* which) {
  if (data.size_bytes() == 0) return;  // none, whatever its type
  const bool f32 = precision == Precision::f32;
  const bool bytes = data.type() == HostType::bytes && data.size_bytes() % (f32 ? sizeof(float) : sizeof(double)) == 0;
  if (bytes || data.type() == (f32 ? HostType::f32 : HostType::f64)) return;
  throw Error::invalid_argument(data.type() == HostType::bytes
                                    ? fmt::format("{} callback data of {} bytes", which, data.size_bytes())
                                    : fmt::format("{} callback data of type {}", which, name_of(data.type())),
                                fmt::format("the callback reads numbers of type {}", f32 ? "float" : "double"),
                                "give floats to an f32 problem, doubles to an f64 one, or their bytes");
}

}  // namespace

void check_span(const ConstHostSpan& span, const HostSide& side, const Token& token) {
  if (span.type() != HostType::bytes && span.type() != host_type(side)) {
    throw_type(side.name, span.type(), side, token());
  }
  check_size(span, side, token);
}

HostMemory checked_memory(const HostOperands& operands, const HostSides& sides) {
  HostMemory memory;
  const bool one = is_none(operands.in) && is_none(operands.in_imaginary);
  if (sides.placement == Placement::in_place && one) {
    memory.out = checked_in_place(operands, sides);
    memory.in = memory.out;
  } else {
    memory = checked_out_of_place(operands, sides);
  }
  check_callback_data(operands.load_data, sides.input.precision, "load");
  check_callback_data(operands.store_data, sides.input.precision, "store");
  memory.load_data = operands.load_data;
  memory.store_data = operands.store_data;
  return memory;
}

}  // namespace papilio::api
