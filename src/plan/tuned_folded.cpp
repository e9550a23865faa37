// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned_table.hpp"

namespace papilio::plan {
namespace {

// Radices are those of the complex transform, of half the length.
const TunedShape table[] = {
    // clang-format off
    {Part::r2c, Amount::any, Precision::f32, {2, 8}, {64, 32, 16, 14, false, Parts::joined}, 0.89},
    {Part::r2c, Amount::any, Precision::f32, {4, 8}, {64, 16, 16, 14, false, Parts::joined}, 0.93},
    {Part::r2c, Amount::any, Precision::f32, {8, 8}, {32, 4, 8, 28, false, Parts::joined}, 0.96},
    {Part::r2c, Amount::any, Precision::f32, {8, 8, 2}, {32, 2, 16, 28, false, Parts::joined}, 0.98},
    {Part::r2c, Amount::any, Precision::f32, {8, 8, 4}, {32, 1, 16, 28, false, Parts::joined}, 0.98},
    {Part::r2c, Amount::any, Precision::f32, {20, 5, 5}, {25, 1, 0, 19, false, Parts::joined}, 0.92},
    {Part::r2c, Amount::any, Precision::f32, {16, 16, 2}, {32, 1, 16, 21, false, Parts::joined}, 0.97},
    {Part::r2c, Amount::any, Precision::f32, {16, 16, 4}, {64, 1, 16, 10, false, Parts::joined}, 0.96},
    {Part::r2c, Amount::any, Precision::f32, {16, 16, 8}, {128, 1, 16, 5, true, Parts::joined}, 0.95},
    {Part::r2c, Amount::any, Precision::f32, {16, 16, 16}, {128, 1, 32, 3, true, Parts::in_turn}, 0.92},
    {Part::c2r, Amount::any, Precision::f32, {8, 2}, {32, 16, 16, 28, false, Parts::joined}, 1.00},
    {Part::c2r, Amount::any, Precision::f32, {8, 4}, {64, 16, 16, 14, false, Parts::joined}, 1.00},
    {Part::c2r, Amount::any, Precision::f32, {8, 8}, {64, 8, 8, 14, false, Parts::joined}, 1.00},
    {Part::c2r, Amount::any, Precision::f32, {2, 8, 8}, {32, 2, 16, 28, false, Parts::joined}, 1.00},
    {Part::c2r, Amount::any, Precision::f32, {8, 32}, {32, 2, 16, 15, false, Parts::joined}, 1.00},
    {Part::c2r, Amount::any, Precision::f32, {10, 10, 5}, {100, 4, 0, 4, true, Parts::joined}, 0.94},
    {Part::c2r, Amount::any, Precision::f32, {4, 8, 16}, {128, 4, 16, 5, true, Parts::joined}, 1.00},
    {Part::c2r, Amount::any, Precision::f32, {4, 16, 16}, {128, 2, 16, 5, true, Parts::joined}, 1.00},
    {Part::c2r, Amount::any, Precision::f32, {8, 16, 16}, {128, 1, 16, 5, true, Parts::joined}, 0.99},
    {Part::c2r, Amount::any, Precision::f32, {8, 16, 32}, {128, 1, 32, 3, true, Parts::in_turn}, 0.90},
    {Part::dct2, Amount::any, Precision::f32, {16}, {32, 32, 16, 21, false, Parts::joined}, 1.00},
    {Part::dct2, Amount::any, Precision::f32, {32}, {32, 32, 32, 15, false, Parts::joined}, 0.98},
    {Part::dct2, Amount::any, Precision::f32, {4, 16}, {64, 16, 16, 10, false, Parts::joined}, 0.94},
    {Part::dct2, Amount::any, Precision::f32, {8, 8, 2}, {32, 4, 16, 21, false, Parts::joined}, 0.96},
    {Part::dct2, Amount::any, Precision::f32, {8, 8, 4}, {32, 2, 16, 21, false, Parts::joined}, 0.96},
    {Part::dct2, Amount::any, Precision::f32, {10, 10, 5}, {50, 2, 0, 9, false, Parts::joined}, 0.83},
    {Part::dct2, Amount::any, Precision::f32, {8, 8, 8}, {32, 1, 16, 21, false, Parts::joined}, 0.95},
    {Part::dct2, Amount::any, Precision::f32, {8, 8, 16}, {64, 1, 16, 10, false, Parts::joined}, 0.90},
    {Part::dct2, Amount::any, Precision::f32, {8, 16, 16}, {128, 1, 16, 5, true, Parts::joined}, 0.90},
    {Part::dct3, Amount::any, Precision::f32, {16}, {32, 32, 16, 21, false, Parts::joined}, 1.00},
    {Part::dct3, Amount::any, Precision::f32, {32}, {32, 32, 32, 15, false, Parts::joined}, 0.98},
    {Part::dct3, Amount::any, Precision::f32, {16, 4}, {128, 32, 16, 5, true, Parts::joined}, 0.98},
    {Part::dct3, Amount::any, Precision::f32, {16, 8}, {128, 16, 16, 5, true, Parts::joined}, 0.99},
    {Part::dct3, Amount::any, Precision::f32, {8, 8, 4}, {128, 8, 16, 5, true, Parts::joined}, 0.95},
    {Part::dct3, Amount::any, Precision::f32, {5, 10, 10}, {200, 8, 0, 2, true, Parts::joined}, 0.72},
    {Part::dct3, Amount::any, Precision::f32, {8, 8, 8}, {128, 4, 16, 5, true, Parts::joined}, 0.97},
    {Part::dct3, Amount::any, Precision::f32, {4, 16, 16}, {64, 2, 16, 7, true, Parts::joined}, 0.90},
    {Part::dct3, Amount::any, Precision::f32, {8, 16, 16}, {128, 2, 16, 3, true, Parts::joined}, 0.88},
    // clang-format on
};

}  // namespace

std::span<const TunedShape> tuned_folded() { return table; }

}  // namespace papilio::plan
