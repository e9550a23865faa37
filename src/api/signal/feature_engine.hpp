// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FeatureEngine: features on a stream, of numbers of one precision. Chunks of frames go through the transform, whose
// powers are multiplied by the filters at once; so there is neither an array of frames nor one of all powers.
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "api/signal/feature_shape.hpp"
#include "api/signal/stft_engine.hpp"
#include "kernel/frames/feature_kernels.hpp"

namespace papilio::api {

/// Immutable; kernels are compiled and tables uploaded at their first use.
class FeatureEngine {
 public:
  FeatureEngine(const Device& device, const FeatureOptions& options, Precision precision);

  [[nodiscard]] const FeatureShape& shape() const { return shape_; }
  [[nodiscard]] const Device& device() const { return frames_.device(); }
  [[nodiscard]] std::int64_t number_bytes() const { return frames_.sample_bytes(); }
  /// Throws Error(invalid_argument) if the signal is too short for its padding.
  void require_padding(std::int64_t samples) const { frames_.shape().require_padding(samples); }

  /// `results` of the arrays are the features.
  void compute(const Stream& stream, const SignalArrays& arrays) const;

 private:
  /// A matrix in device memory, as the kernel of bands takes it.
  struct BandTables {
    std::shared_ptr<runtime::Memory> weights;
    std::shared_ptr<runtime::Memory> ranges;
    std::shared_ptr<runtime::Memory> numbers;  ///< null of sums
    [[nodiscard]] std::vector<const runtime::Memory*> all() const;
  };
  /// Rows of a kernel of bands, counted through all signals.
  struct BandRows {
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::int64_t distance = 0;  ///< from one signal to the next
    std::int64_t wanted = 0;    ///< of a signal
  };
  struct BandBuffers {
    const runtime::Memory* in = nullptr;
    const runtime::Memory* peaks = nullptr;  ///< of limited numbers
    const runtime::Memory* out = nullptr;
  };
  enum class FeatureStage { bands, coefficients };

  [[nodiscard]] bool has_second_stage() const;
  [[nodiscard]] kernel::BandsStep step_of(FeatureStage stage) const;
  [[nodiscard]] std::int64_t columns_of(FeatureStage stage) const;
  [[nodiscard]] std::int64_t rows_of(FeatureStage stage) const;
  [[nodiscard]] const BandTables& tables(FeatureStage stage) const;
  [[nodiscard]] const FrameProgram& program(FeatureStage stage) const;
  [[nodiscard]] const FrameProgram& peaks_program() const;
  [[nodiscard]] BandTables tables_of(const std::vector<WeightRow>& rows, int lanes, kernel::BandsStep step) const;

  void multiply(runtime::Stream& stream, FeatureStage stage, const BandRows& rows, const BandBuffers& buffers) const;
  /// The largest of `count` numbers of each signal, in one of the buffers, which have room for batch * 16384.
  [[nodiscard]] const Buffer& find_peaks(runtime::Stream& stream, const SignalArrays& levels,
                                         std::span<const Buffer> room) const;
  /// From signals to bands, by one kernel where there is one.
  void bands(const Stream& stream, const SignalArrays& arrays) const;

  StftEngine frames_;
  FeatureShape shape_;
  Precision precision_;
  mutable std::mutex mutex_;
  mutable std::array<BandTables, 2> tables_;  ///< of each FeatureStage
  mutable std::array<FrameProgram, 2> programs_;
  mutable FrameProgram peaks_;
};

}  // namespace papilio::api
