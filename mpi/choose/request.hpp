// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Request: the arguments of a plan and their checks, which need neither MPI nor a device.
#pragma once

#include <array>
#include <papilio/device.hpp>
#include <papilio/host_span.hpp>
#include <papilio/mpi_distribution.hpp>
#include <papilio/mpi_options.hpp>
#include <papilio/problem.hpp>
#include <string_view>
#include <vector>

#include "mpi/program/schedule.hpp"
#include "mpi/ranks/team.hpp"

namespace papilio::mpi {

struct Request {
  Problem problem;
  Distribution in;
  Distribution out;
  Options options;
  /// Padded: rows of real numbers of arrays of several axes have room for 2*(n/2+1), at an end that does not cut them.
  RealRows real_rows = RealRows::packed;
};

inline constexpr std::array<std::string_view, 3> effort_names = {"estimate", "measure", "exhaustive"};  ///< by Effort

/// The whole request: requests with equal values are equal. Throws Error(invalid_argument) for what has no text.
std::vector<NamedValue> values_of(const Request& request);
/// Throws Error(invalid_argument) or Error(unsupported).
void validate(const Request& request, int ranks);

enum class Side { input, output };
/// Bytes of a rank's memory at an end.
std::size_t bytes_of(const Request& request, Side side, int rank);
/// Check the type and the size of a span. Throw Error(invalid_argument).
void check_span(const ConstHostSpan& span, const Problem& problem, Side side, std::size_t bytes);
void check_size(const ConstHostSpan& span, const char* which, std::size_t bytes);
void check_buffer(const Buffer& buffer, const char* which, std::size_t bytes);
/// Checks that the spans do not overlap.
void check_apart(const ConstHostSpan& in, const ConstHostSpan& out);

}  // namespace papilio::mpi
