// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// In which orders the axes of a problem may be transformed. The order decides the order of operations, and so the bits
// of the results: it is part of the request (Options::axis_order), and no measurement changes one that is asked for.
//
// The halved axis, the last one, comes first in r2c and last in c2r; all other orders are possible.
#pragma once

#include <papilio/mpi_options.hpp>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio::mpi {

/// The transformed axes in the fixed order: the last axis first, but the first axis first in c2r and inverse c2c.
std::vector<int> axes_in_order(const Problem& problem);

/// The orders that a valid request allows, the fixed one first if it is among them. `any` allows all orders of up to
/// five axes; of more axes those in which all but five have their places of the fixed order.
std::vector<std::vector<int>> orders_of(const Problem& problem, const AxisOrder& wanted);
bool allows(const AxisOrder& wanted, const Problem& problem, const std::vector<int>& order);

/// Throws Error(invalid_argument) unless the problem can be transformed in this order.
void check_order(const std::vector<int>& order, const Problem& problem);

/// AxisOrder::text(), but the same for all that mean the fixed order.
std::string name_of_order(const AxisOrder& wanted, const Problem& problem);

}  // namespace papilio::mpi
