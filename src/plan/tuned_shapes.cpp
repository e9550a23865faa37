// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned_shapes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/exchange.hpp"
#include "core/joint.hpp"
#include "core/storage.hpp"
#include "plan/cost.hpp"
#include "plan/gpu_estimate.hpp"
#include "plan/gpu_shapes.hpp"

namespace papilio::plan {
namespace {

/// What a kernel is of its transform.
enum class Part {
  whole,
  first,  ///< the first of several passes
  into,   ///< the first of two, which writes blocks: Walk::block; a line that stands before Part::first
  later,  ///< any other
  blocks, ///< the last of two, which reads blocks: Walk::block
  fold,   ///< the first of a real transform that folds, with half a spectrum: KernelSpec::mirrored
  unfold, ///< the last of one that unfolds
  far,    ///< of the later ones those whose elements are far apart in memory; a line that stands before Part::later
  joint,  ///< whole, of several axes
  slab,   ///< of a plane
  across, ///< of several axes, others lie between their points
};

/// How much data the whole batch is.
enum class Amount {
  any,
  cached,  ///< input and output stay in the second-level cache; a line of the table that stands before Amount::any
};

/// How real and imaginary parts go through the exchange.
enum class Parts { apart, in_turn, joined };

struct TunedGroup {
  int threads;
  int tile;
  int pad;
  int resident;
  bool ahead;
  Parts parts;
};

struct TunedShape {
  Part part;
  Amount amount;
  Precision precision;
  std::vector<int> radices;
  TunedGroup group;
  double efficiency;  ///< bytes read once and written once, as a share of what a copy reaches
  std::vector<std::int64_t> axes = {};  ///< of the last three parts: KernelSpec::joint
  bool narrow = false;                  ///< numbers of two bytes on both sides
  bool slow_in_place = false;           ///< a tenth slower where it reads and writes the same elements
};

// Measured with 512 MiB of data (Amount::cached: 16 MiB) on an H200 (CUDA 13.0, 2026-11): the fastest of those that were
// tried, see docs/performance.md.
const TunedShape table[] = {
    // clang-format off
    {Part::whole, Amount::any, Precision::f32, {3}, {129, 258, 0, 7, false, Parts::apart}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {4}, {64, 128, 0, 18, false, Parts::apart}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {8}, {32, 64, 0, 28, false, Parts::apart}, 0.97},
    {Part::whole, Amount::any, Precision::f32, {11}, {132, 132, 0, 6, false, Parts::apart}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {12}, {72, 72, 0, 10, false, Parts::apart}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {4, 4}, {64, 32, 8, 14, false, Parts::joined}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {17}, {136, 136, 0, 5, false, Parts::apart}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {31}, {93, 93, 0, 6, false, Parts::apart}, 0.94},
    {Part::whole, Amount::cached, Precision::f32, {2, 4, 4}, {128, 16, 16, 8, true, Parts::joined}, 1.35},
    {Part::whole, Amount::any, Precision::f32, {2, 4, 4}, {32, 8, 8, 28, false, Parts::in_turn}, 1.00},
    {Part::whole, Amount::cached, Precision::f32, {8, 6}, {128, 16, 16, 7, true, Parts::joined}, 1.49},
    {Part::whole, Amount::any, Precision::f32, {2, 4, 6}, {32, 8, 32, 32, false, Parts::in_turn}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {7, 7}, {28, 4, 0, 28, false, Parts::joined}, 0.82},
    {Part::whole, Amount::any, Precision::f32, {5, 4, 3}, {96, 16, 0, 12, false, Parts::joined}, 0.98},
    {Part::whole, Amount::cached, Precision::f32, {4, 16}, {32, 8, 32, 20, false, Parts::in_turn}, 1.76},
    {Part::whole, Amount::any, Precision::f32, {4, 16}, {128, 8, 32, 9, false, Parts::in_turn}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {2, 6, 6}, {96, 16, 0, 8, false, Parts::joined}, 0.93},
    {Part::whole, Amount::any, Precision::f32, {5, 4, 4}, {32, 4, 0, 32, false, Parts::joined}, 0.97},
    {Part::whole, Amount::any, Precision::f32, {9, 3, 3}, {144, 16, 0, 8, false, Parts::joined}, 0.88},
    {Part::whole, Amount::any, Precision::f32, {9, 5, 2}, {160, 16, 0, 8, false, Parts::joined}, 0.92},
    {Part::whole, Amount::cached, Precision::f32, {8, 12}, {96, 8, 16, 8, true, Parts::joined}, 1.54},
    {Part::whole, Amount::any, Precision::f32, {8, 4, 3}, {96, 8, 16, 8, true, Parts::joined}, 1.00},
    {Part::whole, Amount::cached, Precision::f32, {20, 5}, {80, 16, 0, 4, false, Parts::in_turn}, 1.20},
    {Part::whole, Amount::any, Precision::f32, {10, 10}, {80, 8, 32, 1, false, Parts::in_turn}, 0.90},
    {Part::whole, Amount::any, Precision::f32, {2, 6, 9}, {96, 16, 0, 7, false, Parts::joined}, 0.92},
    {Part::whole, Amount::any, Precision::f32, {10, 4, 3}, {96, 8, 0, 12, false, Parts::joined}, 0.95},
    {Part::whole, Amount::any, Precision::f32, {11, 11}, {44, 4, 0, 12, false, Parts::joined}, 0.83},
    {Part::whole, Amount::any, Precision::f32, {25, 5}, {50, 10, 0, 8, false, Parts::in_turn}, 0.92},
    {Part::whole, Amount::cached, Precision::f32, {8, 16}, {128, 16, 16, 5, true, Parts::joined}, 1.87},
    {Part::whole, Amount::any, Precision::f32, {4, 4, 8}, {64, 2, 16, 1, false, Parts::joined}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {9, 4, 4}, {64, 8, 0, 9, false, Parts::joined}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {5, 5, 6}, {60, 4, 0, 12, false, Parts::joined}, 0.91},
    {Part::whole, Amount::any, Precision::f32, {10, 8, 2}, {160, 8, 0, 8, false, Parts::joined}, 0.95},
    {Part::whole, Amount::any, Precision::f32, {13, 13}, {39, 3, 0, 14, false, Parts::joined}, 0.86},
    {Part::whole, Amount::any, Precision::f32, {6, 6, 5}, {60, 4, 0, 11, false, Parts::joined}, 0.94},
    {Part::whole, Amount::cached, Precision::f32, {16, 12}, {64, 4, 16, 10, false, Parts::joined}, 1.69},
    {Part::whole, Amount::any, Precision::f32, {12, 16}, {32, 2, 0, 21, false, Parts::apart}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {10, 5, 4}, {160, 16, 0, 5, false, Parts::joined}, 0.89},
    {Part::whole, Amount::any, Precision::f32, {9, 8, 3}, {96, 8, 0, 6, false, Parts::joined}, 0.94},
    {Part::whole, Amount::any, Precision::f32, {16, 15}, {32, 2, 32, 21, false, Parts::apart}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {9, 9, 3}, {27, 1, 0, 32, false, Parts::joined}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {25, 10}, {160, 16, 0, 4, false, Parts::in_turn}, 0.86},
    {Part::whole, Amount::cached, Precision::f32, {16, 16}, {32, 2, 16, 21, false, Parts::joined}, 1.82},
    {Part::whole, Amount::any, Precision::f32, {4, 8, 8}, {32, 1, 16, 28, false, Parts::joined}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {16, 18}, {144, 8, 16, 4, true, Parts::joined}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {17, 17}, {34, 2, 0, 12, false, Parts::in_turn}, 0.74},
    {Part::whole, Amount::any, Precision::f32, {10, 6, 5}, {120, 4, 0, 9, false, Parts::joined}, 0.91},
    {Part::whole, Amount::any, Precision::f32, {8, 8, 5}, {160, 4, 8, 5, true, Parts::joined}, 0.95},
    {Part::whole, Amount::any, Precision::f32, {7, 7, 7}, {49, 1, 0, 16, false, Parts::joined}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {10, 6, 6}, {144, 4, 0, 5, true, Parts::joined}, 0.90},
    {Part::whole, Amount::any, Precision::f32, {4, 8, 12}, {32, 1, 16, 21, false, Parts::joined}, 0.99},
    {Part::whole, Amount::cached, Precision::f32, {16, 25}, {128, 8, 16, 3, true, Parts::joined}, 1.40},
    {Part::whole, Amount::any, Precision::f32, {10, 10, 4}, {160, 4, 0, 7, false, Parts::joined}, 0.94},
    {Part::whole, Amount::any, Precision::f32, {12, 6, 6}, {144, 4, 0, 5, false, Parts::joined}, 0.91},
    {Part::whole, Amount::any, Precision::f32, {3, 10, 15}, {60, 2, 0, 9, true, Parts::joined}, 0.92},
    {Part::whole, Amount::any, Precision::f32, {20, 24}, {96, 4, 0, 6, false, Parts::joined}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {5, 10, 10}, {50, 1, 0, 14, false, Parts::joined}, 0.97},
    {Part::whole, Amount::cached, Precision::f32, {16, 32}, {128, 8, 16, 3, true, Parts::joined}, 1.68},
    {Part::whole, Amount::any, Precision::f32, {8, 8, 8}, {32, 1, 8, 1, false, Parts::in_turn}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {6, 6, 15}, {90, 2, 0, 7, true, Parts::joined}, 0.93},
    {Part::whole, Amount::any, Precision::f32, {6, 6, 16}, {96, 2, 0, 10, false, Parts::apart}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {6, 10, 10}, {60, 1, 0, 12, false, Parts::in_turn}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {5, 5, 25}, {32, 1, 0, 17, false, Parts::in_turn}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {8, 8, 10}, {160, 2, 16, 5, true, Parts::joined}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {12, 12, 5}, {60, 1, 0, 11, false, Parts::in_turn}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {9, 9, 9}, {81, 1, 0, 8, false, Parts::joined}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {5, 6, 25}, {32, 1, 0, 25, false, Parts::joined}, 0.95},
    {Part::whole, Amount::any, Precision::f32, {8, 8, 12}, {96, 1, 16, 8, true, Parts::joined}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {25, 32}, {32, 1, 0, 15, false, Parts::apart}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {6, 10, 15}, {90, 1, 0, 7, true, Parts::in_turn}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {5, 12, 16}, {96, 1, 0, 7, true, Parts::apart}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {31, 31}, {31, 1, 0, 14, false, Parts::joined}, 0.91},
    {Part::whole, Amount::any, Precision::f32, {10, 10, 10}, {100, 1, 0, 7, false, Parts::joined}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {7, 11, 13}, {91, 1, 0, 7, true, Parts::in_turn}, 0.93},
    {Part::whole, Amount::cached, Precision::f32, {4, 16, 16}, {128, 2, 32, 8, false, Parts::in_turn}, 1.46},
    {Part::whole, Amount::any, Precision::f32, {4, 16, 16}, {128, 1, 16, 5, true, Parts::joined}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {9, 10, 12}, {120, 1, 0, 6, true, Parts::joined}, 0.97},
    {Part::whole, Amount::any, Precision::f32, {5, 9, 25}, {90, 2, 0, 5, true, Parts::joined}, 0.86},
    {Part::whole, Amount::any, Precision::f32, {12, 12, 8}, {96, 1, 0, 7, true, Parts::in_turn}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {10, 10, 12}, {120, 1, 0, 6, true, Parts::joined}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {5, 10, 25}, {63, 1, 0, 8, true, Parts::in_turn}, 0.88},
    {Part::whole, Amount::any, Precision::f32, {8, 8, 20}, {160, 2, 16, 5, false, Parts::joined}, 0.97},
    {Part::whole, Amount::any, Precision::f32, {11, 11, 11}, {121, 1, 0, 6, false, Parts::joined}, 0.91},
    {Part::whole, Amount::any, Precision::f32, {10, 12, 12}, {144, 1, 0, 5, true, Parts::joined}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {10, 10, 15}, {150, 1, 0, 4, true, Parts::joined}, 0.94},
    {Part::whole, Amount::any, Precision::f32, {6, 16, 16}, {128, 1, 0, 5, true, Parts::joined}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {10, 10, 16}, {160, 1, 0, 4, true, Parts::joined}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {12, 12, 12}, {144, 1, 0, 5, true, Parts::apart}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {10, 12, 15}, {180, 1, 0, 3, true, Parts::joined}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {15, 5, 5, 5}, {125, 1, 0, 5, true, Parts::joined}, 0.89},
    {Part::whole, Amount::cached, Precision::f32, {10, 12, 16}, {192, 1, 0, 3, true, Parts::apart}, 1.22},
    {Part::whole, Amount::any, Precision::f32, {10, 12, 16}, {192, 1, 0, 3, true, Parts::joined}, 0.99},
    {Part::whole, Amount::cached, Precision::f32, {10, 10, 20}, {100, 1, 0, 8, false, Parts::apart}, 1.22},
    {Part::whole, Amount::any, Precision::f32, {10, 10, 20}, {200, 1, 0, 4, true, Parts::joined}, 0.99},
    {Part::whole, Amount::cached, Precision::f32, {8, 16, 16}, {128, 1, 32, 5, true, Parts::apart}, 1.35},
    {Part::whole, Amount::any, Precision::f32, {8, 16, 16}, {128, 1, 32, 5, true, Parts::in_turn}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {9, 15, 16}, {144, 1, 0, 4, true, Parts::apart}, 0.93},
    {Part::whole, Amount::any, Precision::f32, {9, 9, 3, 9}, {243, 1, 0, 4, true, Parts::joined}, 0.95},
    {Part::whole, Amount::any, Precision::f32, {13, 13, 13}, {169, 1, 0, 3, true, Parts::joined}, 0.92},
    {Part::whole, Amount::any, Precision::f32, {10, 15, 16}, {160, 1, 0, 3, true, Parts::apart}, 0.94},
    {Part::whole, Amount::any, Precision::f32, {7, 7, 7, 7}, {343, 1, 0, 4, true, Parts::joined}, 0.90},
    {Part::whole, Amount::any, Precision::f32, {10, 10, 25}, {125, 1, 0, 4, true, Parts::joined}, 0.95},
    {Part::whole, Amount::any, Precision::f32, {8, 16, 20}, {160, 1, 32, 3, true, Parts::apart}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {18, 18, 8}, {144, 1, 0, 3, true, Parts::joined}, 0.99},
    {Part::whole, Amount::any, Precision::f32, {15, 15, 12}, {180, 1, 0, 3, true, Parts::joined}, 0.94},
    {Part::whole, Amount::any, Precision::f32, {9, 16, 20}, {180, 1, 0, 3, true, Parts::in_turn}, 0.93},
    {Part::whole, Amount::cached, Precision::f32, {5, 24, 25}, {125, 1, 0, 6, false, Parts::in_turn}, 1.13},
    {Part::whole, Amount::any, Precision::f32, {12, 10, 25}, {125, 1, 0, 3, true, Parts::joined}, 0.98},
    {Part::whole, Amount::cached, Precision::f32, {8, 16, 24}, {192, 1, 16, 3, true, Parts::joined}, 1.21},
    {Part::whole, Amount::any, Precision::f32, {12, 16, 16}, {256, 1, 32, 4, false, Parts::apart}, 0.97},
    {Part::whole, Amount::any, Precision::f32, {25, 5, 25}, {125, 1, 0, 3, true, Parts::in_turn}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {25, 16, 8}, {128, 1, 0, 3, true, Parts::joined}, 0.97},
    {Part::whole, Amount::any, Precision::f32, {5, 25, 27}, {135, 1, 0, 3, true, Parts::apart}, 0.84},
    {Part::whole, Amount::any, Precision::f32, {12, 12, 24}, {144, 1, 0, 3, true, Parts::apart}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {15, 16, 15}, {240, 1, 0, 3, true, Parts::in_turn}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {15, 16, 16}, {256, 1, 0, 2, true, Parts::joined}, 0.95},
    {Part::whole, Amount::any, Precision::f32, {10, 20, 20}, {200, 1, 0, 4, false, Parts::joined}, 0.91},
    {Part::whole, Amount::any, Precision::f32, {10, 15, 27}, {150, 1, 0, 3, true, Parts::joined}, 0.87},
    {Part::whole, Amount::any, Precision::f32, {16, 16, 16}, {256, 1, 16, 2, true, Parts::joined}, 1.00},
    {Part::whole, Amount::any, Precision::f32, {10, 20, 25}, {250, 1, 0, 2, true, Parts::apart}, 0.91},
    {Part::whole, Amount::any, Precision::f32, {15, 16, 25}, {400, 1, 0, 2, true, Parts::apart}, 0.98},
    {Part::whole, Amount::any, Precision::f32, {16, 16, 24}, {384, 1, 32, 2, false, Parts::apart}, 0.96},
    {Part::whole, Amount::any, Precision::f32, {9, 27, 27}, {243, 1, 0, 2, true, Parts::apart}, 0.85},
    {Part::whole, Amount::any, Precision::f32, {15, 16, 30}, {240, 1, 0, 2, true, Parts::apart}, 0.90},
    {Part::whole, Amount::any, Precision::f32, {18, 18, 24}, {432, 1, 0, 2, true, Parts::apart}, 0.92},
    {Part::whole, Amount::any, Precision::f32, {20, 20, 20}, {400, 1, 0, 2, true, Parts::apart}, 0.92},
    {Part::whole, Amount::cached, Precision::f32, {32, 16, 16}, {256, 1, 32, 2, true, Parts::joined}, 1.09},
    {Part::whole, Amount::any, Precision::f32, {16, 16, 32}, {256, 1, 32, 2, true, Parts::apart}, 0.95},
    {Part::whole, Amount::any, Precision::f32, {15, 10, 10, 6}, {300, 1, 0, 2, true, Parts::joined}, 0.82},
    {Part::whole, Amount::any, Precision::f32, {10, 30, 32}, {320, 1, 0, 2, true, Parts::apart}, 0.85},
    {Part::whole, Amount::any, Precision::f32, {20, 20, 25}, {500, 1, 0, 1, true, Parts::apart}, 0.82},
    {Part::whole, Amount::any, Precision::f32, {15, 25, 27}, {405, 1, 0, 1, true, Parts::apart}, 0.67},
    {Part::whole, Amount::any, Precision::f32, {30, 25, 16}, {480, 1, 0, 1, true, Parts::apart}, 0.72},
    {Part::whole, Amount::any, Precision::f32, {12, 32, 32}, {512, 1, 32, 1, true, Parts::apart}, 0.77},
    {Part::whole, Amount::any, Precision::f32, {24, 24, 25}, {600, 1, 8, 1, true, Parts::joined}, 0.73},
    {Part::whole, Amount::any, Precision::f32, {24, 25, 25}, {625, 1, 0, 1, true, Parts::apart}, 0.74},
    {Part::whole, Amount::any, Precision::f32, {25, 25, 25}, {625, 1, 0, 1, true, Parts::joined}, 0.73},
    {Part::whole, Amount::any, Precision::f32, {5, 8, 20, 20}, {800, 1, 0, 1, true, Parts::joined}, 0.69},
    {Part::whole, Amount::any, Precision::f32, {16, 32, 32}, {512, 1, 32, 1, true, Parts::in_turn}, 0.81},
    {Part::whole, Amount::any, Precision::f64, {2}, {32, 64, 0, 32, false, Parts::apart}, 1.00},
    {Part::whole, Amount::any, Precision::f64, {4}, {32, 64, 0, 25, false, Parts::apart}, 0.98},
    {Part::whole, Amount::any, Precision::f64, {4, 2}, {64, 32, 16, 11, false, Parts::apart}, 1.00},
    {Part::whole, Amount::any, Precision::f64, {2, 8}, {64, 8, 16, 16, false, Parts::in_turn}, 1.00},
    {Part::whole, Amount::any, Precision::f64, {4, 4, 2}, {32, 8, 16, 19, false, Parts::apart}, 1.00},
    {Part::whole, Amount::cached, Precision::f64, {8, 8}, {128, 16, 8, 4, true, Parts::apart}, 1.61},
    {Part::whole, Amount::any, Precision::f64, {2, 4, 8}, {512, 32, 16, 2, true, Parts::in_turn}, 1.00},
    {Part::whole, Amount::any, Precision::f64, {4, 5, 5}, {160, 32, 0, 2, false, Parts::joined}, 0.94},
    {Part::whole, Amount::any, Precision::f64, {4, 4, 8}, {32, 2, 16, 19, false, Parts::apart}, 1.00},
    {Part::whole, Amount::cached, Precision::f64, {16, 16}, {128, 8, 16, 3, true, Parts::in_turn}, 1.52},
    {Part::whole, Amount::any, Precision::f64, {4, 8, 8}, {32, 1, 16, 19, false, Parts::apart}, 1.00},
    {Part::whole, Amount::any, Precision::f64, {4, 8, 16}, {256, 4, 8, 2, true, Parts::joined}, 1.00},
    {Part::whole, Amount::cached, Precision::f64, {10, 10, 10}, {100, 1, 0, 4, true, Parts::apart}, 1.12},
    {Part::whole, Amount::any, Precision::f64, {4, 5, 5, 10}, {125, 1, 0, 4, true, Parts::apart}, 0.97},
    {Part::whole, Amount::cached, Precision::f64, {8, 8, 16}, {128, 1, 8, 4, false, Parts::joined}, 1.32},
    {Part::whole, Amount::any, Precision::f64, {8, 8, 16}, {256, 2, 8, 2, true, Parts::joined}, 1.00},
    {Part::whole, Amount::any, Precision::f64, {6, 16, 20}, {120, 1, 0, 3, true, Parts::in_turn}, 0.96},
    {Part::whole, Amount::any, Precision::f64, {8, 16, 16}, {256, 2, 16, 2, false, Parts::in_turn}, 0.97},
    {Part::whole, Amount::any, Precision::f64, {10, 15, 20}, {200, 1, 0, 2, true, Parts::apart}, 0.93},
    {Part::whole, Amount::cached, Precision::f64, {16, 16, 16}, {128, 1, 16, 2, true, Parts::apart}, 1.07},
    {Part::whole, Amount::any, Precision::f64, {16, 16, 16}, {256, 1, 16, 2, false, Parts::in_turn}, 0.96},
    {Part::whole, Amount::any, Precision::f64, {16, 32, 16}, {256, 1, 16, 1, true, Parts::in_turn}, 0.82},
    {Part::whole, Amount::any, Precision::f64, {10, 10, 10, 10}, {500, 1, 0, 1, false, Parts::joined}, 0.57},
    {Part::into, Amount::any, Precision::f32, {16, 8}, {256, 32, 16, 2, true, Parts::joined}, 1.00},
    {Part::into, Amount::any, Precision::f32, {14, 15}, {240, 16, 16, 2, true, Parts::joined}, 0.86},
    {Part::into, Amount::any, Precision::f32, {10, 25}, {160, 16, 16, 3, true, Parts::in_turn}, 0.91},
    {Part::into, Amount::any, Precision::f32, {16, 16}, {256, 16, 16, 2, true, Parts::in_turn}, 1.00},
    {Part::into, Amount::any, Precision::f32, {20, 20}, {160, 16, 8, 2, true, Parts::in_turn}, 0.89},
    {Part::into, Amount::any, Precision::f32, {32, 16}, {128, 8, 16, 3, false, Parts::joined}, 0.93},
    {Part::into, Amount::any, Precision::f32, {12, 12, 5}, {240, 8, 16, 2, false, Parts::joined}, 0.80},
    {Part::into, Amount::any, Precision::f32, {10, 10, 10}, {400, 8, 16, 2, true, Parts::joined}, 0.73},
    {Part::into, Amount::any, Precision::f32, {32, 32}, {256, 8, 32, 2, true, Parts::in_turn}, 0.81},
    {Part::into, Amount::any, Precision::f32, {16, 16, 8}, {128, 4, 32, 3, false, Parts::in_turn}, 0.72},
    {Part::into, Amount::any, Precision::f32, {16, 16, 16}, {512, 4, 32, 1, false, Parts::in_turn}, 0.56},
    {Part::into, Amount::any, Precision::f64, {32, 16}, {128, 8, 32, 2, true, Parts::apart}, 0.95},
    {Part::into, Amount::any, Precision::f64, {16, 16, 4}, {128, 4, 16, 2, true, Parts::in_turn}, 0.79},
    {Part::into, Amount::any, Precision::f64, {16, 16, 8}, {256, 4, 16, 1, true, Parts::apart}, 0.62},
    {Part::first, Amount::any, Precision::f32, {8, 8}, {128, 32, 8, 9, false, Parts::apart}, 0.97},
    {Part::first, Amount::any, Precision::f32, {10, 10}, {160, 16, 16, 8, false, Parts::apart}, 0.86},
    {Part::first, Amount::any, Precision::f32, {25, 5}, {160, 32, 32, 3, false, Parts::apart}, 0.90},
    {Part::first, Amount::any, Precision::f32, {16, 8}, {256, 16, 8, 4, false, Parts::apart}, 0.97},
    {Part::first, Amount::any, Precision::f32, {15, 11}, {240, 16, 16, 4, false, Parts::apart}, 0.85},
    {Part::first, Amount::any, Precision::f32, {14, 13}, {224, 32, 32, 3, false, Parts::apart}, 0.89},
    {Part::first, Amount::any, Precision::f32, {10, 5, 4}, {160, 16, 32, 6, false, Parts::apart}, 0.86},
    {Part::first, Amount::any, Precision::f32, {25, 10}, {320, 32, 32, 2, false, Parts::joined}, 0.87},
    {Part::first, Amount::any, Precision::f32, {16, 4, 4}, {256, 16, 16, 4, false, Parts::joined}, 0.96},
    {Part::first, Amount::any, Precision::f32, {16, 5, 4}, {320, 16, 16, 3, false, Parts::joined}, 0.87},
    {Part::first, Amount::any, Precision::f32, {20, 5, 4}, {320, 16, 16, 3, false, Parts::joined}, 0.82},
    {Part::first, Amount::any, Precision::f32, {10, 10, 5}, {200, 8, 16, 4, false, Parts::joined}, 0.83},
    {Part::first, Amount::any, Precision::f32, {16, 8, 4}, {512, 16, 16, 2, false, Parts::in_turn}, 0.93},
    {Part::first, Amount::any, Precision::f32, {25, 5, 5}, {200, 8, 8, 2, false, Parts::joined}, 0.76},
    {Part::first, Amount::any, Precision::f32, {10, 10, 10}, {400, 8, 16, 2, false, Parts::joined}, 0.75},
    {Part::first, Amount::any, Precision::f32, {16, 16, 4}, {256, 8, 32, 2, false, Parts::in_turn}, 0.83},
    {Part::first, Amount::any, Precision::f32, {16, 16, 8}, {128, 4, 32, 3, false, Parts::in_turn}, 0.73},
    {Part::first, Amount::any, Precision::f32, {16, 16, 16}, {512, 4, 32, 1, false, Parts::in_turn}, 0.56},
    {Part::first, Amount::any, Precision::f64, {8, 4, 4}, {128, 16, 16, 3, false, Parts::apart}, 0.98},
    {Part::first, Amount::any, Precision::f64, {16, 16}, {256, 16, 16, 2, false, Parts::apart}, 0.95},
    {Part::first, Amount::any, Precision::f64, {16, 8, 4}, {256, 8, 16, 2, false, Parts::apart}, 0.92},
    {Part::first, Amount::any, Precision::f64, {16, 8, 8}, {256, 4, 16, 2, true, Parts::apart}, 0.81},
    {Part::first, Amount::any, Precision::f64, {8, 16, 16}, {512, 4, 16, 1, false, Parts::in_turn}, 0.62},
    // Folding and unfolding: 256 MiB of data; what the other pass of the transform takes, by its line here, is taken off.
    {Part::fold, Amount::any, Precision::f32, {8, 8}, {128, 32, 8, 9, false, Parts::apart}, 0.84},
    {Part::fold, Amount::any, Precision::f32, {8, 16}, {128, 32, 16, 3, false, Parts::joined}, 0.83},
    {Part::fold, Amount::any, Precision::f32, {16, 4, 4}, {256, 16, 16, 4, false, Parts::joined}, 0.76},
    {Part::fold, Amount::any, Precision::f32, {10, 10, 5}, {200, 8, 16, 4, false, Parts::joined}, 0.61},
    {Part::fold, Amount::any, Precision::f32, {16, 8, 4}, {512, 16, 16, 2, false, Parts::in_turn}, 0.71},
    {Part::fold, Amount::any, Precision::f64, {16, 8, 8}, {256, 4, 16, 2, false, Parts::apart}, 0.54},
    {Part::unfold, Amount::any, Precision::f32, {4, 16}, {128, 64, 0, 3, false, Parts::joined}, 0.85},
    {Part::unfold, Amount::any, Precision::f32, {4, 32}, {128, 64, 0, 2, false, Parts::joined}, 0.80},
    {Part::unfold, Amount::any, Precision::f32, {16, 16}, {1024, 64, 0, 1, false, Parts::in_turn}, 0.74},
    {Part::unfold, Amount::any, Precision::f32, {5, 10, 10}, {400, 16, 0, 2, false, Parts::apart}, 0.50},
    {Part::unfold, Amount::any, Precision::f32, {16, 32}, {512, 32, 0, 1, false, Parts::in_turn}, 0.68},
    {Part::unfold, Amount::any, Precision::f64, {4, 8, 16}, {512, 8, 0, 1, false, Parts::apart}, 0.56},
    {Part::blocks, Amount::any, Precision::f32, {16, 8}, {256, 32, 0, 2, true, Parts::joined}, 0.97},
    {Part::blocks, Amount::any, Precision::f32, {14, 7, 2}, {224, 16, 0, 3, true, Parts::joined}, 1.00},
    {Part::blocks, Amount::any, Precision::f32, {25, 10}, {160, 16, 0, 3, true, Parts::joined}, 0.99},
    {Part::blocks, Amount::any, Precision::f32, {16, 4, 4}, {256, 16, 0, 2, true, Parts::joined}, 1.00},
    {Part::blocks, Amount::any, Precision::f32, {20, 20}, {160, 16, 0, 2, true, Parts::joined}, 0.98},
    {Part::blocks, Amount::any, Precision::f32, {20, 25}, {200, 8, 0, 2, true, Parts::joined}, 0.97},
    {Part::blocks, Amount::any, Precision::f32, {16, 8, 4}, {256, 8, 16, 2, true, Parts::joined}, 0.97},
    {Part::blocks, Amount::any, Precision::f32, {25, 25}, {200, 8, 0, 2, true, Parts::joined}, 0.95},
    {Part::blocks, Amount::any, Precision::f32, {24, 30}, {240, 8, 0, 2, true, Parts::joined}, 0.96},
    {Part::blocks, Amount::any, Precision::f32, {25, 32}, {128, 8, 0, 2, true, Parts::joined}, 0.95},
    {Part::blocks, Amount::any, Precision::f32, {10, 10, 10}, {400, 8, 0, 1, true, Parts::joined}, 0.92},
    {Part::blocks, Amount::any, Precision::f32, {16, 8, 8}, {512, 8, 16, 1, true, Parts::joined}, 0.93},
    {Part::blocks, Amount::any, Precision::f32, {12, 12, 9}, {432, 8, 0, 1, true, Parts::joined}, 0.92},
    {Part::blocks, Amount::any, Precision::f32, {24, 8, 8}, {512, 8, 0, 1, true, Parts::joined}, 0.92},
    {Part::blocks, Amount::any, Precision::f32, {16, 15, 8}, {512, 8, 16, 1, true, Parts::joined}, 0.82},
    {Part::blocks, Amount::any, Precision::f32, {5, 20, 20}, {800, 8, 0, 1, true, Parts::joined}, 0.80},
    {Part::blocks, Amount::any, Precision::f32, {32, 32, 2}, {512, 8, 32, 1, true, Parts::in_turn}, 0.82},
    {Part::blocks, Amount::any, Precision::f32, {10, 12, 25}, {600, 4, 0, 1, true, Parts::joined}, 0.78},
    {Part::blocks, Amount::any, Precision::f32, {5, 25, 25}, {500, 4, 0, 1, true, Parts::in_turn}, 0.77},
    {Part::blocks, Amount::any, Precision::f32, {32, 16, 8}, {512, 4, 32, 1, true, Parts::in_turn}, 0.74},
    {Part::blocks, Amount::any, Precision::f64, {8, 8, 8}, {128, 4, 16, 3, true, Parts::apart}, 0.96},
    {Part::blocks, Amount::any, Precision::f64, {5, 8, 25}, {160, 4, 0, 2, true, Parts::apart}, 0.90},
    {Part::blocks, Amount::any, Precision::f64, {32, 32}, {128, 4, 32, 2, true, Parts::apart}, 0.94},
    {Part::blocks, Amount::any, Precision::f64, {2, 32, 32}, {256, 4, 16, 1, true, Parts::in_turn}, 0.80},
    {Part::far, Amount::any, Precision::f32, {32, 16}, {512, 32, 32, 1, false, Parts::in_turn}, 0.91},
    {Part::later, Amount::any, Precision::f32, {16, 4}, {128, 32, 0, 9, false, Parts::apart}, 0.99},
    {Part::later, Amount::any, Precision::f32, {5, 20}, {80, 16, 0, 10, false, Parts::apart}, 0.95},
    {Part::later, Amount::any, Precision::f32, {5, 5, 5}, {200, 32, 0, 4, false, Parts::joined}, 0.96},
    {Part::later, Amount::any, Precision::f32, {8, 16}, {256, 32, 0, 4, false, Parts::apart}, 0.99},
    {Part::later, Amount::any, Precision::f32, {11, 5, 3}, {264, 32, 0, 3, false, Parts::apart}, 0.90},
    {Part::later, Amount::any, Precision::f32, {13, 14}, {224, 32, 0, 3, false, Parts::apart}, 0.96},
    {Part::later, Amount::any, Precision::f32, {10, 5, 4}, {160, 16, 0, 3, false, Parts::apart}, 0.98},
    {Part::later, Amount::any, Precision::f32, {10, 5, 5}, {400, 32, 0, 2, false, Parts::apart}, 0.91},
    {Part::later, Amount::any, Precision::f32, {16, 16}, {512, 32, 0, 2, false, Parts::apart}, 0.99},
    {Part::later, Amount::any, Precision::f32, {20, 16}, {320, 16, 0, 3, false, Parts::apart}, 0.95},
    {Part::later, Amount::any, Precision::f32, {25, 16}, {256, 16, 0, 2, false, Parts::apart}, 0.96},
    {Part::later, Amount::any, Precision::f32, {5, 10, 10}, {400, 16, 0, 2, false, Parts::apart}, 0.88},
    {Part::later, Amount::any, Precision::f32, {4, 4, 32}, {512, 16, 0, 1, true, Parts::apart}, 0.97},
    {Part::later, Amount::any, Precision::f32, {25, 25}, {800, 32, 0, 1, false, Parts::in_turn}, 0.81},
    {Part::later, Amount::any, Precision::f32, {24, 30}, {480, 16, 32, 1, true, Parts::joined}, 0.98},
    {Part::later, Amount::any, Precision::f32, {5, 10, 20}, {400, 8, 0, 2, false, Parts::apart}, 0.85},
    {Part::later, Amount::any, Precision::f32, {32, 32}, {512, 16, 32, 1, false, Parts::in_turn}, 0.94, {}, false, true},
    {Part::later, Amount::any, Precision::f32, {16, 16, 8}, {512, 8, 32, 1, false, Parts::in_turn}, 0.75},
    {Part::later, Amount::any, Precision::f32, {16, 16, 16}, {512, 4, 32, 1, false, Parts::in_turn}, 0.60},
    {Part::later, Amount::any, Precision::f64, {8, 16}, {128, 16, 0, 5, false, Parts::apart}, 0.98},
    {Part::later, Amount::any, Precision::f64, {16, 16}, {256, 16, 0, 2, false, Parts::apart}, 0.99},
    {Part::later, Amount::any, Precision::f64, {4, 8, 16}, {512, 8, 0, 1, true, Parts::apart}, 0.95},
    {Part::later, Amount::any, Precision::f64, {16, 16, 4}, {512, 8, 16, 1, false, Parts::in_turn}, 0.83},
    {Part::later, Amount::any, Precision::f64, {8, 16, 16}, {512, 4, 16, 1, false, Parts::in_turn}, 0.70},
    {Part::joint, Amount::any, Precision::f32, {8, 8}, {32, 4, 16, 32, false, Parts::joined}, 0.99, {8, 8}},
    {Part::joint, Amount::any, Precision::f32, {16, 16}, {32, 1, 16, 25, false, Parts::joined}, 1.00, {16, 16}},
    {Part::joint, Amount::any, Precision::f32, {20, 20}, {40, 2, 64, 16, false, Parts::joined}, 0.97, {20, 20}},
    {Part::joint, Amount::any, Precision::f32, {24, 24}, {48, 2, 32, 10, false, Parts::joined}, 0.98, {24, 24}},
    {Part::joint, Amount::any, Precision::f32, {8, 4, 8, 4}, {128, 1, 16, 7, true, Parts::joined}, 1.00, {32, 32}},
    {Part::joint, Amount::any, Precision::f32, {8, 4, 8, 8}, {256, 1, 16, 4, true, Parts::joined}, 0.99, {32, 64}},
    {Part::joint, Amount::any, Precision::f32, {16, 4, 8, 4}, {256, 1, 32, 4, true, Parts::joined}, 0.99, {64, 32}},
    {Part::joint, Amount::any, Precision::f32, {16, 3, 16, 3}, {144, 1, 16, 5, true, Parts::joined}, 0.99, {48, 48}},
    {Part::joint, Amount::any, Precision::f32, {16, 4, 16, 4}, {256, 1, 32, 3, true, Parts::joined}, 0.99, {64, 64}},
    {Part::joint, Amount::any, Precision::f32, {16, 6, 16, 6}, {576, 1, 32, 2, false, Parts::joined}, 0.93, {96, 96}},
    {Part::joint, Amount::any, Precision::f32, {10, 10, 20, 5}, {500, 1, 0, 1, true, Parts::joined}, 0.72, {100, 100}},
    {Part::joint, Amount::any, Precision::f32, {32, 4, 16, 8}, {512, 1, 64, 1, true, Parts::in_turn}, 0.78, {128, 128}},
    {Part::joint, Amount::any, Precision::f32, {8, 8, 4, 2}, {64, 1, 16, 18, false, Parts::joined}, 1.00, {8, 8, 8}},
    {Part::joint, Amount::any, Precision::f32, {10, 10, 10}, {100, 1, 64, 9, false, Parts::joined}, 0.97, {10, 10, 10}},
    {Part::joint, Amount::any, Precision::f32, {12, 12, 12}, {144, 1, 32, 5, true, Parts::joined}, 1.00, {12, 12, 12}},
    {Part::joint, Amount::any, Precision::f32, {16, 16, 16}, {256, 1, 32, 3, true, Parts::joined}, 0.99, {16, 16, 16}},
    {Part::joint, Amount::any, Precision::f32, {24, 24, 24}, {576, 1, 64, 1, true, Parts::joined}, 0.82, {24, 24, 24}},
    {Part::joint, Amount::any, Precision::f64, {8, 2, 8, 2}, {32, 1, 16, 25, false, Parts::apart}, 0.99, {16, 16}},
    {Part::joint, Amount::any, Precision::f64, {8, 3, 8, 3}, {96, 1, 16, 8, true, Parts::apart}, 0.97, {24, 24}},
    {Part::joint, Amount::any, Precision::f64, {8, 4, 8, 4}, {128, 1, 32, 6, true, Parts::apart}, 0.98, {32, 32}},
    {Part::joint, Amount::any, Precision::f64, {16, 4, 16, 4}, {256, 1, 32, 2, false, Parts::apart}, 0.93, {64, 64}},
    {Part::joint, Amount::any, Precision::f64, {8, 8, 4, 2}, {128, 1, 16, 6, true, Parts::apart}, 1.00, {8, 8, 8}},
    {Part::joint, Amount::any, Precision::f64, {16, 16, 16}, {256, 1, 16, 2, false, Parts::in_turn}, 0.96, {16, 16, 16}},
    {Part::slab, Amount::any, Precision::f32, {32, 16, 8}, {128, 1, 32, 4, false, Parts::apart}, 0.97, {32, 128}},
    {Part::slab, Amount::any, Precision::f32, {16, 4, 16, 8}, {512, 1, 32, 2, false, Parts::in_turn}, 0.85, {64, 128}},
    {Part::slab, Amount::any, Precision::f32, {24, 24, 8}, {192, 1, 8, 3, false, Parts::joined}, 0.96, {24, 192}},
    {Part::slab, Amount::any, Precision::f32, {20, 20, 10}, {200, 1, 32, 2, false, Parts::in_turn}, 0.80, {20, 200}},
    {Part::slab, Amount::any, Precision::f32, {5, 5, 20, 10}, {125, 1, 0, 3, false, Parts::joined}, 0.78, {25, 200}},
    {Part::slab, Amount::any, Precision::f32, {16, 16, 16}, {256, 1, 16, 3, false, Parts::joined}, 0.98, {16, 256}},
    {Part::slab, Amount::any, Precision::f32, {32, 16, 16}, {256, 1, 16, 2, false, Parts::in_turn}, 0.94, {32, 256}},
    {Part::slab, Amount::any, Precision::f32, {32, 2, 32, 8}, {512, 1, 64, 1, false, Parts::joined}, 0.70, {64, 256}},
    {Part::across, Amount::any, Precision::f32, {16, 8, 2}, {512, 32, 32, 2, false, Parts::apart}, 0.97, {128, 2}},
    {Part::across, Amount::any, Precision::f32, {32, 4, 4}, {512, 32, 0, 1, false, Parts::joined}, 0.95, {128, 4}},
    {Part::across, Amount::any, Precision::f32, {16, 12, 4}, {192, 8, 16, 2, false, Parts::joined}, 0.84, {192, 4}},
    {Part::across, Amount::any, Precision::f32, {24, 8, 8}, {512, 16, 0, 1, false, Parts::in_turn}, 0.85, {192, 8}},
    {Part::across, Amount::any, Precision::f32, {20, 10, 5}, {800, 16, 0, 1, false, Parts::joined}, 0.85, {200, 5}},
    {Part::across, Amount::any, Precision::f32, {25, 8, 8}, {512, 8, 0, 1, false, Parts::joined}, 0.77, {200, 8}},
    {Part::across, Amount::any, Precision::f32, {20, 10, 10}, {800, 8, 0, 1, false, Parts::joined}, 0.78, {200, 10}},
    {Part::across, Amount::any, Precision::f32, {32, 8, 4}, {512, 16, 0, 1, false, Parts::joined}, 0.86, {256, 4}},
    {Part::across, Amount::any, Precision::f32, {16, 16, 8}, {512, 8, 0, 1, false, Parts::joined}, 0.80, {256, 8}},
    {Part::whole, Amount::any, Precision::f32, {2, 4}, {32, 64, 16, 10, false, Parts::joined}, 0.99, {}, true},
    {Part::whole, Amount::any, Precision::f32, {4, 4}, {32, 64, 8, 12, false, Parts::joined}, 0.87, {}, true},
    {Part::whole, Amount::any, Precision::f32, {32}, {32, 32, 32, 19, false, Parts::apart}, 0.83, {}, true},
    {Part::whole, Amount::any, Precision::f32, {8, 8}, {32, 8, 8, 21, false, Parts::joined}, 0.96, {}, true},
    {Part::whole, Amount::any, Precision::f32, {8, 16}, {32, 4, 16, 21, false, Parts::joined}, 1.00, {}, true},
    {Part::whole, Amount::any, Precision::f32, {16, 16}, {32, 2, 16, 21, false, Parts::joined}, 1.00, {}, true},
    {Part::whole, Amount::any, Precision::f32, {16, 32}, {64, 4, 16, 7, true, Parts::joined}, 1.00, {}, true},
    {Part::whole, Amount::any, Precision::f32, {32, 32}, {32, 1, 32, 15, true, Parts::joined}, 1.00, {}, true},
    {Part::whole, Amount::any, Precision::f32, {16, 16, 8}, {128, 1, 16, 7, true, Parts::joined}, 0.91, {}, true},
    {Part::whole, Amount::any, Precision::f32, {16, 16, 16}, {128, 1, 16, 3, true, Parts::joined}, 0.84, {}, true},
    {Part::whole, Amount::any, Precision::f32, {16, 32, 16}, {128, 1, 16, 3, true, Parts::joined}, 0.74, {}, true},
    // clang-format on
};

/// Beyond, a tile's rows are in so many pages that wider ones, of 256 bytes, win (measured at 1 MiB with 512 points).
constexpr std::int64_t far_bytes = std::int64_t{1} << 20;

bool is_far(const KernelSpec& spec) {
  return spec.inner > 1 && spec.columns() * element_bytes(spec.precision) >= far_bytes;
}

Part part_of(const KernelSpec& spec) {
  if (!spec.joint.empty()) return spec.columns() == 1 ? Part::joint : is_slab(spec) ? Part::slab : Part::across;
  if (spec.columns() == 1) return Part::whole;
  if (spec.mirrored) return spec.in_form == Form::half ? Part::fold : Part::unfold;
  if (spec.in.block > 0) return Part::blocks;
  if (spec.inner == 1) return spec.out.block > 0 ? Part::into : Part::first;
  return Part::later;
}

/// The table speaks of compute units with the H200's registers and local memory.
bool alike(const DeviceCaps& caps) {
  return caps.architecture >= 80 && caps.unit_registers == 65536 && caps.unit_threads >= 1536;
}

/// The first line of the table that speaks of the kernel.
const TunedShape* line_of(const KernelWish& wish, Amount amount, bool narrow) {
  const KernelSpec& spec = wish.spec;
  const Part part = part_of(spec);
  for (const TunedShape& tuned : table) {
    const std::int64_t length =
        std::accumulate(tuned.radices.begin(), tuned.radices.end(), std::int64_t{1}, std::multiplies<>());
    const bool same_part = tuned.part == Part::far ? part == Part::later && is_far(spec)
                                                   : tuned.part == part || (part == Part::into && tuned.part == Part::first);
    if (!same_part || tuned.precision != spec.precision || length != wish.work_length || tuned.axes != spec.joint ||
        tuned.narrow != narrow) {
      continue;
    }
    if (tuned.amount == Amount::any || amount == Amount::cached) return &tuned;
  }
  return nullptr;
}

bool is_narrow(const KernelSpec& spec) {
  const auto narrow = [&](Storage storage) { return storage == Storage::f16 || storage == Storage::bf16; };
  return narrow(spec.in_storage) && narrow(spec.out_storage);
}

}  // namespace

bool slow_in_place(const KernelSpec& spec) {
  if (part_of(spec) != Part::later || spec.shape.strategy != Strategy::cooperative) return false;
  return std::any_of(std::begin(table), std::end(table), [&](const TunedShape& tuned) {
    return tuned.slow_in_place && tuned.part == Part::later && tuned.precision == spec.precision && tuned.radices == spec.radices &&
           tuned.group.threads == spec.shape.threads && tuned.group.tile == spec.shape.tile;
  });
}

std::optional<ShapedKernel> tuned_shape(const KernelWish& wish, const DeviceCaps& caps) {
  const KernelSpec& spec = wish.spec;
  if (!alike(caps) || spec.algorithm != Algorithm::stockham) return std::nullopt;
  // Measured with the traffic of numbers as they are computed with, or of two bytes.
  const bool native = spec.in_storage == Storage::native && spec.out_storage == Storage::native;
  if (!native && !is_narrow(spec)) return std::nullopt;
  const double points = static_cast<double>(spec.transform() * wish.batch);
  const std::int64_t numbers = bytes_of(spec.in_storage, spec.precision) + bytes_of(spec.out_storage, spec.precision);
  const double stored = 2 * points * static_cast<double>(numbers);
  const Amount amount = stored < static_cast<double>(caps.l2_memory) ? Amount::cached : Amount::any;
  double bytes = stored;
  const TunedShape* tuned = line_of(wish, amount, !native);
  if (tuned == nullptr && !native && part_of(spec) == Part::whole) {
    // What is best for wider numbers is better than an estimate, and takes some 0.8 of their time: arithmetic decides.
    tuned = line_of(wish, amount, false);
    bytes = 0.8 * 2 * points * element_bytes(spec.precision);
  }
  if (tuned == nullptr) return std::nullopt;
  const std::int64_t tiles = wish.batch * spec.columns() / tuned->group.tile;
  if (tiles < caps.compute_units) return std::nullopt;
  ShapedKernel result{spec, 0};
  result.spec.radices = tuned->radices;
  Shape& shape = result.spec.shape;
  shape.threads = tuned->group.threads;
  shape.tile = tuned->group.tile;
  shape.pad = tuned->group.pad;
  shape.resident = tuned->group.resident;
  shape.ahead = tuned->group.ahead ? tuned->group.resident * caps.compute_units : 0;
  shape.split = tuned->group.parts == Parts::in_turn;
  shape.joined = tuned->group.parts == Parts::joined;
  // Two short stages meet memory well enough, and stand half as many accesses of local memory.
  shape.staged = wants_staging(result.spec) && (!tuned->narrow || tuned->radices.size() == 1);
  if (Exchange(result.spec).bytes() > caps.local_memory || !fit_block(result.spec)) return std::nullopt;
  // Measured without chirps and gathers, which make long texts longer.
  const bool moves = spec.load != LoadOp::plain || spec.store != StoreOp::plain;
  if (moves && group_load(result.spec, caps).points > most_points(result.spec)) return std::nullopt;
  result.seconds = bytes / (tuned->efficiency * caps.bandwidth) + 3e-6;
  return result;
}

}  // namespace papilio::plan
