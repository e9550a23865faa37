// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the tests of kernels that sum bind to one.
#pragma once

#include <random>
#include <vector>

#include "kernel/kernel.hpp"
#include "plan/plan.hpp"
#include "support/stored_numbers.hpp"

namespace papilio::test {

/// Between -1 and 1, the same in f32 and in f64.
inline std::vector<double> random_numbers(std::mt19937_64& random, std::int64_t count) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> result(static_cast<std::size_t>(count));
  for (double& each : result) each = static_cast<double>(static_cast<float>(uniform(random)));
  return result;
}

/// The weights of a side, and room for its sums.
struct SummedSide {
  Bytes table;
  Bytes sums;
  Bytes flag;  ///< if the kernel checks
};

/// The parameters of the kernel `spec` of a pass; `sides` are those that it sums.
struct SummingPass {
  SummingPass(const plan::Pass& pass, const KernelSpec& spec, Bytes& in, Bytes& out,
              const std::vector<SummedSide*>& sides, std::int64_t repeat)
      : bindings{binding(in, spec.precision), binding(out, spec.precision)},
        scalars{pass.batch, pass.source.distance, pass.target.distance, pass.source.offset, pass.target.offset, repeat},
        tiles(kernel::interface_of(spec).tiles(pass.batch)) {
    for (const kernel::TableSpec& table : kernel::interface_of(spec).tables) {
      tables.push_back(kernel::make_table(table));
      bindings.push_back({tables.back().data(), table.elements()});
    }
    for (SummedSide* side : sides) {
      bindings.push_back(binding(side->table, spec.precision));
      bindings.push_back(binding(side->sums, spec.precision));
      if (!side->flag.empty()) bindings.push_back(binding(side->flag, spec.precision));
    }
  }

  std::vector<Bytes> tables;
  std::vector<ir::Binding> bindings;
  std::vector<std::int64_t> scalars;
  std::int64_t tiles;
};

}  // namespace papilio::test
