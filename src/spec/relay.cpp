// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/relay.hpp"

#include <fmt/format.h>

#include "core/hash.hpp"

namespace papilio {

std::string Relay::name() const {
  return fmt::format("papilio_relay_{}_L{}_L{}_t{}_{}", first.precision == Precision::f32 ? "f32" : "f64", first.length,
                     second.length, first.shape.threads, hash_hex(key()).substr(0, 16));
}

std::string Relay::key() const {
  return fmt::format("relay groups={}/{} lag={} first=({}) second=({})", first_groups, second_groups, lag, first.key(),
                     second.key());
}

bool can_relay(const KernelSpec& first, const KernelSpec& second) {
  const auto plain = [](const KernelSpec& spec) {
    return spec.shape.strategy == Strategy::cooperative && spec.algorithm == Algorithm::stockham &&
           spec.shape.cluster == 1 && spec.shape.ahead == 0 && spec.load == LoadOp::plain &&
           spec.store == StoreOp::plain && !spec.filtered && spec.load_callback.empty() &&
           spec.store_callback.empty() && spec.in_parts == Parts::interleaved && spec.out_parts == Parts::interleaved;
  };
  return plain(first) && plain(second) && first.precision == second.precision &&
         first.shape.threads == second.shape.threads && first.shape.joined == second.shape.joined &&
         first.shape.split == second.shape.split;
}

}  // namespace papilio
