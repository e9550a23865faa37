// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/kernel_spec.hpp"

namespace papilio::test {

/// A whole transform by `cluster` work-groups (core/cluster.hpp), single precision.
inline KernelSpec cluster_spec(const std::vector<int>& radices, int cut, int cluster, int threads, int tile = 1) {
  KernelSpec spec;
  spec.radices = radices;
  spec.length = spec.work_length();
  spec.shape.threads = threads;
  spec.shape.tile = tile;
  spec.shape.cluster = cluster;
  spec.shape.cut = cut;
  return spec;
}

}  // namespace papilio::test
