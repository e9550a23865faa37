// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned_shapes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/exchange.hpp"
#include "plan/cost.hpp"

namespace papilio::plan {
namespace {

/// What a kernel is of its transform.
enum class Part {
  whole,
  first,  ///< the first of several passes
  later,  ///< any other
};

struct TunedGroup {
  int threads;
  int tile;
  int pad;
  int resident;
  bool ahead;
  bool split;
};

struct TunedShape {
  Part part;
  Precision precision;
  std::vector<int> radices;
  TunedGroup group;
  double efficiency;  ///< bytes read once and written once, as a share of what a copy reaches
};

// Measured with 512 MiB of data on an H200 (CUDA 13.0, 2026-11): the fastest of the shapes that gpu_shapes() offers, in
// docs/performance.md.
const TunedShape table[] = {
    // clang-format off
    {Part::whole, Precision::f32, {4, 2, 2}, {32, 32, 32, 32, false, false}, 0.99},
    {Part::whole, Precision::f32, {2, 4, 4}, {32, 8, 8, 32, false, false}, 1.00},
    {Part::whole, Precision::f32, {2, 4, 6}, {32, 8, 32, 32, false, true}, 0.99},
    {Part::whole, Precision::f32, {7, 7}, {56, 16, 0, 18, false, false}, 0.76},
    {Part::whole, Precision::f32, {5, 4, 3}, {96, 16, 0, 12, false, false}, 0.96},
    {Part::whole, Precision::f32, {4, 16}, {128, 8, 32, 9, false, true}, 1.00},
    {Part::whole, Precision::f32, {2, 6, 6}, {96, 16, 0, 12, false, false}, 0.91},
    {Part::whole, Precision::f32, {5, 4, 4}, {32, 4, 0, 32, false, false}, 0.97},
    {Part::whole, Precision::f32, {9, 3, 3}, {144, 16, 0, 8, false, false}, 0.86},
    {Part::whole, Precision::f32, {9, 5, 2}, {160, 16, 0, 8, false, true}, 0.90},
    {Part::whole, Precision::f32, {8, 4, 3}, {96, 8, 8, 13, false, false}, 0.99},
    {Part::whole, Precision::f32, {10, 10}, {80, 8, 32, 1, false, true}, 0.94},
    {Part::whole, Precision::f32, {2, 6, 9}, {96, 16, 0, 10, false, true}, 0.94},
    {Part::whole, Precision::f32, {10, 4, 3}, {96, 8, 0, 12, false, false}, 0.96},
    {Part::whole, Precision::f32, {11, 11}, {44, 4, 0, 18, false, false}, 0.85},
    {Part::whole, Precision::f32, {25, 5}, {160, 32, 0, 5, false, false}, 0.84},
    {Part::whole, Precision::f32, {4, 4, 8}, {64, 2, 32, 1, false, false}, 1.00},
    {Part::whole, Precision::f32, {9, 4, 4}, {64, 8, 0, 14, false, false}, 0.95},
    {Part::whole, Precision::f32, {5, 5, 6}, {60, 4, 0, 18, false, false}, 0.88},
    {Part::whole, Precision::f32, {10, 8, 2}, {160, 8, 0, 8, false, false}, 0.96},
    {Part::whole, Precision::f32, {13, 13}, {416, 32, 0, 2, true, false}, 0.63},
    {Part::whole, Precision::f32, {6, 6, 5}, {60, 4, 0, 16, false, false}, 0.94},
    {Part::whole, Precision::f32, {12, 16}, {32, 2, 32, 32, false, true}, 0.99},
    {Part::whole, Precision::f32, {10, 5, 4}, {160, 16, 0, 5, false, false}, 0.74},
    {Part::whole, Precision::f32, {9, 8, 3}, {96, 8, 0, 8, false, false}, 0.76},
    {Part::whole, Precision::f32, {16, 15}, {32, 2, 32, 32, false, false}, 0.96},
    {Part::whole, Precision::f32, {9, 9, 3}, {216, 8, 0, 4, false, false}, 0.91},
    {Part::whole, Precision::f32, {25, 10}, {160, 16, 0, 4, false, true}, 0.86},
    {Part::whole, Precision::f32, {4, 8, 8}, {32, 1, 32, 1, false, true}, 1.00},
    {Part::whole, Precision::f32, {16, 18}, {144, 8, 32, 6, false, true}, 0.97},
    {Part::whole, Precision::f32, {17, 17}, {544, 32, 0, 1, true, false}, 0.60},
    {Part::whole, Precision::f32, {10, 6, 5}, {120, 4, 0, 9, false, false}, 0.88},
    {Part::whole, Precision::f32, {8, 8, 5}, {160, 4, 8, 8, false, false}, 0.99},
    {Part::whole, Precision::f32, {7, 7, 7}, {196, 4, 0, 4, false, true}, 0.79},
    {Part::whole, Precision::f32, {10, 6, 6}, {144, 4, 0, 7, false, false}, 0.90},
    {Part::whole, Precision::f32, {4, 8, 12}, {32, 1, 8, 32, false, false}, 0.99},
    {Part::whole, Precision::f32, {10, 10, 4}, {160, 4, 0, 7, false, false}, 0.89},
    {Part::whole, Precision::f32, {12, 6, 6}, {144, 4, 0, 7, false, false}, 0.93},
    {Part::whole, Precision::f32, {3, 10, 15}, {60, 2, 0, 14, false, false}, 0.91},
    {Part::whole, Precision::f32, {20, 24}, {96, 4, 0, 8, false, true}, 0.93},
    {Part::whole, Precision::f32, {5, 10, 10}, {200, 4, 0, 5, false, false}, 0.88},
    {Part::whole, Precision::f32, {8, 8, 8}, {32, 1, 8, 1, false, true}, 1.00},
    {Part::whole, Precision::f32, {6, 6, 15}, {90, 2, 0, 10, false, false}, 0.94},
    {Part::whole, Precision::f32, {6, 6, 16}, {96, 2, 0, 10, false, false}, 0.98},
    {Part::whole, Precision::f32, {6, 10, 10}, {60, 1, 0, 20, false, false}, 0.96},
    {Part::whole, Precision::f32, {5, 5, 25}, {32, 1, 0, 25, false, false}, 0.94},
    {Part::whole, Precision::f32, {8, 8, 10}, {160, 2, 8, 8, false, false}, 0.98},
    {Part::whole, Precision::f32, {12, 12, 5}, {60, 1, 0, 18, false, false}, 0.97},
    {Part::whole, Precision::f32, {9, 9, 9}, {81, 1, 0, 13, false, false}, 0.93},
    {Part::whole, Precision::f32, {5, 6, 25}, {32, 1, 0, 25, false, false}, 0.90},
    {Part::whole, Precision::f32, {8, 8, 12}, {96, 1, 8, 13, false, false}, 0.99},
    {Part::whole, Precision::f32, {25, 32}, {32, 1, 0, 23, false, true}, 0.95},
    {Part::whole, Precision::f32, {6, 10, 15}, {90, 1, 0, 12, false, false}, 0.93},
    {Part::whole, Precision::f32, {5, 12, 16}, {96, 1, 0, 12, false, false}, 0.99},
    {Part::whole, Precision::f32, {31, 31}, {248, 8, 0, 2, true, false}, 0.64},
    {Part::whole, Precision::f32, {10, 10, 10}, {100, 1, 0, 10, false, true}, 0.92},
    {Part::whole, Precision::f32, {7, 11, 13}, {91, 1, 0, 12, false, false}, 0.93},
    {Part::whole, Precision::f32, {4, 16, 16}, {128, 1, 32, 9, false, true}, 0.99},
    {Part::whole, Precision::f32, {9, 10, 12}, {120, 1, 0, 10, false, false}, 0.90},
    {Part::whole, Precision::f32, {5, 9, 25}, {90, 2, 0, 7, false, false}, 0.83},
    {Part::whole, Precision::f32, {12, 12, 8}, {96, 1, 0, 12, false, true}, 0.98},
    {Part::whole, Precision::f32, {10, 10, 12}, {120, 1, 0, 10, false, false}, 0.90},
    {Part::whole, Precision::f32, {5, 10, 25}, {63, 1, 0, 12, false, false}, 0.86},
    {Part::whole, Precision::f32, {8, 8, 20}, {160, 2, 8, 5, false, false}, 0.98},
    {Part::whole, Precision::f32, {11, 11, 11}, {121, 1, 0, 8, false, true}, 0.97},
    {Part::whole, Precision::f32, {10, 12, 12}, {144, 1, 0, 8, false, false}, 0.96},
    {Part::whole, Precision::f32, {10, 10, 15}, {150, 1, 0, 7, false, true}, 0.99},
    {Part::whole, Precision::f32, {6, 16, 16}, {128, 1, 32, 8, false, false}, 0.99},
    {Part::whole, Precision::f32, {10, 10, 16}, {160, 1, 0, 7, false, false}, 0.99},
    {Part::whole, Precision::f32, {12, 12, 12}, {144, 1, 0, 8, false, false}, 0.97},
    {Part::whole, Precision::f32, {10, 12, 15}, {180, 1, 0, 6, false, false}, 0.98},
    {Part::whole, Precision::f32, {15, 5, 5, 5}, {125, 1, 0, 9, false, false}, 0.83},
    {Part::whole, Precision::f32, {10, 12, 16}, {192, 1, 0, 6, false, false}, 0.99},
    {Part::whole, Precision::f32, {10, 10, 20}, {200, 2, 0, 4, false, false}, 0.88},
    {Part::whole, Precision::f32, {8, 16, 16}, {128, 1, 32, 1, false, false}, 0.98},
    {Part::whole, Precision::f32, {9, 15, 16}, {144, 1, 0, 6, false, false}, 0.93},
    {Part::whole, Precision::f32, {9, 9, 27}, {81, 1, 0, 8, false, false}, 0.89},
    {Part::whole, Precision::f32, {13, 13, 13}, {169, 1, 0, 5, false, true}, 0.91},
    {Part::whole, Precision::f32, {10, 15, 16}, {160, 1, 0, 6, false, false}, 0.90},
    {Part::whole, Precision::f32, {7, 7, 7, 7}, {172, 1, 0, 5, false, false}, 0.84},
    {Part::whole, Precision::f32, {10, 10, 25}, {125, 1, 0, 6, false, false}, 0.84},
    {Part::whole, Precision::f32, {8, 16, 20}, {160, 1, 32, 6, false, true}, 0.98},
    {Part::whole, Precision::f32, {18, 18, 8}, {144, 1, 0, 5, false, false}, 0.89},
    {Part::whole, Precision::f32, {15, 15, 12}, {180, 1, 0, 4, false, false}, 0.90},
    {Part::whole, Precision::f32, {9, 16, 20}, {180, 1, 0, 5, false, false}, 0.87},
    {Part::whole, Precision::f32, {5, 24, 25}, {125, 1, 0, 6, false, true}, 0.90},
    {Part::whole, Precision::f32, {12, 16, 16}, {256, 1, 32, 4, false, false}, 0.98},
    {Part::whole, Precision::f32, {5, 25, 25}, {125, 1, 0, 6, false, false}, 0.90},
    {Part::whole, Precision::f32, {25, 16, 8}, {128, 1, 0, 5, false, false}, 0.96},
    {Part::whole, Precision::f32, {5, 25, 27}, {135, 1, 0, 5, false, false}, 0.83},
    {Part::whole, Precision::f32, {12, 12, 24}, {144, 1, 0, 5, false, false}, 0.95},
    {Part::whole, Precision::f32, {15, 15, 16}, {240, 1, 0, 1, false, false}, 0.95},
    {Part::whole, Precision::f32, {15, 16, 16}, {256, 1, 0, 4, false, false}, 0.96},
    {Part::whole, Precision::f32, {10, 20, 20}, {200, 1, 0, 4, false, false}, 0.94},
    {Part::whole, Precision::f32, {10, 15, 27}, {150, 1, 0, 4, false, false}, 0.85},
    {Part::whole, Precision::f32, {16, 16, 16}, {256, 1, 32, 1, false, false}, 0.98},
    {Part::whole, Precision::f32, {10, 20, 25}, {250, 1, 0, 3, false, false}, 0.81},
    {Part::whole, Precision::f32, {25, 16, 15}, {240, 1, 0, 2, true, false}, 0.90},
    {Part::whole, Precision::f32, {16, 16, 24}, {384, 1, 32, 2, false, false}, 0.98},
    {Part::whole, Precision::f32, {9, 27, 27}, {243, 1, 0, 3, false, false}, 0.82},
    {Part::whole, Precision::f32, {15, 16, 30}, {240, 1, 0, 2, true, false}, 0.91},
    {Part::whole, Precision::f32, {18, 18, 24}, {432, 1, 0, 2, true, false}, 0.93},
    {Part::whole, Precision::f32, {10, 25, 32}, {320, 1, 0, 2, true, false}, 0.89},
    {Part::whole, Precision::f32, {16, 16, 32}, {256, 1, 32, 2, true, false}, 0.95},
    {Part::whole, Precision::f32, {15, 10, 10, 6}, {300, 1, 0, 2, true, false}, 0.73},
    {Part::whole, Precision::f32, {10, 30, 32}, {320, 1, 0, 2, true, false}, 0.85},
    {Part::whole, Precision::f32, {20, 20, 5, 5}, {500, 1, 0, 2, false, false}, 0.79},
    {Part::whole, Precision::f32, {15, 25, 27}, {405, 1, 0, 1, true, false}, 0.68},
    {Part::whole, Precision::f32, {30, 25, 16}, {480, 1, 0, 1, true, false}, 0.75},
    {Part::whole, Precision::f32, {12, 32, 32}, {512, 1, 32, 1, true, false}, 0.78},
    {Part::whole, Precision::f32, {24, 24, 25}, {600, 1, 8, 1, true, false}, 0.73},
    {Part::whole, Precision::f32, {24, 25, 25}, {625, 1, 0, 1, true, false}, 0.74},
    {Part::whole, Precision::f32, {25, 25, 25}, {625, 1, 0, 1, true, false}, 0.65},
    {Part::whole, Precision::f32, {5, 8, 20, 20}, {800, 1, 0, 1, true, false}, 0.68},
    {Part::whole, Precision::f32, {16, 32, 32}, {512, 1, 32, 1, true, true}, 0.82},
    {Part::whole, Precision::f64, {2, 8}, {64, 8, 16, 16, false, true}, 1.00},
    {Part::whole, Precision::f64, {4, 4, 2}, {32, 8, 16, 28, false, false}, 1.00},
    {Part::whole, Precision::f64, {2, 4, 8}, {512, 32, 16, 2, true, true}, 1.00},
    {Part::whole, Precision::f64, {4, 5, 5}, {160, 32, 0, 3, false, false}, 0.94},
    {Part::whole, Precision::f64, {4, 4, 8}, {32, 2, 16, 28, false, false}, 1.00},
    {Part::whole, Precision::f64, {4, 8, 8}, {32, 1, 16, 32, false, false}, 0.99},
    {Part::whole, Precision::f64, {4, 8, 16}, {256, 4, 16, 2, true, false}, 1.00},
    {Part::whole, Precision::f64, {4, 5, 5, 10}, {125, 1, 0, 7, false, false}, 0.96},
    {Part::whole, Precision::f64, {8, 8, 16}, {256, 2, 16, 2, true, false}, 1.00},
    {Part::whole, Precision::f64, {6, 16, 20}, {120, 1, 0, 4, false, false}, 0.96},
    {Part::whole, Precision::f64, {8, 16, 16}, {256, 2, 16, 2, false, true}, 0.97},
    {Part::whole, Precision::f64, {10, 15, 20}, {200, 1, 0, 2, true, false}, 0.92},
    {Part::whole, Precision::f64, {16, 16, 16}, {256, 1, 16, 2, false, true}, 0.97},
    {Part::whole, Precision::f64, {16, 16, 8, 4}, {512, 1, 16, 1, true, false}, 0.73},
    {Part::first, Precision::f32, {8, 8}, {128, 32, 8, 9, false, false}, 0.98},
    {Part::first, Precision::f32, {10, 10}, {160, 16, 16, 8, false, false}, 0.81},
    {Part::first, Precision::f32, {25, 5}, {160, 32, 32, 5, false, false}, 0.84},
    {Part::first, Precision::f32, {16, 8}, {256, 16, 8, 4, false, false}, 0.99},
    {Part::first, Precision::f32, {15, 11}, {240, 16, 16, 4, false, false}, 0.80},
    {Part::first, Precision::f32, {14, 13}, {224, 32, 32, 3, false, false}, 0.89},
    {Part::first, Precision::f32, {10, 5, 4}, {160, 16, 32, 6, false, false}, 0.89},
    {Part::first, Precision::f32, {25, 10}, {320, 32, 32, 2, false, false}, 0.86},
    {Part::first, Precision::f32, {16, 4, 4}, {256, 16, 16, 4, false, false}, 0.97},
    {Part::first, Precision::f32, {16, 5, 4}, {320, 16, 16, 3, false, false}, 0.92},
    {Part::first, Precision::f32, {20, 5, 4}, {320, 16, 32, 3, false, false}, 0.87},
    {Part::first, Precision::f32, {10, 10, 5}, {200, 8, 8, 4, false, false}, 0.75},
    {Part::first, Precision::f32, {16, 8, 4}, {512, 16, 16, 2, false, true}, 0.96},
    {Part::first, Precision::f32, {25, 5, 5}, {200, 8, 8, 3, false, false}, 0.63},
    {Part::first, Precision::f32, {10, 10, 10}, {400, 8, 32, 2, false, false}, 0.78},
    {Part::first, Precision::f32, {16, 16, 4}, {256, 8, 32, 2, false, true}, 0.86},
    {Part::first, Precision::f32, {16, 16, 8}, {128, 4, 32, 3, false, true}, 0.73},
    {Part::first, Precision::f32, {16, 16, 16}, {512, 4, 32, 1, false, true}, 0.57},
    {Part::first, Precision::f64, {8, 4, 4}, {128, 16, 16, 5, false, false}, 0.95},
    {Part::first, Precision::f64, {16, 16}, {256, 16, 16, 2, false, false}, 0.98},
    {Part::first, Precision::f64, {16, 8, 4}, {256, 8, 16, 2, false, false}, 0.96},
    {Part::first, Precision::f64, {16, 8, 8}, {256, 4, 16, 2, true, false}, 0.80},
    {Part::first, Precision::f64, {8, 16, 16}, {512, 4, 16, 1, false, true}, 0.61},
    {Part::later, Precision::f32, {16, 4}, {128, 32, 0, 9, false, false}, 0.98},
    {Part::later, Precision::f32, {5, 20}, {80, 16, 0, 10, false, false}, 0.95},
    {Part::later, Precision::f32, {5, 5, 5}, {200, 32, 0, 4, false, false}, 0.80},
    {Part::later, Precision::f32, {8, 16}, {256, 32, 0, 4, false, false}, 0.99},
    {Part::later, Precision::f32, {11, 5, 3}, {264, 32, 0, 3, false, false}, 0.80},
    {Part::later, Precision::f32, {13, 14}, {224, 32, 0, 3, false, false}, 0.91},
    {Part::later, Precision::f32, {10, 5, 4}, {160, 16, 0, 6, false, false}, 0.95},
    {Part::later, Precision::f32, {10, 5, 5}, {400, 32, 0, 2, false, false}, 0.87},
    {Part::later, Precision::f32, {16, 16}, {512, 32, 0, 2, false, false}, 0.99},
    {Part::later, Precision::f32, {20, 16}, {320, 16, 0, 3, false, false}, 0.97},
    {Part::later, Precision::f32, {25, 16}, {256, 16, 0, 2, false, false}, 0.97},
    {Part::later, Precision::f32, {5, 10, 10}, {400, 16, 0, 2, false, false}, 0.85},
    {Part::later, Precision::f32, {4, 4, 32}, {512, 16, 0, 1, true, false}, 0.99},
    {Part::later, Precision::f32, {25, 25}, {800, 32, 0, 1, false, true}, 0.77},
    {Part::later, Precision::f32, {5, 10, 20}, {400, 8, 0, 2, false, false}, 0.86},
    {Part::later, Precision::f32, {32, 32}, {512, 16, 32, 1, false, true}, 0.95},
    {Part::later, Precision::f32, {16, 16, 8}, {512, 8, 32, 1, false, true}, 0.77},
    {Part::later, Precision::f32, {16, 16, 16}, {512, 4, 32, 1, false, true}, 0.59},
    {Part::later, Precision::f64, {8, 16}, {128, 16, 0, 5, false, false}, 0.99},
    {Part::later, Precision::f64, {16, 16}, {256, 16, 0, 2, false, false}, 0.99},
    {Part::later, Precision::f64, {4, 8, 16}, {512, 8, 0, 1, true, false}, 0.97},
    {Part::later, Precision::f64, {16, 16, 4}, {512, 8, 16, 1, false, true}, 0.90},
    {Part::later, Precision::f64, {8, 16, 16}, {512, 4, 16, 1, false, true}, 0.74},
    // clang-format on
};

/// The table speaks of compute units with the H200's registers and local memory.
bool alike(const DeviceCaps& caps) {
  return caps.architecture >= 80 && caps.unit_registers == 65536 && caps.unit_threads >= 1536;
}

}  // namespace

std::optional<ShapedKernel> tuned_shape(const KernelWish& wish, const DeviceCaps& caps) {
  const KernelSpec& spec = wish.spec;
  if (!alike(caps) || spec.algorithm != Algorithm::stockham) return std::nullopt;
  const Part part = spec.columns() == 1 ? Part::whole : spec.inner == 1 ? Part::first : Part::later;
  for (const TunedShape& tuned : table) {
    const std::int64_t length =
        std::accumulate(tuned.radices.begin(), tuned.radices.end(), std::int64_t{1}, std::multiplies<>());
    if (tuned.part != part || tuned.precision != spec.precision || length != wish.work_length) continue;
    const std::int64_t tiles = wish.batch * spec.columns() / tuned.group.tile;
    if (tiles < caps.compute_units) return std::nullopt;
    ShapedKernel result{spec, 0};
    result.spec.radices = tuned.radices;
    Shape& shape = result.spec.shape;
    shape.threads = tuned.group.threads;
    shape.tile = tuned.group.tile;
    shape.pad = tuned.group.pad;
    shape.resident = tuned.group.resident;
    shape.ahead = tuned.group.ahead ? tuned.group.resident * caps.compute_units : 0;
    shape.split = tuned.group.split;
    if (Exchange(result.spec).bytes() > caps.local_memory) return std::nullopt;
    const double bytes = 2.0 * static_cast<double>(spec.transform() * wish.batch) * element_bytes(spec.precision);
    result.seconds = bytes / (tuned.efficiency * caps.bandwidth) + 3e-6;
    return result;
  }
  return std::nullopt;
}

}  // namespace papilio::plan
