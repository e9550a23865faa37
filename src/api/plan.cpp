// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/measure/decisions.hpp"
#include "api/measure/learn.hpp"
#include "api/run/batch.hpp"
#include "api/run/callbacks.hpp"
#include "api/run/compiled_passes.hpp"
#include "api/run/describe.hpp"
#include "api/run/execution.hpp"
#include "api/run/host_memory.hpp"
#include "api/run/memory_checks.hpp"
#include "api/run/workspace.hpp"
#include "api/verified/verification.hpp"
#include "core/ends.hpp"
#include "core/layout.hpp"
#include "plan/choice.hpp"
#include "runtime/device.hpp"

namespace papilio {
namespace {

/// The plan behind a handle; throws for the handle "none".
template <typename Impl>
const Impl& made(const std::shared_ptr<const Impl>& impl) {
  return api::made(impl, "plan");
}

std::int64_t unread_elements(const Problem& problem) {
  if (problem.in_packing == Packing::compact) return 0;
  const std::vector<std::int64_t> lengths = problem.input_lengths();
  const std::vector<std::int64_t> strides = problem.input_strides();
  std::int64_t unread = 0;
  for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
    const Range zero = problem.zero_of(axis);
    if (zero.empty() || zero.end != lengths[axis] || zero.begin == 0) continue;
    unread += std::max<std::int64_t>(strides[axis], 0) * (zero.end - zero.begin);
  }
  return unread;
}

/// The plan with these shapes.
std::shared_ptr<const plan::PlanNode> chosen(const Device& device, const Problem& problem, const Callbacks& callbacks,
                                             const Shapes& shapes) {
  const DeviceCaps& caps = api::unwrap(device).caps();
  const std::vector<plan::ChosenPass> passes = plan::parse_shape_tokens(shapes.tokens, caps.compute_units);
  return std::make_shared<plan::PlanNode>(plan::make_plan(problem, caps, callbacks, passes));
}

}  // namespace

struct Plan::Impl {
  Problem problem;
  Device device;
  std::shared_ptr<const plan::PlanNode> tree;
  api::CompiledPasses passes;
  std::optional<const api::CompiledPasses> summing_passes;  ///< if `passes` do not sum what some executions check
  std::unique_ptr<const api::Verifier> verifier;            ///< null: no execution is checked
  std::int64_t interval = 0;                                ///< from one check to the next
  std::string unverified;                                   ///< why PAPILIO_VERIFY has no effect on this plan
  api::WorkspacePool workspaces;
  BatchLimits limits;
  api::SideExtent input;
  api::SideExtent output;
  bool addresses = false;    ///< native memory is an address, not a handle
  std::int64_t unread = 0;   ///< elements behind the last one of the input that does not count as zero
  std::int64_t written = 0;  ///< elements of the output that belong to an array; fewer where some are skipped

  [[nodiscard]] std::size_t scratch_bytes() const { return tree->scratch_elements * problem.scratch_element_bytes(); }
  [[nodiscard]] api::Batch batch(std::int64_t asked) const { return api::checked_batch(asked, problem, limits); }
  /// With the beginning of the input.
  [[nodiscard]] api::Batch batch(const Operands& operands) const;
  [[nodiscard]] api::MemoryNeeds needs(const api::Batch& batch) const;
  [[nodiscard]] api::HostSides host_sides(const api::Batch& batch) const;
  /// Calls `enqueued` before it waits, which it does only where the execution is checked.
  void enqueue(runtime::Stream& stream, const api::Memories& memories, const api::Batch& batch,
               const std::function<void()>& enqueued) const {
    const auto transform = [&](const api::Memories& all) {
      const bool sums = summing_passes && all.input_sums.sums != nullptr;
      (sums ? *summing_passes : passes).enqueue(stream, all, {input.elements(batch), output.elements(batch)}, batch);
    };
    verifier ? verifier->run(stream, memories, batch, {transform, enqueued}) : transform(memories);
  }
  /// Sets `interval`, or `unverified`.
  void set_interval(Verification asked, const Callbacks& callbacks);
  [[nodiscard]] api::CompiledPasses compiled(const plan::PlanNode& plan) const;
  void execute(const Stream& stream, api::Memories memories, const api::Batch& batch,
               const api::Pointers& pointers = {}) const;
  Timing execute_host(const HostOperands& operands) const;
};

/// Choices by which a plan is made, besides its problem.
struct Plan::Choices {
  const Callbacks& callbacks;
  const Shapes& shapes;
  Verification verification = Verification::by_environment;
  Programs programs = Programs::specialised;
};

void Plan::Impl::set_interval(Verification asked, const Callbacks& callbacks) {
  const bool by_environment = asked == Verification::by_environment;
  const std::int64_t wanted = by_environment ? api::verification_in_environment() : asked.interval();
  if (wanted == 0) return;
  const std::string why = api::why_not_verified(problem, callbacks);
  if (why.empty()) {
    interval = wanted;
  } else if (by_environment) {
    unverified = why;
  } else {
    throw Error::unsupported("verified executions of " + problem.token(), why, "make the plan without verification");
  }
}

api::CompiledPasses Plan::Impl::compiled(const plan::PlanNode& plan) const {
  const std::int64_t largest =
      std::max({input.bytes({}), output.bytes({}), static_cast<std::int64_t>(scratch_bytes())});
  return {api::unwrap(device), plan, {problem.token(), problem.precision, largest, problem.scratch_element_bytes()}};
}

api::Batch Plan::Impl::batch(const Operands& operands) const {
  constexpr std::int64_t most = std::int64_t{1} << 48;
  api::Batch run = batch(operands.batch);
  run.in_offset = operands.in_offset;
  run.out_offset = operands.out_offset;
  run.in_position = operands.in_position;
  const bool movable = problem.placement == Placement::out_of_place &&
                       problem.in_layout == ComplexLayout::interleaved &&
                       problem.out_layout == ComplexLayout::interleaved;
  const auto require = [&](std::int64_t offset, std::int64_t unit) {
    if (offset >= 0 && offset <= (movable ? most : 0) && offset % unit == 0) return;
    throw Error::invalid_argument(fmt::format("an execution {} elements behind the beginning of a buffer", offset),
                                  movable ? fmt::format("the plan takes multiples of {} up to 2^48", unit)
                                          : "it is in place, or a side is planar",
                                  movable ? "give such an offset, or set it in the problem" : "use offset 0");
  };
  require(operands.in_offset, problem.real_input() && !folds(problem.window) ? 4 : 1);
  require(operands.out_offset, problem.real_results() ? 4 : 1);
  if (operands.in_position < 0 || operands.in_position > most) {
    throw Error::invalid_argument(fmt::format("a buffer that begins at number {} of a signal", run.in_position),
                                  "numbers are from 0 to 2^48", "give its number modulo the length");
  }
  if (run.in_offset > 0 || run.out_offset > 0) {
    const api::MemoryNeeds own = needs(run);
    run.side_bytes = std::max(own.input_bytes, own.output_bytes);
  }
  return run;
}

api::MemoryNeeds Plan::Impl::needs(const api::Batch& batch) const {
  return {"plan",
          input.bytes(batch) + batch.in_offset * input.element_bytes(),
          output.bytes(batch) + batch.out_offset * output.element_bytes(),
          scratch_bytes(),
          problem.in_layout,
          problem.out_layout,
          problem.placement,
          input.unused_bytes(batch),
          output.unused_bytes(batch),
          unread * input.element_bytes()};
}

void Plan::Impl::execute(const Stream& stream, api::Memories memories, const api::Batch& batch,
                         const api::Pointers& pointers) const {
  api::require_stream(stream);
  api::share_planes(memories, problem.placement);
  api::check_memories(
      memories, needs(batch), [this] { return problem.token(); }, pointers);
  api::with_scratch(stream, device, memories.scratch, scratch_bytes(), [&](const runtime::Memory* scratch) {
    memories.scratch = scratch;
    enqueue(api::unwrap(stream), memories, batch, [] {});
  });
}

api::HostSides Plan::Impl::host_sides(const api::Batch& batch) const {
  const auto side = [&](const char* name, bool real, ComplexLayout layout, Storage storage) {
    return api::HostSide{name, real ? Field::real : Field::complex, layout, problem.precision, storage};
  };
  api::HostSides sides{"plan", side("input", problem.real_input(), problem.in_layout, problem.in_storage),
                       side("output", problem.real_output(), problem.out_layout, problem.out_storage),
                       problem.placement, [this] { return problem.token(); }};
  sides.input.bytes = input.bytes(batch);
  sides.input.unread = unread * input.element_bytes();
  sides.output.bytes = output.bytes(batch);
  return sides;
}

Timing Plan::Impl::execute_host(const HostOperands& operands) const {
  const api::Batch run = batch(operands.batch);
  const api::HostMemory host = api::checked_memory(operands, host_sides(run));
  runtime::Device& dev = api::unwrap(device);
  const api::SharedSides shared = api::shared_sides(dev, host);
  const api::WorkspacePool::Lease lease = workspaces.take(dev, api::workspace_sizes(host, shared, scratch_bytes()));
  // Gaps between arrays, and skipped elements, keep their values.
  const bool gaps =
      run.scaled(written) != output.elements(run) || (!problem.skip.empty() && problem.out_packing == Packing::whole);
  return api::round_trip(*lease, {host, shared, gaps ? api::Gaps::kept : api::Gaps::none},
                         [&](runtime::Stream& stream, const api::Memories& memories,
                             const std::function<void()>& enqueued) { enqueue(stream, memories, run, enqueued); });
}

Plan::Plan(const Device& device, const Problem& problem) : Plan(device, problem, Callbacks{}) {}

Plan::Plan(const Device& device, const Problem& problem, Effort effort) {
  api::learn(device, problem, effort);
  *this = Plan(device, problem);
}

Plan::Plan(const Device& device, const Problem& problem, const Callbacks& callbacks)
    : Plan(device, problem, Choices{callbacks, Shapes{}}) {}

Plan::Plan(const Device& device, const Problem& problem, const Shapes& shapes)
    : Plan(device, problem, Choices{Callbacks{}, shapes}) {}

Plan::Plan(const Device& device, const Problem& problem, const Callbacks& callbacks, const Shapes& shapes)
    : Plan(device, problem, Choices{callbacks, shapes}) {}

Plan::Plan(const Device& device, const Problem& problem, Programs programs)
    : Plan(device, problem, Choices{Callbacks{}, Shapes{}, Verification::by_environment, programs}) {}

Plan::Plan(const Device& device, const Problem& problem, Verification verification)
    : Plan(device, problem, Choices{Callbacks{}, Shapes{}, verification}) {}

Plan::Plan(const Device& device, const Problem& problem, const Choices& choices) {
  const auto& [callbacks, shapes, verification, wanted] = choices;
  api::validate(callbacks);
  api::require_device(device, "a plan");
  auto impl = std::make_shared<Impl>();
  problem.validate();
  impl->problem = problem.normalised();
  impl->input = api::SideExtent(input_side(impl->problem), impl->problem);
  impl->output = api::SideExtent(output_side(impl->problem), impl->problem);
  impl->set_interval(verification, callbacks);
  const Programs programs = impl->interval == 0 ? wanted : Programs::specialised;
  impl->tree = shapes.tokens.empty() ? api::decide(api::unwrap(device), impl->problem, callbacks, programs)
                                     : chosen(device, impl->problem, callbacks, shapes);
  std::optional<api::SummedPlan> summed;
  if (impl->interval > 0) summed = api::summed_plan(*impl->tree, impl->problem, api::unwrap(device).caps());
  if (summed && impl->interval == 1) impl->tree = summed->tree;
  const std::int64_t elements = std::max(impl->input.elements({}), impl->output.elements({}));
  api::require_countable(callbacks, device.info().backend, impl->problem.token(), elements);
  impl->limits = api::batch_limits(*impl->tree, impl->problem);
  const std::int64_t distance = std::max({std::int64_t{1}, impl->problem.in_distance, impl->problem.out_distance});
  const std::int64_t room = api::max_elements(callbacks, device.info().backend) - elements;
  impl->limits.most = std::min(impl->limits.most, impl->problem.batch + room / distance);
  impl->unread = unread_elements(impl->problem);
  impl->written = impl->problem.batch;
  for (const std::int64_t length : impl->problem.output_lengths()) impl->written *= length;
  impl->device = device;
  impl->addresses = device.info().backend == Backend::cuda;
  impl->passes = impl->compiled(*impl->tree);
  if (summed && impl->interval > 1) impl->summing_passes.emplace(impl->compiled(*summed->tree));
  if (impl->interval > 0) {
    impl->verifier =
        std::make_unique<const api::Verifier>(api::unwrap(device), impl->problem, impl->interval, std::move(summed));
  }
  impl_ = std::move(impl);
}

Shapes shapes_of(const Device& device, const Problem& problem) {
  api::require_device(device, "shapes");
  problem.validate();
  runtime::Device& dev = api::unwrap(device);
  return {plan::shape_tokens(*api::decide(dev, problem.normalised(), Callbacks{}), dev.caps().compute_units)};
}

const Problem& Plan::problem() const { return made(impl_).problem; }
const Device& Plan::device() const { return made(impl_).device; }
std::size_t Plan::scratch_bytes() const { return made(impl_).scratch_bytes(); }

std::string Plan::describe() const {
  const runtime::Device& dev = api::unwrap(made(impl_).device);
  std::string text = api::describe(*impl_->tree, impl_->problem, dev.info().id, dev.caps().compute_units);
  if (impl_->interval == 1) text += "\n; executions are verified";
  if (impl_->interval > 1) text += fmt::format("\n; one execution in {} is verified", impl_->interval);
  if (!impl_->unverified.empty()) text += "\n; executions are not verified: " + impl_->unverified;
  return text;
}

std::size_t Plan::kept_bytes() const { return made(impl_).workspaces.kept_bytes(); }

BatchLimits Plan::batch_limits() const { return made(impl_).limits; }

void Plan::execute(const Stream& stream, const Buffer& in, const Buffer& out, const Buffer& scratch,
                   std::int64_t batch) const {
  api::Memories memories;
  memories.in = api::memory_of(in);
  memories.out = api::memory_of(out);
  memories.scratch = api::memory_of(scratch);
  made(impl_).execute(stream, memories, made(impl_).batch(batch));
}

void Plan::execute(const Stream& stream, const void* in, void* out, void* work, std::int64_t batch) const {
  const api::Batch run = made(impl_).batch(batch);
  const api::Pointers pointers{in, out, work};
  const api::BorrowedMemories memories(impl_->device, pointers, impl_->needs(run));
  const bool addresses = impl_->addresses;
  impl_->execute(stream, memories.get(), run, addresses ? pointers : api::Pointers{});
}

void Plan::execute(const Stream& stream, const Operands& operands) const {
  made(impl_).execute(stream, api::memories_of(operands), made(impl_).batch(operands));
}

Timing Plan::execute(const HostOperands& operands) const { return made(impl_).execute_host(operands); }

Timing Plan::execute(const ConstHostSpan& in, const HostSpan& out) const { return execute({.in = in, .out = out}); }

Timing Plan::execute(const HostSpan& in_place) const { return execute({.out = in_place}); }

}  // namespace papilio
