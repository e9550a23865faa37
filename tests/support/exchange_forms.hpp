// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exchanges that a plan did not choose.
#pragma once

#include "spec/kernel_spec.hpp"

namespace papilio::test {

/// Split for interleaved and the other way round; a half-size exchange stays.
inline void swap_exchange(Shape& shape) {
  if (shape.exchange == ExchangeForm::half_size) return;
  shape.exchange = shape.exchange == ExchangeForm::split ? ExchangeForm::interleaved : ExchangeForm::split;
}

}  // namespace papilio::test
