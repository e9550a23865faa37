// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Planner: the state that FFTW's planner has (threads, time limit, wisdom), and the decision who computes a transform.
// Every function takes the planner's lock, so planning is thread-safe.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "plan_state.hpp"
#include "requests.hpp"

namespace papilio::fftw3::planner {

/// Locks the planner of the genuine library, too.
std::unique_lock<std::mutex> lock();
/// Returns a slot; null where FFTW returns a null plan, and when nobody can compute it.
const void* make(const PlannerRequest& request);
void destroy(const void* plan);

/// From here on plans and wisdom are those of a library with threads, as in FFTW.
void init_threads();
void use_threads(int threads);
int threads();
void set_parallel_loop(ParallelLoop loop, void* data);
/// Seconds; negative: none.
void set_time_limit(double seconds);

std::string export_wisdom();
/// One expression in parentheses, Papilio's or the genuine library's.
bool import_wisdom(const std::string& text);
bool import_system_wisdom();
void forget_wisdom();
/// Back to the state at the beginning; plans stay valid.
void clean_up();

}  // namespace papilio::fftw3::planner
