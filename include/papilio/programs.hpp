// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

namespace papilio {

/// The programs that a plan runs. On CPUs, small transforms can share a general one, so that a new length compiles
/// nothing; which problems are small depends on the problem alone. The results of the two differ in rounding.
enum class Programs {
  specialised,  ///< compiled for the problem: what a plan has by default
  general,      ///< the general one for small problems on CPUs: what one-liners ask for
};

}  // namespace papilio
