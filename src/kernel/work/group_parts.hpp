// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/ir_words.hpp"
#include "kernel/work/observer.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

struct KernelContext;
class GroupExchange;
class Elements;

/// Objects that the parts of a kernel of work-groups share.
struct GroupParts {
  Builder& b;
  const KernelSpec& spec;
  const KernelContext& context;
  GroupExchange& exchange;
  Elements& elements;
  Observer& observer = no_observer();  ///< of half spectra
};

}  // namespace papilio::kernel
