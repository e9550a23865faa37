// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ways to write the length of a GPU's kernel as a product of radices: few and cheap ones, for gpu_shapes.cpp to choose
// among.
#pragma once

#include <vector>

#include "plan/kernels.hpp"

namespace papilio::plan {

/// Factorisations of KernelRequest::work_length; of several axes, axis by axis.
std::vector<std::vector<int>> factorisations(const KernelRequest& request, const DeviceCaps& caps);

/// Radices of each factor of Algorithm::prime_factor (spec/prime_factor.hpp), one after the other.
std::vector<std::vector<int>> factor_radices(std::int64_t length);

/// The radices of a cluster's phases, one after the other, and how many are of the first.
struct Phases {
  std::vector<int> radices;
  int cut;
};

/// A few ways to split the request in two.
std::vector<Phases> cluster_factorisations(const KernelRequest& request, const DeviceCaps& caps);

}  // namespace papilio::plan
