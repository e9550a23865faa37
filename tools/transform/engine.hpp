// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The plan of one piece with its memory on the device, and the time that its parts take.
#pragma once

#include <chrono>
#include <papilio/device.hpp>
#include <papilio/plan.hpp>

#include "tools/transform/elements.hpp"

namespace papilio::tool {

/// Seconds by the host's clock.
struct TransformTimes {
  double set_up = 0;  ///< opening the device, planning, compiling
  double read = 0;    ///< the file, and conversion
  double upload = 0;
  double kernels = 0;
  double download = 0;
  double write = 0;
  double total = 0;
};

/// Adds the time from construction to destruction.
class TimeAdder {
 public:
  explicit TimeAdder(double& seconds) : seconds_(seconds), start_(std::chrono::steady_clock::now()) {}
  ~TimeAdder() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  TimeAdder(const TimeAdder&) = delete;
  TimeAdder& operator=(const TimeAdder&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_;
};

/// The plan of one piece with its memory on the device.
class PieceEngine {
 public:
  PieceEngine(const Device& device, const Problem& piece) : plan_(device, piece), stream_(device) {
    const auto bytes = [](std::int64_t elements, std::int64_t size) {
      return static_cast<std::size_t>(elements * size);
    };
    in_ = Buffer(device, bytes(piece.input_elements(), piece.input_element_bytes()));
    out_ = piece.placement == Placement::in_place
               ? in_
               : Buffer(device, bytes(piece.output_elements(), piece.output_element_bytes()));
    if (plan_.scratch_bytes() > 0) scratch_ = Buffer(device, plan_.scratch_bytes());
  }

  template <class T>
  void transform(PieceElements<T>& in, PieceElements<T>& out, TransformTimes& seconds) const {
    {
      const TimeAdder watch(seconds.upload);
      stream_.upload(in_, in.numbers(), in.bytes());
    }
    {
      const TimeAdder watch(seconds.kernels);
      plan_.execute(stream_, in_, out_, scratch_);
      stream_.synchronize();
    }
    const TimeAdder watch(seconds.download);
    stream_.download(out_, out.numbers(), out.bytes());
  }

 private:
  Plan plan_;
  Stream stream_;
  Buffer in_;
  Buffer out_;
  Buffer scratch_;
};

}  // namespace papilio::tool
