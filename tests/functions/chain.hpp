// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A kernel as a user writes it, of one work-group: it loads, transforms, multiplies the spectrum, transforms back and
// stores.
#pragma once

#include <cstdint>
#include <papilio/device_function.hpp>
#include <papilio/problem.hpp>
#include <string>

#include "core/device_caps.hpp"

namespace papilio::test {

struct FunctionPair {
  DeviceFunction there;  ///< c2c forward or r2c
  DeviceFunction back;
  Precision precision = Precision::f32;
  std::int64_t length = 1;
};

/// Both directions of a token of c2c or r2c for a GPU with 64 KiB of local memory. Behind a space the token may have
/// the functions' shape.
FunctionPair function_pair(const std::string& token, FunctionLanguage language);
DeviceCaps caps_of_functions();

/// The kernel "chain", with the buffers input, factors of a spectrum, spectra, output and places: the indices of the
/// first function's input and output as its text computes them, by work-item. Registers start with NaN.
std::string chain_kernel(const FunctionPair& pair);

}  // namespace papilio::test
