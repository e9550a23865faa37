// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/nufft.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/nufft/nufft_engine.hpp"
#include "api/run/execution.hpp"
#include "api/run/memory_checks.hpp"

namespace papilio {

struct Nufft::Impl {
  Device device;
  NufftProblem problem;
  std::vector<api::NufftChoice> choices;   ///< one of which set_points() takes
  std::optional<api::NufftEngine> engine;  ///< made by set_points()
  std::int64_t points = 0;
  api::WorkspacePool workspaces;

  [[nodiscard]] bool from_points() const { return problem.type == NufftType::type1; }
  [[nodiscard]] std::int64_t bytes(bool input) const {
    const std::int64_t each = input == from_points() ? points : problem.points_of_grid();
    return problem.batch * each * api::complex_bytes(problem.precision);
  }
  [[nodiscard]] api::HostSides host_sides() const;
  [[nodiscard]] std::vector<ConstHostSpan> checked(std::vector<ConstHostSpan> coordinates) const;
  const api::NufftEngine& ready() const;
};

api::HostSides Nufft::Impl::host_sides() const {
  const auto side = [&](const char* name, bool input) {
    api::HostSide result{name, Field::complex, ComplexLayout::interleaved, problem.precision, Storage::native};
    result.bytes = bytes(input);
    return result;
  };
  return {"non-uniform transform", side("input", true), side("output", false), Placement::out_of_place,
          [this] { return fmt::format("{} with {} points", problem.token(), points); }};
}

/// A span for each axis, of one length and of the problem's precision.
std::vector<ConstHostSpan> Nufft::Impl::checked(std::vector<ConstHostSpan> coordinates) const {
  const std::size_t axes = problem.modes.size();
  for (std::size_t axis = 0; axis < coordinates.size(); ++axis) {
    const ConstHostSpan& span = coordinates[axis];
    const char name = "xyz"[axis];
    const HostType wanted = problem.precision == Precision::f32 ? HostType::f32 : HostType::f64;
    if (axis >= axes && !span.empty()) {
      throw Error::invalid_argument(fmt::format("coordinate {} of points", name),
                                    fmt::format("{} has {} axes", problem.token(), axes), "leave it out");
    }
    if (span.empty() ? axis >= axes : span.type() == wanted && span.elements() == coordinates.front().elements())
      continue;
    if (span.empty() && coordinates.front().empty()) continue;
    const bool type = !span.empty() && span.type() != wanted;
    throw Error::invalid_argument(
        fmt::format("coordinate {} of points", name),
        type ? "its numbers are of another type"
             : fmt::format("it has {} numbers, and x has {}", span.elements(), coordinates.front().elements()),
        type ? fmt::format("give numbers of {}", problem.precision == Precision::f32 ? "float" : "double")
             : "give as many for each axis");
  }
  coordinates.resize(axes);
  if (coordinates.front().elements() > std::numeric_limits<std::int32_t>::max()) {
    throw Error::unsupported(fmt::format("{} points", coordinates.front().elements()),
                             "a non-uniform transform has at most 2^31 - 1", "transform them in parts and add these");
  }
  return coordinates;
}

const api::NufftEngine& Nufft::Impl::ready() const {
  if (engine) return *engine;
  throw Error::invalid_argument("executing " + problem.token(), "it has no points yet", "call set_points() before");
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
  impl_->choices = api::nufft_choices(problem);
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
  api::require_device(impl.device, "points of a non-uniform transform");
  const std::vector<ConstHostSpan> coordinates = impl.checked({x, y, z});
  const auto count = static_cast<std::int64_t>(x.elements());
  const api::NufftChoice choice = api::choose_nufft(impl.problem, impl.choices, count, api::unwrap(impl.device).caps());
  if (!impl.engine || impl.engine->choice().window.width != choice.window.width ||
      impl.engine->choice().grid.cells != choice.grid.cells) {
    impl.engine.reset();
    impl.engine.emplace(impl.device, impl.problem, choice);
  }
  try {
    if (count > 0) impl.engine->set_points(api::sorted_points(impl.engine->choice().grid, coordinates, count), count);
  } catch (...) {
    impl.engine.reset();  // there are no points, neither old nor new
    impl.points = 0;
    throw;
  }
  impl.points = count;
}

Timing Nufft::execute(const ConstHostSpan& in, const HostSpan& out) const {
  const Impl& impl = made(impl_);
  const api::NufftEngine& engine = impl.ready();
  const api::HostSides sides = impl.host_sides();
  if (impl.points == 0) {  // spans of no numbers, which checked_memory() takes for missing ones
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
                           engine.enqueue(stream, *memories.in, *memories.out);
                         });
}

void Nufft::execute(const Stream& stream, const Buffer& in, const Buffer& out) const {
  const Impl& impl = made(impl_);
  const api::NufftEngine& engine = impl.ready();
  api::require_stream(stream);
  api::Memories memories;
  memories.in = api::memory_of(in);
  memories.out = api::memory_of(out);
  const auto token = [&] { return impl.problem.token(); };
  api::check_memories(memories, {"non-uniform transform", impl.bytes(true), impl.bytes(false), 0}, token, {});
  if (impl.points > 0) return engine.enqueue(api::unwrap(stream), *memories.in, *memories.out);
  if (impl.bytes(false) > 0) api::unwrap(stream).clear(*memories.out, 0, static_cast<std::size_t>(impl.bytes(false)));
}

const NufftProblem& Nufft::problem() const { return made(impl_).problem; }
const Device& Nufft::device() const { return made(impl_).device; }
std::int64_t Nufft::points() const { return made(impl_).points; }
std::size_t Nufft::device_bytes() const {
  const Impl& impl = made(impl_);
  return impl.engine ? impl.engine->device_bytes() : 0;
}

std::string Nufft::describe() const {
  const Impl& impl = made(impl_);
  if (!impl.engine) return impl.problem.token() + " without points";
  const api::NufftChoice& choice = impl.engine->choice();
  return fmt::format("{}: {} points, window of {} cells, fine grid {}, transform {}", impl.problem.token(), impl.points,
                     choice.window.width,
                     fmt::join(choice.grid.cells.end() - choice.grid.axes, choice.grid.cells.end(), "x"),
                     impl.engine->plan().problem().token());
}

}  // namespace papilio
