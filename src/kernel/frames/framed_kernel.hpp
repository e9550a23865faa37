// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels of GPUs that read overlapping frames from the signals themselves: the kernel of a whole transform, whose
// addresses are those of samples. A work-group whose frames lie inside of one signal reads them where they are, as the
// plan's kernel reads frames of a padded copy. Only the other work-groups, at the ends of signals, find each sample by
// its position in the padded signal. Butterflies are the plan's, and so are the bits.
//
// With bands, the powers of a work-group's frames go to local memory and no further: from there they are multiplied by
// a matrix (feature_kernels.hpp).
#pragma once

#include <optional>
#include <string>

#include "core/device_caps.hpp"
#include "kernel/frames/feature_kernels.hpp"
#include "kernel/frames/frame_kernels.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

struct FramedSpec {
  KernelSpec frames;  ///< framed_transform()
  Surround surround = Surround::zeros;
  std::optional<BandsStep> bands;  ///< sums or levels; none: results are those of the transforms

  [[nodiscard]] std::string name() const;
  /// The local memory of a work-group.
  [[nodiscard]] std::int64_t local_bytes() const;
  /// Bytes that the work-groups load and store for so many frames of a signal, `hop` samples apart, with so many
  /// numbers each. A work-group loads each sample under its frames once; tables are left aside.
  [[nodiscard]] std::int64_t bytes(std::int64_t count, std::int64_t hop, std::int64_t numbers) const;
};

/// The kernel of a plan as build_framed() takes it: nullopt unless it is that of whole transforms, in a shape that
/// reads each butterfly's inputs from memory. If `aligned_pairs` stays, signals and frames begin at even samples.
std::optional<KernelSpec> framed_transform(KernelSpec kernel);
/// Gives work-groups more frames, so that those that neighbouring ones read twice are no more than a quarter of their
/// own, as far as work-items and local memory allow, and compute units as many work-groups as they have registers for.
void widen(FramedSpec& spec, std::int64_t hop, const DeviceCaps& caps);

inline constexpr std::int64_t max_framed_samples = std::int64_t{1} << 36;
inline constexpr std::int64_t max_framed_signals = std::int64_t{1} << 24;
/// Buffers: in: signals, one after the other; out: results of all frames, one after the other; the tables of the
/// transform; weights, ranges, numbers of bands. Scalars: batch: frames of all signals, less than 2^31; in_distance:
/// samples from one frame to the next; out_distance: numbers of a frame's results; repeat: 1; in_plane: samples before
/// a signal, less than 2^28; units: frames of a signal; in_position: samples of a signal; offsets: 0.
Module build_framed(const FramedSpec& spec);

}  // namespace papilio::kernel
