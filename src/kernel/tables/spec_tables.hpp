// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which tables a spec needs, and the stages of its DFT, which the tables of twiddles belong to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/tables/stages.hpp"
#include "kernel/tables/tables.hpp"
#include "spec/kernel_spec.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::kernel {

/// A table of constants and the kernel's parameter that it is bound to. KernelContext::table() finds it by that name.
struct TableParameter {
  std::string name;
  TableSpec spec;
};

/// The tables that a spec needs, in the order of the kernel's parameters.
std::vector<TableParameter> tables_of(const KernelSpec& spec);
/// The parameter with the chirp of results; a DFT's is that of its inputs.
const char* result_chirp(const KernelSpec& spec);
/// Algorithm::prime_factor: the parameter of a factor's "stages" or "spectrum" of a convolution, there and back, or of
/// its "twiddles" (TableKind::group_twiddles).
std::string factor_table(std::string_view name, std::size_t factor);
/// The parameter of the window of Side::ends[end] of the input.
std::string window_table(std::size_t end);
/// The stages of the spec's DFT, with the layouts its strategy reads; of Algorithm::prime_factor the first factor and
/// the others.
std::vector<Stage> stages_of(const KernelSpec& spec);
/// The stages of the convolution of a factor.
std::vector<Stage> convolution_stages(const Factor& factor);
/// CPUs: the lanes of an output vector of the stage are neighbours in memory.
bool stores_neighbours(const KernelSpec& spec, const Stage& stage);
/// CPUs: true for stages of a large prime radix whose butterflies are loops (SimdPrime), where the results go straight
/// to their places.
bool loops_over(const KernelSpec& spec, const Stage& stage);
/// The radices of such stages, each once, in the order of prime_roots.
std::vector<int> looped_primes(const KernelSpec& spec);
/// True where lane_steps serves: lanes are neighbouring p of the first pass.
bool uses_lane_steps(const KernelSpec& spec);

}  // namespace papilio::kernel
