// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Wisdom: the fastest shapes that were found for problems on devices, by `papilio tune` or by plans with an Effort. It
// is text, a line for each device and problem:
//
//   DEVICE PROBLEM SHAPES TIME [exhaustive]
//   opencl:AMD_EPYC:2 c2c:f32:1000*2097 10x10x10:columns:lanes=8:tile=8 2904us
//
// The problem of a distributed plan (<papilio/mpi.hpp>) has the ranks and their distributions after an "@", and a
// choice of process grids and chunks in place of shapes.
//
// Every process has the wisdom of the file: $PAPILIO_WISDOM, else $XDG_DATA_HOME/papilio/wisdom, else
// $HOME/.local/share/papilio/wisdom. PAPILIO_WISDOM=off: there is none. What was measured or imported in the process
// takes precedence. Wisdom applies to transforms without callbacks that are planned from then on, one-liners included;
// plans that exist stay as they are. The file is read again when it has changed, also by other processes.
//
// Shapes change the speed of a transform, and the rounding of its results within the usual bound.
//
// A file is used only if it belongs to this user or to root and neither group nor world may write it. Wisdom never
// makes planning fail: lines that are damaged, foreign or do not fit the device are left out. All functions may be
// called from any thread, and by any number of processes at once.
#pragma once

#include <cstddef>
#include <papilio/device.hpp>
#include <papilio/effort.hpp>
#include <papilio/export.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio {

/// How long wisdom is kept.
enum class WisdomScope {
  process,  ///< this process, until it ends
  file,     ///< the file too
};

/// All wisdom that this process has, its own and the file's, for all devices.
PAPILIO_API std::string export_wisdom();

/// The device's name in wisdom: backend, name and compute units, without spaces. Throws Error(invalid_argument) for the
/// device "none".
PAPILIO_API std::string wisdom_identity(const Device& device);

/// The result of an import.
struct WisdomImport {
  std::size_t taken = 0;             ///< lines
  std::vector<std::string> refused;  ///< why, one text for each line that was not understood
};
/// Adds lines as export_wisdom() gives them. They replace lines for the same device and problem. Lines of other devices
/// are kept for those devices. Throws Error(io) if the file cannot be written.
PAPILIO_API WisdomImport import_wisdom(std::string_view text, WisdomScope scope = WisdomScope::process);

/// process: from now on this process has no wisdom, and takes none from the file until the file changes. file: the
/// file's lines are removed as well. Throws Error(io) if the file cannot be written.
PAPILIO_API void forget_wisdom(WisdomScope scope = WisdomScope::process);

/// The wisdom that the process has, and the file it is kept in.
struct WisdomState {
  std::string file;                  ///< its path, whether it exists or not; empty: off
  std::size_t lines = 0;             ///< that the process has
  std::vector<std::string> refused;  ///< lines of the file that are not used, and why; of many, ten and their number
};
/// Returns the wisdom that plans made now would use.
PAPILIO_API WisdomState wisdom_state();

}  // namespace papilio
