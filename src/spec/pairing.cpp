// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/pairing.hpp"

namespace papilio {

namespace {

/// c2r pre-processing of a real 2-D array whose first radix is the number of rows.
bool pairs_columns(const KernelSpec& spec, std::size_t stage) {
  return stage == 0 && pre_processes(spec) && spec.radices.front() == outer_axis(spec);
}

}  // namespace

Pairing pairing_of(const KernelSpec& spec, std::size_t stage) {
  const std::size_t stages = spec.radices.size();
  const bool outermost = stage == 0 || stage + 1 == stages;
  if (!outermost || stages < 2 || !pairs_conjugates(spec) || spec.paired_columns || spec.shape.cluster > 1 ||
      spec.algorithm != Algorithm::stockham)
    return Pairing::none;
  if (spec.several_axes() ? !pairs_columns(spec, stage) : spec.columns() > 1) return Pairing::none;
  const std::int64_t count = spec.work_length() / spec.radices[stage];
  if (count % 2 != 0 || count / 2 * spec.shape.tile < spec.shape.threads) return Pairing::none;
  if ((stage == 0) == pre_processes(spec)) return Pairing::conjugates;
  return shuffles(spec) ? Pairing::quads : Pairing::none;
}

bool processes_in_registers(const KernelSpec& spec) {
  if (processes_transforms(spec)) return true;
  return pairs_conjugates(spec) &&
         pairing_of(spec, pre_processes(spec) ? 0 : spec.radices.size() - 1) == Pairing::conjugates;
}

}  // namespace papilio
