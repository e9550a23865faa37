// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/sphere.hpp>

#include "api/access.hpp"
#include "api/allocation.hpp"
#include "api/run/execution.hpp"
#include "api/run/kernels.hpp"
#include "api/run/launch_shape.hpp"
#include "api/run/memory_checks.hpp"
#include "api/sphere/sphere_places.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "kernel/modes/gather.hpp"

namespace papilio {
namespace {

/// Complex numbers that move to other places, on a device.
class Gather {
 public:
  Gather() = default;
  Gather(runtime::Device& device, Precision precision, const std::vector<std::int32_t>& places, std::int64_t inputs)
      : inputs_(inputs), outputs_(static_cast<std::int64_t>(places.size())) {
    constexpr int threads = 128;
    const DeviceCaps& caps = device.caps();
    const bool cpu = caps.device_class == DeviceClass::cpu;
    spec_ = {precision, cpu ? 1 : std::min(threads, caps.max_threads)};
    max_groups_ = cpu ? api::looping_groups(caps) : std::int64_t{1} << 20;
    program_ = api::program_of_module(device, spec_.name(), [&] { return kernel::build_gather(spec_); });
    const std::size_t bytes = places.size() * sizeof(places[0]);
    places_ = api::allocate(device, bytes);
    device.make_stream()->write(*places_, 0, places.data(), bytes);
  }

  [[nodiscard]] std::size_t device_bytes() const { return places_->size(); }

  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out,
               std::int64_t batch) const {
    const std::int64_t chunks = ceil_div(outputs_, kernel::gather_chunk);
    const api::LaunchShape shape = api::dealt(chunks * batch, max_groups_);
    const std::vector<runtime::Argument> arguments = {&in,      places_.get(), &out,     batch, inputs_,
                                                      outputs_, shape.repeat,  outputs_, chunks};
    stream.launch({.program = program_.get(),
                   .groups = shape.groups,
                   .threads = spec_.threads,
                   .arguments = arguments,
                   .waits = true});
  }

 private:
  kernel::GatherSpec spec_;
  std::int64_t inputs_ = 0;
  std::int64_t outputs_ = 0;
  std::int64_t max_groups_ = 1;
  std::shared_ptr<runtime::Program> program_;
  std::shared_ptr<runtime::Memory> places_;
};

/// The transform between the compact box and space.
Problem transform_of(const SphereProblem& sphere, const api::SpherePlaces& places, Direction direction) {
  Problem problem =
      Problem::c2c(sphere.precision, {sphere.box[2], sphere.box[1], sphere.box[0]}, sphere.batch, direction);
  const bool forward = direction == Direction::forward;
  (forward ? problem.skip : problem.zero) = {places.holes[2], places.holes[1], places.holes[0]};
  (forward ? problem.out_packing : problem.in_packing) = Packing::compact;
  if (forward) problem.scale = sphere.scale;
  return problem;
}

}  // namespace

struct Sphere::Impl {
  Device device;
  SphereProblem problem;
  std::array<std::int64_t, 3> compact_lengths{};
  Plan backward_plan;
  Plan forward_plan;
  Gather to_cells;
  Gather to_coefficients;
  Buffer compact;
  Buffer scratch;
  api::WorkspacePool workspaces;

  Impl(const Device& own, const SphereProblem& sphere, const api::SpherePlaces& places)
      : device(own),
        problem(sphere),
        compact_lengths(places.lengths),
        backward_plan(own, transform_of(sphere, places, Direction::inverse)),
        forward_plan(own, transform_of(sphere, places, Direction::forward)) {
    const auto cells = static_cast<std::int64_t>(places.of_cells.size());
    const auto coefficients = static_cast<std::int64_t>(sphere.triplets.size());
    runtime::Device& runtime = api::unwrap(own);
    const std::int64_t compact_bytes = cells * sphere.batch * element_bytes(sphere.precision);
    api::require_bindable(runtime.caps(), std::max(compact_bytes, bytes(false)), sphere.summary());
    to_cells = Gather(runtime, sphere.precision, places.of_cells, coefficients);
    to_coefficients = Gather(runtime, sphere.precision, places.of_coefficients, cells);
    compact = Buffer(own, static_cast<std::size_t>(compact_bytes));
    const std::size_t scratch_bytes = std::max(backward_plan.scratch_bytes(), forward_plan.scratch_bytes());
    if (scratch_bytes > 0) scratch = Buffer(own, scratch_bytes);
  }

  [[nodiscard]] std::int64_t bytes(bool space) const {
    const auto coefficients = static_cast<std::int64_t>(problem.triplets.size());
    return (space ? problem.box_elements() : coefficients) * problem.batch * element_bytes(problem.precision);
  }
  [[nodiscard]] api::HostSides host_sides(bool from_space) const;
  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out, bool from_space) const;
  Timing execute(const ConstHostSpan& in, const HostSpan& out, bool from_space) const;
  void execute(const Stream& stream, const Buffer& in, const Buffer& out, bool from_space) const;
};

api::HostSides Sphere::Impl::host_sides(bool from_space) const {
  const auto side = [&](const char* name, bool space) {
    api::HostSide result{name, Field::complex, ComplexLayout::interleaved, problem.precision, Storage::native};
    result.bytes = bytes(space);
    return result;
  };
  return {"sphere", side("input", from_space), side("output", !from_space), std::nullopt,
          [this] { return problem.summary(); }};
}

void Sphere::Impl::enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out,
                           bool from_space) const {
  const Stream handle = api::borrowed(stream);
  if (from_space) {
    forward_plan.execute(handle, api::borrowed(in), compact, scratch);
    to_coefficients.enqueue(stream, *api::memory_of(compact), out, problem.batch);
  } else {
    to_cells.enqueue(stream, in, *api::memory_of(compact), problem.batch);
    backward_plan.execute(handle, compact, api::borrowed(out), scratch);
  }
}

Timing Sphere::Impl::execute(const ConstHostSpan& in, const HostSpan& out, bool from_space) const {
  const api::HostMemory host = api::checked_memory({.in = in, .out = out}, host_sides(from_space));
  runtime::Device& runtime = api::unwrap(device);
  const api::SharedSides shared = api::shared_sides(runtime, host);
  const api::WorkspacePool::Lease lease = workspaces.take(runtime, api::workspace_sizes(host, shared, 0));
  return api::round_trip(*lease, {host, shared},
                         [&](runtime::Stream& stream, const api::Memories& memories, const std::function<void()>&) {
                           enqueue(stream, *memories.in, *memories.out, from_space);
                         });
}

void Sphere::Impl::execute(const Stream& stream, const Buffer& in, const Buffer& out, bool from_space) const {
  api::require_stream(stream);
  api::Memories memories;
  memories.in = api::memory_of(in);
  memories.out = api::memory_of(out);
  api::check_memories(memories, {"sphere", bytes(from_space), bytes(!from_space), 0}, [&] { return problem.summary(); },
                      {});
  enqueue(api::unwrap(stream), *memories.in, *memories.out, from_space);
}

Sphere::Sphere(const Device& device, const SphereProblem& problem) {
  api::require_device(device, "a sphere");
  problem.validate();
  if (problem.precision == Precision::f64 && !device.info().f64) {
    throw Error::unsupported(problem.summary(), device.info().id + " has no double precision",
                             "use f32, or another device");
  }
  impl_ = std::make_shared<Impl>(device, problem, api::sphere_places(problem));
}

Timing Sphere::backward(const ConstHostSpan& coefficients, const HostSpan& space) const {
  return api::made(impl_, "sphere").execute(coefficients, space, false);
}
Timing Sphere::forward(const ConstHostSpan& space, const HostSpan& coefficients) const {
  return api::made(impl_, "sphere").execute(space, coefficients, true);
}
void Sphere::backward(const Stream& stream, const Buffer& coefficients, const Buffer& space) const {
  api::made(impl_, "sphere").execute(stream, coefficients, space, false);
}
void Sphere::forward(const Stream& stream, const Buffer& space, const Buffer& coefficients) const {
  api::made(impl_, "sphere").execute(stream, space, coefficients, true);
}

const SphereProblem& Sphere::problem() const { return api::made(impl_, "sphere").problem; }
const Device& Sphere::device() const { return api::made(impl_, "sphere").device; }

std::size_t Sphere::device_bytes() const {
  const Impl& impl = api::made(impl_, "sphere");
  return impl.to_cells.device_bytes() + impl.to_coefficients.device_bytes() + impl.compact.size_bytes() +
         (impl.scratch ? impl.scratch.size_bytes() : 0);
}

std::string Sphere::describe() const {
  const Impl& impl = api::made(impl_, "sphere");
  return fmt::format("{}: compact box {}x{}x{}\nbackward {}\nforward {}", impl.problem.summary(),
                     impl.compact_lengths[0], impl.compact_lengths[1], impl.compact_lengths[2],
                     impl.backward_plan.describe(), impl.forward_plan.describe());
}

}  // namespace papilio
