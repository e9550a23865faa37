// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A tile of whole transforms between memory and the exchange, in the order of memory (Shape::staged). Where nothing but
// the tile's elements lies between its first and its last transform, and the batch has them all, they are met as one
// run, in which an address is a constant from the work-item's own; a branch that all work-items of a group take alike
// decides.
#pragma once

#include "kernel/elements.hpp"
#include "kernel/flat.hpp"
#include "kernel/group_parts.hpp"
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

  /// Loads the tile whose first transform is `first`, i64, and hands it on to `from`.
  std::vector<std::vector<Complex>> load(Value first, const std::vector<Places>& from);
  /// Hands on results, and stores them.
  void store(Value first, const Parcel& results);

 private:
  enum class Reading { transforms, one_run };
  Complex load_one(const AddressMap& reach, Value e);
  void store_one(const AddressMap& reach, Value e, Complex value);
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
