// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Device functions: the kernel of one work-group, whose loads and stores of the user's memory are replaced by registers
// of a caller. The statements between them are the kernel's own.
#pragma once

#include <string>

#include "ir/function.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// `spec` is that of a whole transform, Strategy::cooperative, without clusters. An element is a complex number, a pair
/// of neighbouring real numbers (Form::pairs) or a real number, whose imaginary part is not used (Form::real). Elements
/// of the tile are counted, transform after transform without gaps. Tables get `name` and an underscore before their
/// names.
ir::KernelFunction build_device_function(const KernelSpec& spec, const std::string& name);

/// Elements of one transform on a side.
std::int64_t elements_of(const KernelSpec& spec, const Side& side);

}  // namespace papilio::kernel
