// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/ir_words.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

struct KernelContext;
class GroupExchange;
class Elements;
class GroupSums;

/// What the parts of a kernel of work-groups share.
struct GroupParts {
  Builder& b;
  const KernelSpec& spec;
  const KernelContext& context;
  GroupExchange& exchange;
  Elements& elements;
  GroupSums* sums = nullptr;  ///< null: half spectra are not summed
};

}  // namespace papilio::kernel
