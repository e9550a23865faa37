// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// AveragerEngine: spectra that accumulate on a stream. Chunks of segments go through the transform, whose powers or
// spectra are summed at once; so there is neither an array of segments nor one of their spectra.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <papilio/convolution_problem.hpp>
#include <papilio/plan.hpp>
#include <papilio/spectrum_averager.hpp>
#include <span>
#include <vector>

#include "api/signal/frame_pieces.hpp"
#include "api/signal/frame_program.hpp"
#include "kernel/frames/average_kernels.hpp"

namespace papilio::api {

inline constexpr std::int64_t max_segment_samples = std::int64_t{1} << 27;

/// Options, checked, with all that they leave out.
SpectrumAveragerOptions checked_averager(SpectrumAveragerOptions options, Precision precision, Field field);

class AveragerEngine {
 public:
  AveragerEngine(const Device& device, const SpectrumAveragerOptions& options, Precision precision, Field field);

  [[nodiscard]] const SpectrumAveragerOptions& options() const { return options_; }
  [[nodiscard]] const Device& device() const { return plan_.device(); }
  [[nodiscard]] std::int64_t bins() const { return plan_.problem().output_lengths().front(); }
  [[nodiscard]] std::int64_t sample_bytes() const { return parts() * stored_bytes_; }
  [[nodiscard]] std::int64_t number_bytes() const { return precision_ == Precision::f32 ? 4 : 8; }
  /// Segments of the samples so far, and of so many more.
  [[nodiscard]] std::int64_t segments(std::int64_t more = 0) const { return segments_ + pieces_[0].frames(more); }

  /// `signals` are as many buffers as the options say.
  void check(const Stream& stream, std::span<const Buffer> signals, std::int64_t count) const;
  void push(const Stream& stream, std::span<const Buffer> signals, std::int64_t count);
  /// Real numbers of a result. Throws Error(invalid_argument) for one that the signals do not have.
  [[nodiscard]] std::int64_t parts_of(AveragedSpectrum which) const;
  void read(const Stream& stream, AveragedSpectrum which, const Buffer& out);
  void reset();

 private:
  /// Work memory of a chunk.
  struct ChunkBuffers {
    std::span<const Buffer> spectra;  ///< of each signal
    Buffer segments;                  ///< of one signal
    Buffer blocks;
  };

  [[nodiscard]] std::int64_t parts() const { return field_ == Field::real ? 1 : 2; }
  [[nodiscard]] bool is_pair() const { return options_.signals == 2; }
  [[nodiscard]] kernel::SegmentRows rows() const {
    return is_pair() ? kernel::SegmentRows::pairs : kernel::SegmentRows::powers;
  }
  [[nodiscard]] std::int64_t columns() const { return kernel::rows_of(rows()) * bins(); }
  [[nodiscard]] std::int64_t chunk_segments() const;
  /// Segments are written for the plan, and not read where they are.
  [[nodiscard]] bool writes_segments() const;
  [[nodiscard]] Problem problem() const;
  void prepare(const Stream& stream);
  void accumulate(const Stream& stream, std::span<const PieceFrames> runs);
  void transform(const Stream& stream, const PieceFrames& run, std::int64_t count, const Buffer& segments,
                 const Buffer& spectra) const;
  void sum(const Stream& stream, std::int64_t count, const ChunkBuffers& own);
  SpectrumAveragerOptions options_;
  Precision precision_;
  Field field_;
  std::int64_t stored_bytes_;  ///< of a real number of a sample
  Plan plan_;
  FrameProgram cut_;  ///< none where segments are read where they are
  FrameProgram add_;
  FrameProgram total_;
  std::array<FrameProgram, 2> means_;  ///< of real and of complex results
  std::shared_ptr<runtime::Memory> inverse_length_;
  std::shared_ptr<runtime::Memory> factors_;
  std::vector<FramePieces> pieces_;  ///< of each signal
  StreamOrder order_;
  Buffer totals_;
  Buffer held_;
  std::int64_t segments_ = 0;
  bool begun_ = false;
};

}  // namespace papilio::api
