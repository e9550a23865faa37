// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A file through a filter, by overlap-save: memory is bounded by a block and the filter.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <papilio/device.hpp>
#include <papilio/overlap_save.hpp>
#include <string>

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

struct ConvolveRequest {
  std::filesystem::path signal;
  std::filesystem::path kernel;
  std::filesystem::path out;
  OpenOptions open;  ///< of the signal
  OpenOptions kernel_open = {.option_prefix = "--kernel-"};
  std::string channel = "mix";  ///< of the signal, as ChannelChoice reads it
  std::string kernel_channel = "mix";
  std::string device = "auto";
  Operation operation = Operation::convolve;
  ConvolutionMode mode = ConvolutionMode::full;
  Precision precision = Precision::f32;
  std::int64_t block = 0;  ///< results at a time; 0: chosen for speed
};

/// Seconds by the host's clock.
struct ConvolveTimes {
  double set_up = 0;  ///< opening the device, planning, compiling, the kernel's spectrum
  double read = 0;
  double compute = 0;
  double write = 0;
  double total = 0;
};

struct ConvolveReport {
  SignalInfo signal;
  std::int64_t samples = 0;  ///< of the signal
  std::int64_t taps = 0;     ///< of the kernel
  std::int64_t results = 0;
  std::int64_t block = 0;
  std::string token;  ///< of a block's convolution
  DeviceInfo device;
  std::vector<std::string> notes;
  ConvolveTimes seconds;
};

/// `progress` is called with the number of samples done, and the total if it is known.
ConvolveReport convolve_file(const ConvolveRequest& request,
                             const std::function<void(std::int64_t, std::optional<std::int64_t>)>& progress);

}  // namespace papilio::tool
