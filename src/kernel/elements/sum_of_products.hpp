// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Inputs of a filtered kernel (KernelSpec::filter): numbers of the input times those of the filter, and the sum of
// such products over channels (KernelSpec::sum).
#pragma once

#include "kernel/elements/user_memory.hpp"
#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

/// Addresses of the first factors, in scalars; `lanes` neighbouring numbers.
struct Factors {
  Value input = nullptr;
  Value filter = nullptr;
  int lanes = 1;
  std::int64_t alignment = 1;
};

Complex sum_of_products(Builder& b, const KernelSpec& spec, const KernelContext& context, const Factors& factors);

}  // namespace papilio::kernel
