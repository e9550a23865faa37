// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <filesystem>
#include <memory>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "tools/signal/npy.hpp"
#include "tools/signal/signal_reader.hpp"
#include "tools/transform/number_writer.hpp"

namespace papilio::tool {

/// A .npy file of any shape in C order, or a raw complex one. info().frames is the number of elements.
/// Throws Error(invalid_argument) for other extensions, Error(io) for what cannot be read whole.
std::unique_ptr<SignalReader> open_elements(const std::filesystem::path& path);

/// Throws Error(invalid_argument) for an extension that open_spectra() does not write, or whose format cannot hold the
/// problem's results.
void require_writable(const std::filesystem::path& path, const Problem& problem);
/// The type of a .npy file with the results: of the problem's precision, real or complex.
NpyType npy_type_of(const Problem& problem);
/// .npy of this shape and the problem's precision, float or complex; .cf32 (.fc32, .cfile) or .cf64.
std::unique_ptr<NumberWriter> open_spectra(const std::filesystem::path& path, const Problem& problem,
                                           const std::vector<std::int64_t>& shape);

}  // namespace papilio::tool
