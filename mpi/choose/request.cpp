// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <papilio/error.hpp>

#include "configuration.hpp"
#include "mpi/arrays/axis_order.hpp"
#include "mpi/carriers/carriers.hpp"
#include "mpi/methods/six_step.hpp"
#include "mpi/program/chunks.hpp"

namespace papilio::mpi {
namespace {

void add_boxes(std::vector<NamedValue>& values, const Distribution& distribution, const std::string& side) {
  values.push_back({"the lengths of the " + side, fmt::format("{}", fmt::join(distribution.lengths, "x"))});
  values.push_back({"the number of boxes of the " + side, std::to_string(distribution.boxes.size())});
  for (std::size_t rank = 0; rank < distribution.boxes.size(); ++rank) {
    const Box& box = distribution.boxes[rank];
    values.push_back({fmt::format("the box of rank {} in the {}", rank, side),
                      fmt::format("[{}]-[{}]", fmt::join(box.begin, ","), fmt::join(box.end, ","))});
  }
}

/// A value that the enumeration does not name has its number.
template <std::size_t n, typename Enumeration>
std::string name_in(const std::array<std::string_view, n>& names, Enumeration value) {
  const auto number = static_cast<std::size_t>(value);
  return number < n ? std::string(names[number]) : std::to_string(number);
}

void require(bool condition, const std::string& what, const std::string& why, const std::string& remedy) {
  if (!condition) throw Error::invalid_argument(what, why, remedy);
}

void require_plain(const Problem& problem) {
  const Problem normal = problem.normalised();
  Problem packed = normal;
  packed.in_strides = packed.out_strides = {};
  packed.in_distance = packed.out_distance = 0;
  packed.in_offset = packed.out_offset = 0;
  packed.window = {};
  packed.in_shift = packed.out_shift = {};
  packed.out_map = OutputMap::none;
  packed.detrend = Detrend::none;
  packed.axis_scales = {};
  // In place, the rows of both sides coincide on one device, but not in boxes.
  if (normal.placement == Placement::in_place && normal.halves()) {
    packed.in_distance = normal.in_distance;
    packed.out_distance = normal.out_distance;
  }
  const bool plain = packed.normalised() == normal && normal.zero.empty() && normal.skip.empty() &&
                     !normal.has_contour() && normal.in_layout == ComplexLayout::interleaved &&
                     normal.out_layout == ComplexLayout::interleaved;
  if (plain) return;
  throw Error::unsupported("the distributed problem " + problem.token(),
                           "boxes of ranks must be packed and interleaved, and cannot be pruned, detrended, windowed, "
                           "shifted, mapped, scaled axis by axis or of a chirp z-transform",
                           "leave out strides, distances, offsets, planar, zero, skip, modes, pad, crop, detrend, "
                           "window, ishift, oshift, omap, scales of axes, band and spiral");
}

void require_fit(const Distribution& distribution, const std::vector<std::int64_t>& lengths, int ranks,
                 const char* which) {
  require(distribution.ranks() == ranks, fmt::format("the distribution of the {}", which),
          fmt::format("it has boxes for {} ranks, and the communicator has {}", distribution.ranks(), ranks),
          "give every rank a box, an empty one if it has no elements");
  require(distribution.lengths == lengths, fmt::format("the distribution of the {}", which),
          fmt::format("it is of an array {}, and the problem's {} is an array {}", fmt::join(distribution.lengths, "x"),
                      which, fmt::join(lengths, "x")),
          "use the problem's input_lengths() and output_lengths()");
  distribution.validate();
}

constexpr std::int64_t max_points_of_a_device = std::int64_t{1} << 27;

/// The array of all ranks but one is empty.
bool on_one_rank(const Distribution& distribution) {
  return std::ranges::any_of(distribution.boxes, [&](const Box& box) { return box.volume() == distribution.volume(); });
}

/// An array of one axis is distributed as a matrix, or not at all.
void require_matrix(const Request& request) {
  const Problem& problem = request.problem;
  if (problem.lengths.size() != 1 || matrix_of(problem)) return;
  if (request.in.ranks() == 1 || (on_one_rank(request.in) && on_one_rank(request.out))) return;
  const bool kind = problem.kind == Kind::c2c || problem.halves();
  throw Error::unsupported(
      fmt::format("{} over {} ranks", problem.token(), request.in.ranks()),
      kind ? fmt::format("an array of one axis is distributed as a matrix, and {} is no product of two factors",
                         problem.lengths[0])
           : "of arrays of one axis c2c, r2c and c2r are distributed",
      "give the array to one rank (rank:0): one device holds 2^27 points");
}

void validate_problem(const Problem& problem) {
  if (problem.precision > Precision::f64) {
    throw Error::unsupported("the distributed problem " + problem.token(),
                             "twiddles between ranks and messages are of f32 or f64", "use f64, or one device");
  }
  const bool one_axis = problem.axes.empty() || problem.axes == std::vector<int>{0};
  const std::optional<Problem> matrix = one_axis ? matrix_of(problem) : std::nullopt;
  (matrix && problem.lengths[0] > max_points_of_a_device ? *matrix : problem).validate();
}

/// A device computes a whole axis of the matrix.
void require_device_holds(bool columns, const Distribution& end) {
  require(!columns || std::ranges::max(end.lengths) <= max_points_of_a_device,
          fmt::format("columns of a matrix of {}", fmt::join(end.lengths, "x")),
          "one device holds 2^27 points of an axis", "give the matrix other lengths");
}

bool is_type(HostType type, const Problem& problem, Side side) {
  const bool input = side == Side::input;
  const Storage storage = input ? problem.in_storage : problem.out_storage;
  const bool real = input ? problem.real_input() : problem.real_output();
  const bool f64 = storage == Storage::f64 || (storage == Storage::native && problem.precision == Precision::f64);
  const bool f32 = storage == Storage::f32 || (storage == Storage::native && problem.precision == Precision::f32);
  if (type == HostType::bytes) return true;
  if (f64) return type == (real ? HostType::f64 : HostType::complex_f64);
  return f32 && type == (real ? HostType::f32 : HostType::complex_f32);
}

}  // namespace

std::vector<NamedValue> values_of(const Request& request) {
  const Options& options = request.options;
  std::vector<NamedValue> values = {{"the problem", request.problem.token()}};
  add_boxes(values, request.in, "input");
  add_boxes(values, request.out, "output");
  const std::vector<NamedValue> of_options = {{"bytes_per_second", fmt::format("{}", options.bytes_per_second)},
                                              {"latency", fmt::format("{}", options.latency)},
                                              {"chunks", std::to_string(options.chunks)},
                                              {"carrier", std::string(name_of(options.carrier))},
                                              {"axis_order", options.axis_order.text()},
                                              {"effort", name_in(effort_names, options.effort)},
                                              {"arrays", name_in<3>({"unknown", "host", "device"}, options.arrays)},
                                              {"work", name_in<2>({"plan", "caller"}, options.work)},
                                              {"choice", options.choice}};
  for (const auto& [name, value] : of_options) values.push_back({"the option " + name, value});
  if (request.real_rows == RealRows::padded) values.push_back({"the rows", "padded"});
  return values;
}

void validate(const Request& request, int ranks) {
  const Problem& problem = request.problem;
  validate_problem(problem);
  require_plain(problem);
  const bool in_columns = columns_of_matrix(problem, request.in);
  const bool out_columns = columns_of_matrix(problem, request.out);
  require_fit(request.in, in_columns ? request.in.lengths : problem.input_lengths(), ranks, "input");
  require_fit(request.out, out_columns ? request.out.lengths : problem.output_lengths(), ranks, "output");
  require(!in_columns || !out_columns || request.in.lengths[0] == request.out.lengths[1], "columns at both ends",
          "the matrix of the output is not the transpose of the input's", "exchange the lengths of one");
  require_device_holds(in_columns, request.in);
  require_device_holds(out_columns, request.out);
  require_matrix(request);
  const Distribution& real = problem.kind == Kind::r2c ? request.in : request.out;
  require(request.real_rows == RealRows::packed ||
              (problem.halves() && problem.lengths.size() > 1 && real.whole(problem.lengths.size() - 1)),
          "padded rows", "the problem has no real numbers in whole rows of several axes", "use packed ones");
  require(request.options.bytes_per_second > 0 && request.options.latency >= 0, "the links",
          fmt::format("{} bytes per second and a latency of {} s are not usable", request.options.bytes_per_second,
                      request.options.latency),
          "give positive numbers");
  require(request.options.chunks >= 0 && request.options.chunks <= max_chunks,
          fmt::format("{} chunks", request.options.chunks), fmt::format("an exchange has 1 to {}", max_chunks),
          "4 are many; 0 leaves it to the planner");
  const AxisOrder& order = request.options.axis_order;
  if (order.rule == AxisOrder::OrderRule::given && request.options.choice.empty()) check_order(order.axes, problem);
}

std::size_t bytes_of(const Request& request, Side side, int rank) {
  const Problem& problem = request.problem;
  const bool input = side == Side::input;
  const Box& box = (input ? request.in : request.out).boxes[static_cast<std::size_t>(rank)];
  std::int64_t elements = box.volume() * problem.batch;
  if (request.real_rows == RealRows::padded && problem.kind == (input ? Kind::r2c : Kind::c2r)) {
    elements = elements / problem.lengths.back() * 2 * (problem.lengths.back() / 2 + 1);
  }
  return static_cast<std::size_t>(elements * (input ? problem.input_element_bytes() : problem.output_element_bytes()));
}

void check_span(const ConstHostSpan& span, const Problem& problem, Side side, std::size_t bytes) {
  const char* which = side == Side::input ? "input" : "output";
  if (!span.empty()) {
    require(is_type(span.type(), problem, side), fmt::format("the {} span", which),
            "its type is not that of " + problem.token(), "give a span of the problem's type, or of std::byte");
  }
  check_size(span, which, bytes);
}

void check_size(const ConstHostSpan& span, const char* which, std::size_t bytes) {
  require(span.size_bytes() == bytes, fmt::format("the {} span", which),
          fmt::format("it has {} bytes, and this rank needs {}", span.size_bytes(), bytes),
          "ask the plan for input_elements() and output_elements()");
  require(bytes == 0 || span.data() != nullptr, fmt::format("the {} span", which), "its address is null",
          "give the address of the data");
}

void check_buffer(const Buffer& buffer, const char* which, std::size_t bytes) {
  require(buffer.size_bytes() >= bytes, fmt::format("the {} buffer", which),
          fmt::format("it has {} bytes, and this rank needs {}", buffer.size_bytes(), bytes),
          "ask the plan for input_elements() and output_elements()");
}

void check_apart(const ConstHostSpan& in, const ConstHostSpan& out) {
  const std::less<const void*> before;
  const auto end_of = [](const ConstHostSpan& span) {
    return static_cast<const std::byte*>(span.data()) + span.size_bytes();
  };
  require(in.empty() || out.empty() || !before(in.data(), end_of(out)) || !before(out.data(), end_of(in)),
          "spans that overlap", "the plan is out of place", "use other memory, or the placement in_place");
}

}  // namespace papilio::mpi
