// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <papilio/problem.hpp>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio::test {

/// A whole transform by a cluster of `cluster` work-groups (spec/cluster.hpp), single precision.
inline KernelSpec cluster_spec(const std::vector<int>& radices, int cut, int cluster, int threads, int tile = 1) {
  KernelSpec spec;
  spec.radices = radices;
  spec.length = spec.work_length();
  spec.shape.threads = threads;
  spec.shape.tile = tile;
  spec.shape.cluster = cluster;
  spec.shape.cluster_stage = cut;
  return spec;
}

/// The same for real numbers, computed as half as many complex ones: along one axis, or of a 2-D array.
inline KernelSpec real_cluster(KernelSpec spec, bool forward, const std::vector<std::int64_t>& axis_lengths = {}) {
  spec.direction = forward ? Direction::forward : Direction::inverse;
  spec.in.form = forward ? Form::pairs : Form::half;
  spec.out.form = forward ? Form::half : Form::pairs;
  spec.axis_lengths = axis_lengths;
  return spec;
}

/// The problem that the spec solves, with a batch of three.
inline Problem real_problem(const KernelSpec& spec) {
  const std::string lengths = spec.several_axes() ? fmt::format("{}x{}", spec.axis_lengths[0], 2 * spec.axis_lengths[1])
                                                  : fmt::format("{}", 2 * spec.length);
  return Problem::parse(fmt::format("{}:{}:{}*3", post_processes(spec) ? "r2c" : "c2r",
                                    spec.precision == Precision::f32 ? "f32" : "f64", lengths));
}

}  // namespace papilio::test
