// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <papilio/convolution.hpp>

#include "tools/transform/number_writer.hpp"

namespace papilio::tool {

struct ResultKind {
  Precision precision = Precision::f32;
  Field field = Field::real;
  std::optional<double> rate;  ///< Hz
};

/// .npy of the kind's type; .csv, a column or two; .wav, real and with a rate; .cf32 (.fc32, .cfile) and .cf64,
/// complex. Throws Error(invalid_argument) for another extension, or one that does not hold the kind.
void require_writable(const std::filesystem::path& path, const ResultKind& kind);
std::unique_ptr<NumberWriter> open_results(const std::filesystem::path& path, const ResultKind& kind);

}  // namespace papilio::tool
