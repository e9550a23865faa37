// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which tables a spec needs, in their fixed order, and the stages of its DFT, which the tables of twiddles belong to.
#pragma once

#include <vector>

#include "kernel/tables/stages.hpp"
#include "kernel/tables/tables.hpp"
#include "spec/kernel_spec.hpp"
#include "spec/prime_factor.hpp"

namespace papilio::kernel {

/// Tables of one factor of Algorithm::prime_factor.
struct FactorTables {
  TableSpec stages;    ///< of a convolution, there and back
  TableSpec spectrum;  ///< likewise
  TableSpec twiddles;  ///< group_twiddles
};

/// The tables a spec needs; a member whose kind is none is absent. Their order here is the order of the arguments.
struct SpecTables {
  TableSpec stages;  ///< twiddles of the stages
  /// Twiddles of the inverse DFT of a convolution (GPUs; stages_back()). They get a parameter of their own even if they
  /// equal those of the DFT: a compiler that knew so would keep the latter in registers until the second DFT, and
  /// spill.
  TableSpec inverse_stages;
  TableSpec phases;       ///< two_level: twiddles between the phases of a cluster, of one axis
  TableSpec phase_roots;  ///< roots from which the same twiddles are computed
  TableSpec pass;         ///< two_level: twiddles between this pass and the next
  TableSpec pass_roots;
  TableSpec lane_steps;  ///< columns of the first pass: twiddles from the first lane to the others
  TableSpec gather;      ///< Rader; input_places
  TableSpec scatter;     ///< Rader; result_places
  TableSpec chirp;       ///< Bluestein
  TableSpec spectrum;    ///< Rader and Bluestein
  TableSpec pairs;       ///< c2r pre-processing and r2c post-processing: roots of unity
  TableSpec pair_rows;   ///< CPUs, conjugate-paired columns: W^{C k}; `pairs` has W^q of the columns q
  TableSpec trig_in;     ///< Form::trig
  TableSpec trig_out;
  TableSpec prime_roots;  ///< CPUs, looped_primes()
  std::vector<FactorTables> factors;
  [[nodiscard]] std::vector<TableSpec> present() const;
};

SpecTables tables_of(const KernelSpec& spec);
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
