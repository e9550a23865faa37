// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Functions in the generated text that load and store numbers of another type than the kernel computes with.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace papilio::emit {

/// One access to `lanes` neighbouring numbers of a buffer.
struct Conversion {
  const ir::Buffer* buffer = nullptr;
  int lanes = 1;
};

/// "load_f16x2": takes the address of the first number.
std::string load_name(const Conversion& conversion);
/// "store_f16x2": takes the address and the value.
std::string store_name(const Conversion& conversion);

/// The text of a function, preceded by the functions that it calls; the texts may be empty.
using Definitions = std::vector<std::string>;
Definitions opencl_load(const Conversion& conversion);
Definitions opencl_store(const Conversion& conversion);
Definitions cuda_load(const Conversion& conversion);
Definitions cuda_store(const Conversion& conversion);

/// The type that a parameter points to.
std::string opencl_storage(const ir::Buffer& buffer);
std::string cuda_storage(const ir::Buffer& buffer);

}  // namespace papilio::emit
