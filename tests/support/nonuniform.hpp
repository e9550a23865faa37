// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The reference of non-uniform transforms.
#pragma once

#include "verify/reference/nonuniform_sum.hpp"

namespace papilio::test {

using verify::Angles;
using verify::nonuniform_sum;

}  // namespace papilio::test
