// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Words of the problem token for the values of a problem's enumerations.
#pragma once

#include <array>
#include <papilio/norm.hpp>
#include <papilio/problem.hpp>

#include "core/named.hpp"

namespace papilio {

inline constexpr std::array<Named<Kind>, 12> kinds{{{"c2c", Kind::c2c},
                                                    {"r2c", Kind::r2c},
                                                    {"c2r", Kind::c2r},
                                                    {"dct1", Kind::dct1},
                                                    {"dct2", Kind::dct2},
                                                    {"dct3", Kind::dct3},
                                                    {"dct4", Kind::dct4},
                                                    {"dst1", Kind::dst1},
                                                    {"dst2", Kind::dst2},
                                                    {"dst3", Kind::dst3},
                                                    {"dst4", Kind::dst4},
                                                    {"dht", Kind::dht}}};
inline constexpr std::array<Named<Direction>, 2> directions{
    {{"forward", Direction::forward}, {"inverse", Direction::inverse}}};
inline constexpr std::array<Named<Placement>, 2> placements{
    {{"outofplace", Placement::out_of_place}, {"inplace", Placement::in_place}}};
inline constexpr std::array<Named<Scale>, 3> scales{
    {{"none", Scale::none}, {"1/n", Scale::inverse_n}, {"1/sqrt(n)", Scale::inverse_sqrt_n}}};

/// The direction if the token gives none; r2c and c2r have only one.
constexpr Direction own_direction(Kind kind) { return kind == Kind::c2r ? Direction::inverse : Direction::forward; }

/// SciPy's names for the normalisation of each direction.
inline constexpr std::array<Named<Norm>, 3> norms{
    {{"backward", Norm::backward}, {"ortho", Norm::ortho}, {"forward", Norm::forward}}};

}  // namespace papilio
