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

void check_size(const ConstHostSpan& span, const char* which, std::int64_t bytes, const Token& token) {
  if (static_cast<std::int64_t>(span.size_bytes()) == bytes) return;
  const bool raw = span.type() == HostType::bytes || span.empty();
  const auto element = static_cast<std::int64_t>(raw ? 1 : span.size_bytes() / span.elements());
  const char* unit = raw ? "bytes" : "elements";
  throw Error::invalid_argument(fmt::format("{} span of {} {}", which, span.elements(), unit),
                                fmt::format("{} takes {} {}", token(), bytes / element, unit),
                                raw ? "multiply elements and bytes of an element as the problem gives them"
                                    : "ask the problem for its numbers of elements");
}

void check_spans(const HostOperands& operands, const HostSides& sides) {
  const bool one = operands.in.data() == nullptr && operands.in.empty();
  if (one || sides.placement == Placement::in_place) {
    throw Error::invalid_argument(one ? fmt::format("one span for an out-of-place {}", sides.who)
                                      : fmt::format("two spans for an in-place {}", sides.who),
                                  fmt::format("the {} is {}", sides.who, sides.token()),
                                  "change the problem's placement");
  }
  check_span(operands.in, sides.input, sides.token);
  check_span(operands.out, sides.output, sides.token);
  const std::less<const void*> before;
  const auto end_of = [](const ConstHostSpan& span) {
    return static_cast<const std::byte*>(span.data()) + span.size_bytes();
  };
  if (before(operands.in.data(), end_of(operands.out)) && before(operands.out.data(), end_of(operands.in))) {
    throw Error::invalid_argument("spans that overlap", fmt::format("the {} is out of place", sides.who),
                                  "use other memory, or the placement in_place");
  }
}

/// The span has the type of either side and the size of the larger one.
void check_span_in_place(const ConstHostSpan& span, const HostSides& sides) {
  const bool fits =
      span.type() == HostType::bytes || span.type() == host_type(sides.input) || span.type() == host_type(sides.output);
  if (!fits) throw_type("in-place", span.type(), sides.input, sides.token());
  check_size(span, "in-place", std::max(sides.input.bytes, sides.output.bytes), sides.token);
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
  check_size(span, side.name, side.bytes, token);
}

HostMemory checked_memory(const HostOperands& operands, const HostSides& sides) {
  const ConstHostSpan& in = operands.in;
  const HostSpan& out = operands.out;
  const bool in_place = sides.placement == Placement::in_place && in.data() == nullptr && in.empty();
  if (in_place) {
    check_span_in_place(out, sides);
  } else {
    check_spans(operands, sides);
  }
  check_callback_data(operands.load_data, sides.input.precision, "load");
  check_callback_data(operands.store_data, sides.input.precision, "store");
  return {in_place ? out.data() : in.data(),
          in_place ? out.size_bytes() : in.size_bytes(),
          out.data(),
          out.size_bytes(),
          operands.load_data,
          operands.store_data};
}

}  // namespace papilio::api
