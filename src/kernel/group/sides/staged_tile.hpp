// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A tile of whole transforms between memory and the exchange, in the order of memory (Shape::staged). If the tile is
// contiguous in memory and the batch has all its transforms, it is accessed as one run, in which the addresses of a
// work-item differ by constants. A branch decides, which all work-items of a group take in the same way.
#pragma once

#include "kernel/elements/elements.hpp"
#include "kernel/work/flat.hpp"
#include "kernel/work/group_parts.hpp"
#include "spec/pairing.hpp"

namespace papilio::kernel {

class StagedTile {
 public:
  explicit StagedTile(const GroupParts& parts)
      : parts_(parts),
        b_(parts.b),
        spec_(parts.spec),
        context_(parts.context),
        exchange_(parts.exchange),
        elements_(parts.elements) {}

  /// Loads the tile whose first transform is `first`, i64, and returns the values at `from` in the exchange.
  std::vector<std::vector<Complex>> load(Value first, const std::vector<ExchangeSlots>& from);
  /// Passes results through the exchange and stores them.
  void store(Value first, const ExchangeWrites& results);

 private:
  enum class Reading { transforms, one_run };
  Complex load_one(const AddressMap& map, Value e);
  void store_one(const AddressMap& map, Value e, Complex value);
  std::vector<std::vector<Complex>> load_all(Value first, const std::vector<Flat>& flats, Reading reading);
  void store_run(Value first, const std::vector<Flat>& flats, const std::vector<std::vector<Complex>>& values);
  void store_transforms(Value first, const std::vector<Flat>& flats, const std::vector<std::vector<Complex>>& values);

  GroupParts parts_;
  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  GroupExchange& exchange_;
  Elements& elements_;
};

}  // namespace papilio::kernel
