// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Ends of a problem: the window of its input, shifts of both sides, and the map of its output.
#pragma once

#include <array>
#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>

#include "core/named.hpp"

namespace papilio {

inline constexpr std::array<Named<WindowFunction>, 5> window_names{{{"none", WindowFunction::none},
                                                                    {"hann", WindowFunction::hann},
                                                                    {"hamming", WindowFunction::hamming},
                                                                    {"blackman", WindowFunction::blackman},
                                                                    {"kaiser", WindowFunction::kaiser}}};
inline constexpr std::array<Named<Detrend>, 2> detrend_names{{{"none", Detrend::none}, {"mean", Detrend::mean}}};
inline constexpr std::array<Named<OutputMap>, 8> map_names{{{"none", OutputMap::none},
                                                            {"real", OutputMap::real},
                                                            {"imag", OutputMap::imaginary},
                                                            {"magnitude", OutputMap::magnitude},
                                                            {"power", OutputMap::power},
                                                            {"phase", OutputMap::phase},
                                                            {"db", OutputMap::decibel},
                                                            {"log", OutputMap::log}}};

/// True if the problem has a window, a shift or a map, or subtracts a mean.
bool has_ends(const Problem& problem);
/// The axis of the window. The problem has one.
int window_axis(const Problem& problem);
/// The axis along which means are subtracted. The problem has one.
int detrend_axis(const Problem& problem);
bool is_in_shift(const Problem& problem, std::size_t axis);
bool is_out_shift(const Problem& problem, std::size_t axis);
/// True if an axis of odd length is shifted. Those of even length change signs on the other side instead.
bool rotates(const Problem& problem);

/// -1 or 1: shifts of both sides of an axis of even length n, as alternating signs, leave a factor of (-1)^(n/2).
double sign_of_shifts(const Problem& problem);

/// Factor i of n.
long double window_value(const InputWindow& window, std::int64_t i, std::int64_t n);
/// "hann", "kaiser(8.6)/symmetric": what a token says, without the axis.
std::string window_text(const InputWindow& window);
/// True if frames are sums over taps, or begin at any element of them.
bool folds(const InputWindow& window);
/// ":taps=8:phase=signal", or nothing.
std::string folding_text(const InputWindow& window);
/// ":window=hann:oshift=0,1", or nothing.
std::string ends_text(const Problem& problem);
/// Sets what does not matter to its default.
void normalise_ends(Problem& problem);
/// Equal scales of all transformed axes become the problem's.
void normalise_axis_scales(Problem& problem);
/// Throws Error. Lengths, axes and ranges are valid.
void validate_ends(const Problem& problem, const std::string& what);
/// Throws Error(unsupported) that says "`what` has no windows, shifts, maps and means", if the problem has any.
void require_no_ends(const Problem& problem, std::string_view what);

}  // namespace papilio
