// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/nufft.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/nufft/nufft_engine.hpp"
#include "api/nufft/nufft_type3.hpp"
#include "api/run/captures.hpp"
#include "api/run/execution.hpp"
#include "api/run/memory_checks.hpp"

namespace papilio {

struct Nufft::Impl {
  Device device;
  NufftProblem problem;
  std::vector<api::NufftChoice> choices;   ///< types 1 and 2: one of which set_points() takes
  std::optional<api::NufftEngine> engine;  ///< made by set_points()
  std::optional<api::NufftType3> type3;    ///< made for new points and frequencies
  bool ready = false;                      ///< points are set
  std::int64_t points = 0;
  std::int64_t frequencies = 0;
  api::WorkspacePool workspaces;

  /// Complex numbers of one transform.
  [[nodiscard]] std::int64_t numbers(bool input) const {
    if (input == (problem.type != NufftType::type2)) return points;
    return problem.type == NufftType::type3 ? frequencies : problem.points_of_grid();
  }
  [[nodiscard]] std::int64_t bytes(bool input) const {
    return problem.batch * numbers(input) * api::complex_bytes(problem.precision);
  }
  /// No sum has a term, or there are no sums.
  [[nodiscard]] bool trivial() const { return points == 0 || (problem.type == NufftType::type3 && frequencies == 0); }
  [[nodiscard]] api::HostSides host_sides() const;
  [[nodiscard]] api::CoordinateSpans checked(const NufftCoordinates& coordinates, const char* of) const;
  void require(bool type3) const;
  /// The memory of each axis, which holds so many numbers; other axes have none.
  [[nodiscard]] std::vector<const runtime::Memory*> checked(const std::array<const Buffer*, 3>& buffers,
                                                            std::int64_t count) const;
  static void require_few(std::int64_t count, const char* of);
  void require_sizes(std::int64_t from, std::int64_t to) const;
  void require_points() const;
  /// Makes the engine that suits so many points, unless it is there.
  void make_engine(std::int64_t count);
  void forget_points();
  void take(std::int64_t points_given, std::int64_t frequencies_given);
  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const;
};

api::HostSides Nufft::Impl::host_sides() const {
  const auto side = [&](const char* name, bool input) {
    api::HostSide result{name, Field::complex, ComplexLayout::interleaved, problem.precision, Storage::native};
    result.bytes = bytes(input);
    return result;
  };
  return {"non-uniform transform", side("input", true), side("output", false), std::nullopt, [this] {
            return fmt::format("{} with {} points{}", problem.token(), points,
                               problem.type == NufftType::type3 ? fmt::format(" and {} frequencies", frequencies) : "");
          }};
}

/// A span for each axis, of one length and of the problem's precision. `of`: "points".
api::CoordinateSpans Nufft::Impl::checked(const NufftCoordinates& coordinates, const char* of) const {
  const auto axes = static_cast<std::size_t>(problem.dimensions());
  api::CoordinateSpans spans = {coordinates.x, coordinates.y, coordinates.z};
  const std::string_view names = std::string_view(of) == "points" ? "xyz" : "stu";
  for (std::size_t axis = 0; axis < spans.size(); ++axis) {
    const ConstHostSpan& span = spans[axis];
    const HostType wanted = problem.precision == Precision::f32 ? HostType::f32 : HostType::f64;
    const std::string what = fmt::format("coordinate {} of {}", names[axis], of);
    if (axis >= axes && !span.empty())
      throw Error::invalid_argument(what, fmt::format("{} has {} axes", problem.token(), axes), "leave it out");
    if (span.empty() ? axis >= axes : span.type() == wanted && span.elements() == spans.front().elements()) continue;
    if (span.empty() && spans.front().empty()) continue;
    const bool type = !span.empty() && span.type() != wanted;
    throw Error::invalid_argument(
        what,
        type
            ? "its numbers are of another type"
            : fmt::format("it has {} numbers, and {} has {}", span.elements(), names.front(), spans.front().elements()),
        type ? fmt::format("give numbers of {}", problem.precision == Precision::f32 ? "float" : "double")
             : "give as many for each axis");
  }
  spans.resize(axes);
  require_few(static_cast<std::int64_t>(spans.front().elements()), of);
  return spans;
}

std::vector<const runtime::Memory*> Nufft::Impl::checked(const std::array<const Buffer*, 3>& buffers,
                                                         std::int64_t count) const {
  if (count < 0)
    throw Error::invalid_argument(fmt::format("{} points", count), "there is no such number", "give 0 or more");
  require_few(count, "points");
  const auto axes = static_cast<std::size_t>(problem.dimensions());
  const std::int64_t bytes = count * api::complex_bytes(problem.precision) / 2;
  std::vector<const runtime::Memory*> memories;
  for (std::size_t axis = 0; axis < buffers.size(); ++axis) {
    const runtime::Memory* const memory = api::memory_of(*buffers[axis]);
    const std::string what = fmt::format("coordinate {} of points", "xyz"[axis]);
    if (axis >= axes && memory != nullptr)
      throw Error::invalid_argument(what, fmt::format("{} has {} axes", problem.token(), axes), "leave it out");
    if (axis >= axes || count == 0) continue;
    const std::int64_t held = memory == nullptr ? 0 : static_cast<std::int64_t>(memory->size());
    if (held < bytes)
      throw Error::invalid_argument(what,
                                    fmt::format("its buffer has {} bytes, and {} points need {}", held, count, bytes),
                                    "give a larger buffer");
    memories.push_back(memory);
  }
  return memories;
}

void Nufft::Impl::require_few(std::int64_t count, const char* of) {
  constexpr std::int64_t most = (std::int64_t{1} << 31) - 2048;  // kernels round up to whole blocks, in 32 bits
  if (count <= most) return;
  throw Error::unsupported(fmt::format("{} {}", count, of), "a non-uniform transform has at most 2^31 - 2048",
                           "transform them in parts and add these");
}

void Nufft::Impl::require(bool type3) const {
  api::require_device(device, "points of a non-uniform transform");
  if (type3 == (problem.type == NufftType::type3)) return;
  throw Error::invalid_argument("points of " + problem.token(),
                                type3 ? "only type 3 has frequencies" : "type 3 has frequencies too",
                                type3 ? "call set_points()" : "call set_points_and_frequencies()");
}

void Nufft::Impl::require_points() const {
  if (ready) return;
  throw Error::invalid_argument(
      "executing " + problem.token(), "it has no points yet",
      fmt::format("set its points{} first", problem.type == NufftType::type3 ? " and frequencies" : ""));
}

/// Sizes in bytes are far from overflowing, and kernels can reach all numbers of a side.
void Nufft::Impl::require_sizes(std::int64_t from, std::int64_t to) const {
  constexpr std::int64_t most = std::int64_t{1} << 48;
  const std::int64_t numbers = std::max(from, to);
  if (numbers > 0 && problem.batch > most / numbers) {
    throw Error::unsupported(
        fmt::format("{} {}", numbers, from >= to ? "points" : "frequencies"),
        fmt::format("with the batch of {} of {} these are more than 2^48 numbers", problem.batch, problem.token()),
        fmt::format("make the batch at most {}", most / numbers));
  }
  const std::int64_t of_side = problem.type == NufftType::type3 ? numbers : std::max(numbers, problem.points_of_grid());
  api::require_bindable(api::unwrap(device).caps(), problem.batch * of_side * api::complex_bytes(problem.precision),
                        problem.token());
}

void Nufft::Impl::make_engine(std::int64_t count) {
  const api::NufftChoice choice = api::choose_nufft(problem, choices, count, api::unwrap(device).caps());
  if (engine && engine->choice().window.width == choice.window.width &&
      engine->choice().grid.cells == choice.grid.cells)
    return;
  engine.reset();
  engine.emplace(device, problem, choice);
}

/// There are no points until new ones are set. The engine of types 1 and 2 may serve these too.
void Nufft::Impl::forget_points() {
  type3.reset();
  ready = false;
  points = frequencies = 0;
}

void Nufft::Impl::take(std::int64_t points_given, std::int64_t frequencies_given) {
  points = points_given;
  frequencies = frequencies_given;
  ready = true;
}

void Nufft::Impl::enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const {
  if (type3) return type3->enqueue(stream, in, out);
  engine->enqueue(stream, in, out, problem.batch);
}

Nufft::Nufft(const Device& device, const NufftProblem& problem) {
  api::require_device(device, "a non-uniform transform");
  problem.validate();
  if (problem.precision == Precision::f64 && !device.info().f64) {
    throw Error::unsupported("problem " + problem.token(), device.info().id + " has no double precision",
                             "use f32, or another device");
  }
  impl_ = std::make_shared<Impl>();
  impl_->device = device;
  impl_->problem = problem;
  if (problem.type != NufftType::type3) impl_->choices = api::nufft_choices(problem);
}

namespace {

template <class Impl>
Impl& made(const std::shared_ptr<Impl>& impl) {
  if (!impl) throw Error::invalid_argument("non-uniform transform", "the handle is none", "make one before it is used");
  return *impl;
}

}  // namespace

void Nufft::set_points(const ConstHostSpan& x, const ConstHostSpan& y, const ConstHostSpan& z) {
  Impl& impl = made(impl_);
  impl.forget_points();
  impl.require(false);
  const api::CoordinateSpans coordinates = impl.checked({x, y, z}, "points");
  const auto count = static_cast<std::int64_t>(x.elements());
  impl.require_sizes(count, 0);
  impl.make_engine(count);
  std::vector<api::PointAxis> axes;
  for (const ConstHostSpan& span : coordinates) axes.push_back({span});
  if (count > 0) impl.engine->stage().set_points(axes, count);
  impl.take(count, 0);
}

void Nufft::set_points(const Stream& stream, std::int64_t count, const Buffer& x, const Buffer& y, const Buffer& z) {
  Impl& impl = made(impl_);
  impl.forget_points();
  impl.require(false);
  api::require_stream(stream);
  api::require_not_captured(stream, "points of a non-uniform transform", "set them before the capture");
  const auto memories = impl.checked({&x, &y, &z}, count);
  impl.require_sizes(count, 0);
  if (count == 0) api::unwrap(stream).synchronize();  // executions with the points before
  impl.make_engine(count);
  const std::vector<api::PointAxis> axes(memories.size());
  if (count > 0) impl.engine->stage().set_points(api::unwrap(stream), {axes, memories, count});
  impl.take(count, 0);
}

void Nufft::set_points_and_frequencies(const NufftCoordinates& points, const NufftCoordinates& frequencies) {
  Impl& impl = made(impl_);
  impl.forget_points();
  impl.require(true);
  const api::CoordinateSpans from = impl.checked(points, "points");
  const api::CoordinateSpans to = impl.checked(frequencies, "frequencies");
  impl.require_sizes(static_cast<std::int64_t>(points.x.elements()),
                     static_cast<std::int64_t>(frequencies.x.elements()));
  if (!points.x.empty() && !frequencies.x.empty()) impl.type3.emplace(impl.device, impl.problem, from, to);
  impl.take(static_cast<std::int64_t>(points.x.elements()), static_cast<std::int64_t>(frequencies.x.elements()));
}

Timing Nufft::execute(const ConstHostSpan& in, const HostSpan& out) const {
  const Impl& impl = made(impl_);
  impl.require_points();
  const api::HostSides sides = impl.host_sides();
  if (impl.trivial()) {  // spans of no numbers, which checked_memory() takes for missing ones
    api::check_span(in, sides.input, sides.token);
    api::check_span(out, sides.output, sides.token);
    if (out.size_bytes() > 0) std::memset(out.data(), 0, out.size_bytes());
    return {};
  }
  const api::HostMemory host = api::checked_memory({.in = in, .out = out}, sides);
  runtime::Device& device = api::unwrap(impl.device);
  const api::SharedSides shared = api::shared_sides(device, host);
  const api::WorkspacePool::Lease lease = impl.workspaces.take(device, api::workspace_sizes(host, shared, 0));
  return api::round_trip(*lease, {host, shared},
                         [&](runtime::Stream& stream, const api::Memories& memories, const std::function<void()>&) {
                           impl.enqueue(stream, *memories.in, *memories.out);
                         });
}

void Nufft::execute(const Stream& stream, const Buffer& in, const Buffer& out) const {
  const Impl& impl = made(impl_);
  impl.require_points();
  api::require_stream(stream);
  api::Memories memories;
  memories.in = api::memory_of(in);
  memories.out = api::memory_of(out);
  const auto token = [&] { return impl.problem.token(); };
  api::check_memories(memories, {"non-uniform transform", impl.bytes(true), impl.bytes(false), 0}, token, {});
  if (!impl.trivial()) return impl.enqueue(api::unwrap(stream), *memories.in, *memories.out);
  if (impl.bytes(false) > 0) api::unwrap(stream).clear(*memories.out, 0, static_cast<std::size_t>(impl.bytes(false)));
}

const NufftProblem& Nufft::problem() const { return made(impl_).problem; }
const Device& Nufft::device() const { return made(impl_).device; }
std::int64_t Nufft::points() const { return made(impl_).points; }
std::int64_t Nufft::frequencies() const { return made(impl_).frequencies; }
std::size_t Nufft::device_bytes() const {
  const Impl& impl = made(impl_);
  return (impl.engine ? impl.engine->device_bytes() : 0) + (impl.type3 ? impl.type3->device_bytes() : 0);
}

std::string Nufft::describe() const {
  const Impl& impl = made(impl_);
  if (!impl.ready) return impl.problem.token() + " without points";
  std::string line = fmt::format("{}: {} points", impl.problem.token(), impl.points);
  if (impl.problem.type == NufftType::type3) line += fmt::format(", {} frequencies", impl.frequencies);
  if (impl.engine) line += ", " + impl.engine->describe();
  if (impl.type3) line += ", " + impl.type3->describe();
  return line;
}

}  // namespace papilio
