// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>
#include <papilio/error.hpp>
#include <papilio/ragged.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/ragged/ragged_launch.hpp"
#include "api/run/captures.hpp"
#include "api/run/execution.hpp"
#include "api/run/memory_checks.hpp"
#include "core/storage.hpp"

namespace papilio {

struct RaggedPlan::Impl {
  Device device;
  RaggedProblem problem;
  std::vector<api::RaggedLaunch> launches;
  std::vector<Plan> plans;  ///< of lengths beyond a work-group
  std::int64_t input_bytes = 0;
  std::int64_t output_bytes = 0;
  bool has_gaps = false;                   ///< elements of the output that are not results
  std::unique_ptr<runtime::Event> placed;  ///< behind the kernels that write the launches' places; null: the host did
  api::WorkspacePool workspaces;

  [[nodiscard]] Field field(bool input) const {
    return problem.kind == (input ? Kind::r2c : Kind::c2r) ? Field::real : Field::complex;
  }
  /// Takes a walk through all lengths.
  [[nodiscard]] std::int64_t counted_bytes(bool input) const {
    return problem.all_elements(input) * element_bytes(problem.precision) / (field(input) == Field::real ? 2 : 1);
  }
  [[nodiscard]] api::HostSides host_sides() const;
  void enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const;
};

void RaggedPlan::Impl::enqueue(runtime::Stream& stream, const runtime::Memory& in, const runtime::Memory& out) const {
  if (stream.capturing() && std::ranges::any_of(plans, [](const Plan& plan) { return plan.scratch_bytes() > 0; })) {
    throw Error::invalid_argument(problem.summary() + " while the stream is captured",
                                  "its long lengths need scratch, which may be gone when the graph is launched",
                                  "capture plans of the lengths that describe() lists as plans, with scratch");
  }
  if (placed && !stream.capturing()) stream.wait_for(*placed);
  for (const api::RaggedLaunch& launch : launches) launch.enqueue(stream, in, out);
  for (const Plan& plan : plans) plan.execute(api::borrowed(stream), api::borrowed(in), api::borrowed(out));
}

api::HostSides RaggedPlan::Impl::host_sides() const {
  const auto side = [&](const char* name, bool input) {
    api::HostSide result{name, field(input), ComplexLayout::interleaved, problem.precision, Storage::native};
    result.bytes = input ? input_bytes : output_bytes;
    return result;
  };
  return {"ragged plan", side("input", true), side("output", false), std::nullopt,
          [this] { return problem.summary(); }};
}

namespace {

/// Elements of all results.
std::int64_t ragged_results(const RaggedProblem& problem) {
  std::int64_t all = 0;
  for (std::size_t i = 0; i < problem.lengths.size(); ++i) all += problem.elements(i, false);
  return all * problem.batch;
}

}  // namespace

RaggedPlan::RaggedPlan(const Device& device, const RaggedProblem& problem) {
  api::require_device(device, "a ragged plan");
  problem.validate();
  if (problem.precision == Precision::f64 && !device.info().f64) {
    throw Error::unsupported("ragged batch: " + problem.summary(), device.info().id + " has no double precision",
                             "use f32, or another device");
  }
  auto impl = std::make_shared<Impl>();
  impl->device = device;
  impl->problem = problem;
  impl->input_bytes = impl->counted_bytes(true);
  impl->output_bytes = impl->counted_bytes(false);
  impl->has_gaps = ragged_results(problem) < problem.all_elements(false);
  runtime::Device& own = api::unwrap(device);
  api::require_bindable(own.caps(), std::max(impl->input_bytes, impl->output_bytes), problem.summary());
  const plan::RaggedClasses chosen = plan::ragged_classes(problem, own.caps());
  std::vector<std::future<api::RaggedLaunch>> under_way;  // a compiler takes most of the time
  for (const plan::RaggedClass& each : chosen.classes)
    under_way.push_back(std::async(std::launch::async, [&] { return api::RaggedLaunch(own, problem, each); }));
  for (const Problem& each : plan::problems_beyond(problem, chosen.beyond)) impl->plans.emplace_back(device, each);
  for (std::future<api::RaggedLaunch>& each : under_way) impl->launches.push_back(each.get());
  impl_ = std::move(impl);
}

RaggedPlan RaggedPlan::at(const Stream& stream, const Buffer& in_offsets, const Buffer& out_offsets) const {
  const Impl& impl = api::made(impl_, "ragged plan");
  api::require_stream(stream);
  api::require_not_captured(stream, "offsets in device memory", "call at() before the capture");
  if (!impl.plans.empty()) {
    throw Error::unsupported(
        fmt::format("offsets in device memory for {}", impl.problem.summary()),
        fmt::format("the host has to know those of long lengths, such as {}", impl.plans.front().problem().token()),
        "give the lengths that describe() lists as plans a plan of their own, with offsets of the host");
  }
  auto other = std::make_shared<Impl>();
  other->device = impl.device;
  other->problem = impl.problem;
  other->input_bytes = impl.input_bytes;
  other->output_bytes = impl.output_bytes;
  other->has_gaps = true;
  const std::size_t bytes = impl.problem.lengths.size() * sizeof(std::int32_t);
  const auto checked = [&](const Buffer& offsets, const char* side) {
    const runtime::Memory* const memory = api::memory_of(offsets);
    if (memory == nullptr || memory->size() >= bytes) return memory;
    throw Error::invalid_argument(fmt::format("offsets of the {} of {}", side, impl.problem.summary()),
                                  fmt::format("the buffer has {} bytes, and {} offsets need {}", memory->size(),
                                              impl.problem.lengths.size(), bytes),
                                  "give a number of 32 bits for each length");
  };
  const runtime::Memory* const in = checked(in_offsets, "input");
  const runtime::Memory* const out = checked(out_offsets, "output");
  for (const api::RaggedLaunch& launch : impl.launches)
    other->launches.push_back(launch.at(api::unwrap(impl.device), api::unwrap(stream), in, out));
  other->placed = api::unwrap(stream).record();
  RaggedPlan result;
  result.impl_ = std::move(other);
  return result;
}

Timing RaggedPlan::execute(const ConstHostSpan& in, const HostSpan& out) const {
  const Impl& impl = api::made(impl_, "ragged plan");
  const api::HostMemory host = api::checked_memory({.in = in, .out = out}, impl.host_sides());
  runtime::Device& device = api::unwrap(impl.device);
  const api::SharedSides shared = api::shared_sides(device, host);
  const api::WorkspacePool::Lease lease = impl.workspaces.take(device, api::workspace_sizes(host, shared, 0));
  const api::Gaps gaps = impl.has_gaps ? api::Gaps::kept : api::Gaps::none;
  return api::round_trip(*lease, {host, shared, gaps},
                         [&](runtime::Stream& stream, const api::Memories& memories, const std::function<void()>&) {
                           impl.enqueue(stream, *memories.in, *memories.out);
                         });
}

void RaggedPlan::execute(const Stream& stream, const Buffer& in, const Buffer& out) const {
  const Impl& impl = api::made(impl_, "ragged plan");
  api::require_stream(stream);
  api::Memories memories;
  memories.in = api::memory_of(in);
  memories.out = api::memory_of(out);
  api::check_memories(memories, {"ragged plan", impl.input_bytes, impl.output_bytes, 0},
                      [&] { return impl.problem.summary(); }, {});
  impl.enqueue(api::unwrap(stream), *memories.in, *memories.out);
}

const RaggedProblem& RaggedPlan::problem() const { return api::made(impl_, "ragged plan").problem; }
const Device& RaggedPlan::device() const { return api::made(impl_, "ragged plan").device; }
int RaggedPlan::launches() const { return static_cast<int>(api::made(impl_, "ragged plan").launches.size()); }

std::size_t RaggedPlan::device_bytes() const {
  std::size_t bytes = 0;
  for (const api::RaggedLaunch& launch : api::made(impl_, "ragged plan").launches) bytes += launch.device_bytes();
  return bytes;
}

std::string RaggedPlan::describe() const {
  const Impl& impl = api::made(impl_, "ragged plan");
  std::string text = fmt::format("{}: {} launch{}", impl.problem.summary(), launches(), launches() == 1 ? "" : "es");
  for (const api::RaggedLaunch& launch : impl.launches) text += "\n  " + launch.describe();
  for (const Plan& plan : impl.plans) text += "\n  plan " + plan.problem().token();
  return text;
}

}  // namespace papilio
