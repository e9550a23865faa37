// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/pairing.hpp"

namespace papilio {

Pairing pairing_of(const KernelSpec& spec, std::size_t stage) {
  const std::size_t stages = spec.radices.size();
  const bool outermost = stage == 0 || stage + 1 == stages;
  if (!outermost || stages < 2 || !spec.folds() || spec.mirrored || spec.shape.cluster > 1) return Pairing::none;
  const bool image = !spec.joint.empty();
  const bool columns = image && stage == 0 && spec.folds_before() && spec.radices.front() == spec.joint.front();
  if (image ? !columns : spec.columns() > 1) return Pairing::none;
  const std::int64_t count = spec.work_length() / spec.radices[stage];
  if (count % 2 != 0 || count / 2 * spec.shape.tile < spec.shape.threads) return Pairing::none;
  if ((stage == 0) == spec.folds_before()) return Pairing::fold;
  return spec.in.form == Form::trig ? Pairing::quads : Pairing::none;
}

bool folds_in_registers(const KernelSpec& spec) {
  if (folds_alone(spec)) return true;
  return spec.folds() && pairing_of(spec, spec.folds_before() ? 0 : spec.radices.size() - 1) == Pairing::fold;
}

}  // namespace papilio
