// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/tuned_table.hpp"

namespace papilio::plan {
namespace {

const TunedPair table[] = {
    // clang-format off
    {Part::whole, Part::later, Precision::f32, {10, 10, 4}, {160, 4, 0, 4, false, ExchangeForm::interleaved, Twiddles::products, true}, {30, 10}, {160, 16, 0, 4, false, ExchangeForm::interleaved, Twiddles::products}, 0.58},
    {Part::whole, Part::later, Precision::f32, {20, 20}, {160, 16, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, {20, 20}, {160, 16, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.60},
    {Part::whole, Part::later, Precision::f32, {8, 8, 8}, {256, 4, 16, 3, false, ExchangeForm::interleaved, Twiddles::products}, {16, 32}, {256, 16, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.59},
    {Part::whole, Part::later, Precision::f32, {8, 8, 10}, {160, 4, 16, 4, false, ExchangeForm::interleaved, Twiddles::products}, {20, 32}, {160, 8, 0, 4, false, ExchangeForm::interleaved, Twiddles::products}, 0.56},
    {Part::whole, Part::later, Precision::f32, {24, 30}, {240, 8, 8, 3, false, ExchangeForm::interleaved, Twiddles::products}, {24, 30}, {240, 8, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.56},
    {Part::whole, Part::later, Precision::f32, {5, 8, 20}, {160, 4, 0, 3, false, ExchangeForm::interleaved, Twiddles::products, true}, {20, 30}, {160, 8, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.57},
    {Part::whole, Part::later, Precision::f32, {4, 16, 16}, {512, 16, 16, 1, false, ExchangeForm::interleaved, Twiddles::products}, {32, 32}, {512, 16, 0, 1, false, ExchangeForm::interleaved, Twiddles::products}, 0.52},
    {Part::whole, Part::later, Precision::f32, {32, 16}, {512, 32, 32, 1, false, ExchangeForm::interleaved, Twiddles::products}, {32, 32}, {512, 16, 0, 1, false, ExchangeForm::interleaved, Twiddles::products}, 0.50},
    {Part::whole, Part::later, Precision::f32, {6, 9, 10}, {120, 4, 0, 4, false, ExchangeForm::interleaved, Twiddles::products}, {16, 10, 6}, {120, 4, 16, 4, false, ExchangeForm::interleaved, Twiddles::products}, 0.46},
    {Part::whole, Part::later, Precision::f32, {25, 8, 5}, {160, 4, 0, 4, false, ExchangeForm::interleaved, Twiddles::products}, {25, 10, 4}, {160, 4, 0, 4, false, ExchangeForm::interleaved, Twiddles::products}, 0.46},
    {Part::whole, Part::later, Precision::f32, {8, 8, 16}, {256, 4, 16, 3, false, ExchangeForm::interleaved, Twiddles::products}, {12, 8, 8}, {256, 8, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.56},
    {Part::whole, Part::later, Precision::f64, {16, 16}, {128, 8, 16, 4, false, ExchangeForm::split, Twiddles::products}, {16, 16}, {128, 8, 16, 4, false, ExchangeForm::split, Twiddles::products}, 0.63},
    {Part::whole, Part::later, Precision::f64, {32, 16}, {128, 8, 32, 2, false, ExchangeForm::split, Twiddles::products}, {32, 16}, {128, 8, 32, 2, false, ExchangeForm::split, Twiddles::products}, 0.59},
    {Part::whole, Part::later, Precision::f64, {20, 32}, {128, 4, 0, 3, false, ExchangeForm::split, Twiddles::products}, {20, 32}, {128, 4, 16, 3, false, ExchangeForm::split, Twiddles::products}, 0.56},
    {Part::whole, Part::later, Precision::f64, {5, 12, 12}, {120, 4, 0, 3, false, ExchangeForm::split, Twiddles::products, true}, {5, 12, 12}, {120, 4, 0, 3, false, ExchangeForm::split, Twiddles::products}, 0.53},
    {Part::r2c, Part::later, Precision::f32, {10, 6, 6}, {288, 16, 0, 3, false, ExchangeForm::interleaved, Twiddles::products, true}, {6, 10, 12}, {288, 8, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.45},
    {Part::joint, Part::later, Precision::f32, {16, 4, 16, 4}, {256, 1, 32, 4, false, ExchangeForm::interleaved, Twiddles::products}, {16, 4}, {256, 64, 0, 4, false, ExchangeForm::interleaved, Twiddles::products}, 0.63, {64, 64}},
    {Part::joint, Part::later, Precision::f32, {10, 8, 16, 5}, {320, 1, 32, 2, false, ExchangeForm::interleaved, Twiddles::products}, {8, 10}, {320, 32, 0, 2, false, ExchangeForm::interleaved}, 0.49, {80, 80}},
    {Part::joint, Part::later, Precision::f64, {16, 4, 16, 4}, {128, 1, 32, 2, false, ExchangeForm::split, Twiddles::products}, {8, 8}, {128, 32, 0, 2, false, ExchangeForm::split}, 0.56, {64, 64}},
    {Part::first, Part::later, Precision::f32, {16, 8, 4}, {256, 8, 16, 3, false, ExchangeForm::interleaved, Twiddles::products}, {16, 16}, {256, 16, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.61},
    {Part::first, Part::later, Precision::f32, {16, 16}, {256, 16, 16, 3, false, ExchangeForm::interleaved, Twiddles::products}, {8, 8, 8}, {256, 8, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.59},
    {Part::first, Part::later, Precision::f32, {20, 20}, {160, 16, 16, 3, false, ExchangeForm::interleaved, Twiddles::products}, {25, 20}, {160, 8, 0, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.56},
    {Part::first, Part::later, Precision::f32, {32, 16}, {128, 8, 32, 4, false, ExchangeForm::interleaved, Twiddles::products}, {32, 16}, {128, 8, 32, 4, false, ExchangeForm::interleaved, Twiddles::products}, 0.56},
    {Part::first, Part::later, Precision::f32, {16, 8, 8}, {128, 4, 16, 3, false, ExchangeForm::interleaved, Twiddles::products}, {32, 16}, {128, 8, 32, 3, false, ExchangeForm::interleaved, Twiddles::products}, 0.50},
    {Part::first, Part::later, Precision::f32, {16, 32}, {512, 32, 32, 1, false, ExchangeForm::interleaved, Twiddles::products}, {32, 32}, {512, 16, 0, 1, false, ExchangeForm::interleaved, Twiddles::products}, 0.51},
    {Part::first, Part::later, Precision::f32, {8, 8, 16}, {512, 16, 16, 1, false, ExchangeForm::interleaved, Twiddles::products}, {32, 32}, {512, 16, 0, 1, false, ExchangeForm::interleaved, Twiddles::products}, 0.53},
    {Part::first, Part::later, Precision::f64, {16, 16}, {128, 8, 16, 4, false, ExchangeForm::split, Twiddles::products}, {16, 16}, {128, 8, 16, 4, false, ExchangeForm::split, Twiddles::products}, 0.63},
    {Part::first, Part::later, Precision::f64, {16, 32}, {128, 8, 16, 2, false, ExchangeForm::split, Twiddles::products}, {16, 16}, {128, 16, 0, 2, false, ExchangeForm::split, Twiddles::products}, 0.61},
    {Part::first, Part::later, Precision::f64, {16, 16}, {128, 8, 16, 3, false, ExchangeForm::split, Twiddles::products}, {4, 8, 16}, {128, 8, 0, 3, false, ExchangeForm::split, Twiddles::products}, 0.59},
    {Part::first, Part::later, Precision::f64, {32, 16}, {128, 8, 32, 2, false, ExchangeForm::split, Twiddles::products}, {4, 8, 16}, {128, 8, 0, 2, false, ExchangeForm::split, Twiddles::products}, 0.59},
    // clang-format on
};

}  // namespace

std::span<const TunedPair> tuned_pairs() { return table; }

}  // namespace papilio::plan
