// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/fused_launch.hpp"

#include <fmt/format.h>

#include "core/hash.hpp"
#include "core/storage.hpp"

namespace papilio {

std::string FusedLaunch::name() const {
  return fmt::format("papilio_fused_{}_L{}_L{}_t{}_{}", to_string(Storage::native, first.precision), first.length,
                     second.length, first.shape.threads, hash_hex(key()).substr(0, 16));
}

std::string FusedLaunch::key() const {
  const std::string cut = chunks > 1 ? fmt::format(" chunks={} runs={}/{}", chunks, first_run, second_run) : "";
  return fmt::format("fused groups={}/{} lag={}{} first=({}) second=({})", first_groups, second_groups, lag, cut,
                     first.key(), second.key());
}

bool can_fuse(const KernelSpec& first, const KernelSpec& second) {
  const auto fits = [](const KernelSpec& spec) {
    return spec.shape.strategy == Strategy::cooperative && spec.algorithm == Algorithm::stockham &&
           spec.shape.cluster == 1 && spec.shape.prefetch_distance == 0 && spec.load == LoadOp::none &&
           spec.store == StoreOp::none && !spec.filter.present && spec.in.callback.empty() &&
           spec.out.callback.empty() && spec.in.layout == ComplexLayout::interleaved &&
           spec.out.layout == ComplexLayout::interleaved;
  };
  return fits(first) && fits(second) && first.precision == second.precision &&
         first.shape.threads == second.shape.threads && first.shape.exchange == second.shape.exchange;
}

}  // namespace papilio
