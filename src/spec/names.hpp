// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Names of a kernel's properties: one table per enumeration, for kernel keys, shape tokens and JSON.
#pragma once

#include "core/token_reader.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio {

inline constexpr std::array<Named<Direction>, 2> direction_names{
    {{"fwd", Direction::forward}, {"inv", Direction::inverse}}};
inline constexpr std::array<Named<Algorithm>, 6> algorithm_names{{{"stockham", Algorithm::stockham},
                                                                  {"rader", Algorithm::rader},
                                                                  {"prime_factor", Algorithm::prime_factor},
                                                                  {"bluestein", Algorithm::bluestein},
                                                                  {"convolution", Algorithm::convolution},
                                                                  {"filter", Algorithm::filter}}};
inline constexpr std::array<Named<LoadOp>, 3> load_names{
    {{"plain", LoadOp::none}, {"chirp", LoadOp::chirp}, {"gather", LoadOp::gather}}};
inline constexpr std::array<Named<StoreOp>, 4> store_names{{{"plain", StoreOp::none},
                                                            {"spectrum", StoreOp::spectrum},
                                                            {"chirp", StoreOp::chirp},
                                                            {"scatter", StoreOp::scatter}}};
inline constexpr std::array<Named<Form>, 5> form_names{{{"complex", Form::complex},
                                                        {"real", Form::real},
                                                        {"half", Form::half},
                                                        {"pairs", Form::pairs},
                                                        {"trig", Form::trig}}};
inline constexpr std::array<Named<Strategy>, 3> strategy_names{
    {{"cooperative", Strategy::cooperative}, {"butterflies", Strategy::butterflies}, {"columns", Strategy::columns}}};
inline constexpr std::array<Named<ExchangeForm>, 3> exchange_names{{{"split", ExchangeForm::split},
                                                                    {"half-size", ExchangeForm::half_size},
                                                                    {"interleaved", ExchangeForm::interleaved}}};
inline constexpr std::array<Named<Twiddles>, 3> twiddle_names{
    {{"read", Twiddles::read}, {"products", Twiddles::products}, {"fused", Twiddles::fused}}};
inline constexpr std::array<Named<Sums>, 3> sums_names{
    {{"none", Sums::none}, {"real", Sums::real}, {"complex", Sums::complex}}};

}  // namespace papilio
