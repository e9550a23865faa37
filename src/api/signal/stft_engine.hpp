// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// StftEngine: short-time transforms on a stream, of numbers of one precision. All overlapping frames are the batch of
// one plan, whose window is its end and whose arrays are a hop apart; a signal with padding is written once for it.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <papilio/plan.hpp>

#include "api/signal/framed_program.hpp"
#include "api/signal/stft_shape.hpp"

namespace papilio::api {

enum class FrameWork { spectra, power, inverse };

/// Samples of signals that frames in memory are added to.
struct AddedPiece {
  std::int64_t signals = 1;
  std::int64_t frames = 0;   ///< of each, in memory
  std::int64_t first = 0;    ///< number of the first of them in its signal
  std::int64_t begin = 0;    ///< the first sample to compute
  std::int64_t samples = 0;  ///< to compute, of each signal
};

/// Signals in device memory, and their spectra or powers.
struct SignalArrays {
  Buffer signals;
  Buffer results;
  std::int64_t samples = 0;  ///< of each signal
  std::int64_t batch = 1;
};

/// Memory of a part of a train. `padded` has room for the positions of frames that are not read where they are.
struct PieceBuffers {
  Buffer samples;
  Buffer padded;
  Buffer results;
  std::int64_t row = 0;  ///< of the results: the first frame
};

/// Work on all frames of signals, which one kernel reads where they are.
struct FramedWork {
  FrameWork work = FrameWork::spectra;
  std::int64_t frames = 0;                 ///< of each signal
  std::optional<kernel::BandsStep> bands;  ///< of powers; none: results are those of the transforms
  std::int64_t numbers = 0;                ///< of a frame's results
  /// Returns the tables of bands; called before the first launch and at each.
  std::function<std::vector<const runtime::Memory*>()> matrix;
  const char* what = "";  ///< it is called by errors
};

/// The window times the scaling. The largest factor must be a normal number of the precision, so that neither the
/// transform nor its inverse, which divides by it, makes infinities of it.
WindowValues scaled_window(const StftShape& shape, Precision precision);

/// Immutable; kernels are compiled and plans made at their first use.
class StftEngine {
 public:
  StftEngine(const Device& device, const StftOptions& options, Precision precision, Field field);

  [[nodiscard]] const StftShape& shape() const { return shape_; }
  [[nodiscard]] const Device& device() const { return device_; }
  /// Bytes of a sample, and of a result of that work.
  [[nodiscard]] std::int64_t sample_bytes() const;
  [[nodiscard]] std::int64_t result_bytes(FrameWork work) const;

  /// The plan of so many frames, one after the other: of a train, or of spectra.
  [[nodiscard]] Plan plan(FrameWork work, std::int64_t frames) const;
  /// Frames of a train that are transformed at a time.
  [[nodiscard]] std::int64_t part_frames() const;

  /// A part of a train.
  void transform(const Stream& stream, FrameWork work, const FramePiece& piece, const PieceBuffers& buffers) const;
  /// Frames to the samples under them.
  void overlap_add(const Stream& stream, const AddedPiece& piece, const Buffer& frames, const Buffer& samples) const;

  /// All frames of signals by one kernel, where the device has one for frames of this length: returns whether it has.
  /// Throws Error(invalid_argument) if the stream is captured and the kernel is not there yet.
  bool read_frames(const Stream& stream, const FramedWork& work, const SignalArrays& arrays) const;
  /// All frames of signals.
  void forward(const Stream& stream, FrameWork work, const SignalArrays& arrays) const;
  void inverse(const Stream& stream, const SignalArrays& arrays) const;

 private:
  enum class FrameKernel { pad, overlap_add };
  /// Frames of several signals in device memory.
  struct FrameArrays {
    FrameWork work = FrameWork::spectra;
    std::int64_t frames = 0;    ///< of each signal; 0: of any
    std::int64_t batch = 1;     ///< signals
    std::int64_t distance = 0;  ///< samples from one signal to the next
    friend bool operator==(const FrameArrays&, const FrameArrays&) = default;
  };
  /// Tables of the overlap-add kernel.
  struct AddTables {
    std::shared_ptr<runtime::Memory> window;
    std::shared_ptr<runtime::Memory> inverses;
  };
  struct KeptPlan {
    FrameArrays arrays;
    Plan plan;
  };
  struct FramedKind {
    FrameWork work = FrameWork::spectra;
    std::optional<kernel::BandsStep> bands;
    bool even = true;  ///< frames begin at even samples
    friend bool operator==(const FramedKind&, const FramedKind&) = default;
  };
  struct KeptFramed {
    FramedKind kind;
    FramedProgram program;  ///< none: there is no such kernel
  };

  /// Frames that one execution transforms.
  struct PlacedRun {
    std::int64_t first = 0;
    std::int64_t frames = 0;
    std::int64_t offset = -1;  ///< in the samples that are held; -1: the frames are padded
  };
  /// One signal after the other, of which no more than the ends are padded. `piece`: all frames of the first one.
  void forward_each(const Stream& stream, FrameWork work, const SignalArrays& arrays, FramePiece piece) const;
  [[nodiscard]] std::vector<PlacedRun> runs_of(const Plan& plan, FramePiece piece) const;
  /// Frames before the first one that a plan can read where it is, if the first of all is so far behind the beginning.
  [[nodiscard]] std::int64_t unreadable_frames(std::int64_t offset) const;
  [[nodiscard]] Problem problem_of(const FrameArrays& arrays) const;
  [[nodiscard]] Plan plan_of(const FrameArrays& arrays) const;
  [[nodiscard]] const FrameProgram& program(FrameKernel which) const;
  /// Null: it is not known yet.
  [[nodiscard]] const FramedProgram* known_framed(const FramedKind& kind) const;
  [[nodiscard]] const FramedProgram& framed(const FramedKind& kind) const;
  /// Writes so many positions of the train.
  void pad(runtime::Stream& stream, const FramePiece& piece, const SampleRange& positions,
           const runtime::Memory& samples, const runtime::Memory& padded) const;
  [[nodiscard]] AddTables add_tables() const;

  Device device_;
  StftShape shape_;
  Precision precision_;
  WindowValues factors_;  ///< the window times the scaling
  mutable std::mutex mutex_;
  mutable std::list<KeptPlan> plans_;             ///< used last first
  mutable std::array<FrameProgram, 2> programs_;  ///< of each FrameKernel
  mutable std::list<KeptFramed> framed_;
  mutable AddTables add_tables_;
};

}  // namespace papilio::api
