// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solvers/wide_convolution.hpp"

#include "core/number_theory.hpp"
#include "plan/model/cpu_model.hpp"

namespace papilio::plan {

bool computed_in_f64(const Batch1d& lines, const DeviceCaps& caps) {
  constexpr const auto& wide = cpu_model.search.wide_convolutions;
  const auto plain = [](const End& end) { return end.side.native() && !end.filtered; };
  const bool is_complex = lines.in.side.form == Form::complex && lines.out.side.form == Form::complex;
  const std::int64_t largest_prime = is_complex ? wide.largest_prime : wide.largest_prime_of_real;
  return lines.chirps.inputs == 0 && lines.precision == Precision::f32 && caps.device_class == DeviceClass::cpu &&
         caps.f64 && lines.scratch_storage == Storage::native && lines.length <= wide.longest &&
         prime_factors(lines.length).back() <= largest_prime && plain(lines.in) && plain(lines.out);
}

Batch1d in_f64(const Batch1d& lines) {
  Batch1d wide = lines;
  wide.precision = Precision::f64;
  wide.in.side.storage = wide.out.side.storage = wide.scratch_storage = Storage::f32;
  return wide;
}

}  // namespace papilio::plan
