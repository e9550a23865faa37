// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels are written in the words of the IR: Builder, Value, Buffer and the others need no prefix below src/kernel.
#pragma once

#include "ir/operators.hpp"

namespace papilio::kernel {

using namespace ir;  // NOLINT(google-build-using-namespace): the one place, for the layer above

}  // namespace papilio::kernel
