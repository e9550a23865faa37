// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/fused_sums.hpp"

#include "api/allocation.hpp"
#include "core/storage.hpp"
#include "spec/partial_sums.hpp"

namespace papilio::api {
namespace {

/// The weights of the output, and the rule where the kernel checks.
std::vector<double> out_table(const SummedPlan& plan, const ChecksumRule& rule) {
  std::vector<double> table = plan.out.weights;
  if (!checks_sums(plan.tree->passes().back()->kernel)) return table;
  const std::vector<double> numbers = rule.quick().numbers();
  table.insert(table.end(), numbers.begin(), numbers.end());
  return table;
}

}  // namespace

FusedSums::FusedSums(runtime::Device& device, Precision precision, SummedPlan plan, const ChecksumRule& rule)
    : device_(device),
      precision_(precision),
      plan_(std::move(plan)),
      in_weights_(uploaded(device, precision, plan_.in.weights)),
      out_weights_(uploaded(device, precision, out_table(plan_, rule))) {
  if (checks_sums(plan_.tree->passes().back()->kernel)) return;
  check_.emplace(device, precision, SumCheck::CheckedColumns{plan_.in.kind, plan_.in.columns, plan_.in.factors},
                 SumCheck::CheckedColumns{plan_.out.kind, plan_.out.columns, plan_.out.factors}, rule);
}

std::unique_ptr<FusedSums::FusedBuffers> FusedSums::make_buffers(std::int64_t batch) const {
  auto buffers = std::make_unique<FusedBuffers>();
  buffers->batch = batch;
  if (check_) {
    buffers->checked = check_->buffers(batch);
    buffers->in = buffers->checked.in.columns;
    buffers->out = buffers->checked.out.columns;
    return buffers;
  }
  buffers->in = memory_of(plan_.in, batch);
  buffers->out = memory_of(plan_.out, batch);
  clear_sums(*device_.make_stream(), *buffers);
  buffers->flag = DeviceFlag(device_);
  return buffers;
}

std::shared_ptr<runtime::Memory> FusedSums::memory_of(const SummedColumns& side, std::int64_t batch) const {
  const std::int64_t numbers = batch * side.columns * numbers_of(side.kind);
  return allocate(device_, static_cast<std::size_t>(numbers * bytes_of(Storage::native, precision_)));
}

/// Waits, because another stream may have the buffers next.
void FusedSums::clear_sums(runtime::Stream& stream, const FusedBuffers& buffers) {
  stream.clear(*buffers.in, 0, buffers.in->size());
  stream.clear(*buffers.out, 0, buffers.out->size());
  stream.synchronize();
}

void FusedSums::bind(Memories& memories, const FusedBuffers& buffers) const {
  memories.input_sums = {in_weights_.get(), buffers.in.get(), nullptr};
  memories.output_sums = {out_weights_.get(), buffers.out.get(), buffers.flag.get()};
}

void FusedSums::enqueue(runtime::Stream& stream, const FusedBuffers& buffers) const {
  if (check_) check_->enqueue(stream, buffers.checked, buffers.batch);
}

bool FusedSums::all_hold(runtime::Stream& stream, FusedBuffers& buffers) const {
  if (check_) {
    if (check_->all_hold(stream, buffers.checked)) return true;
    buffers.in_sums = check_->read(stream, buffers.checked.in, buffers.batch);
    buffers.out_sums = check_->read(stream, buffers.checked.out, buffers.batch);
    return false;
  }
  if (!buffers.flag.is_raised(stream)) return true;
  buffers.in_sums = sums_in(stream, *buffers.in, precision_, buffers.batch);
  buffers.out_sums = sums_in(stream, *buffers.out, precision_, buffers.batch);
  clear_sums(stream, buffers);
  buffers.flag.lower(stream);
  return false;
}

}  // namespace papilio::api
