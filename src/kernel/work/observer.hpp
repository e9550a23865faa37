// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Observer: emits code beside a kernel of work-groups, with the values that its work-items have in registers. Kernels
// call it where the values are, and know no other implementation than this one, which emits nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

class GroupTile;
struct HalfPair;
struct Pair;
struct Partners;
struct Butterfly;

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// Called once the tile is located, before all others. The observer may keep the tile. `rank` is that of the
  /// work-group in its cluster, null without a cluster.
  virtual void begin(GroupTile& /*tile*/, Value /*rank*/) {}
  /// The butterflies of the first stage, with their inputs. `first` returns which element of its column a butterfly's
  /// first input is; the next ones are `step` apart.
  virtual void on_inputs(const std::vector<Butterfly>& /*butterflies*/,
                         const std::function<Value(const Butterfly&)>& /*first*/, std::int64_t /*step*/) {}
  /// The butterflies of the last stage, with their results, which are on their way to memory. `first` returns which
  /// element a butterfly's first result is.
  virtual void on_results(const std::vector<Butterfly>& /*butterflies*/,
                          const std::function<Value(const Butterfly&)>& /*first*/) {}
  /// The numbers of a pair of a half spectrum, as they are in memory; not in clusters.
  virtual void on_pair(const Pair& /*pair*/, const HalfPair& /*at*/, const Partners& /*x*/) {}
  /// Called after all others.
  virtual void finish() {}
};

/// The observer of the parts of kernels that have none.
inline Observer& no_observer() {
  static Observer none;
  return none;
}

}  // namespace papilio::kernel
