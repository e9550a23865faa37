// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/abi.hpp"

namespace papilio::compat::cufft {

const CufftVersion library_version = {12, 0, 0};

}  // namespace papilio::compat::cufft
