// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What all kernels share: parameters, the tables of a spec in their fixed order, and the twiddles between passes.
#pragma once

#include <vector>

#include "kernel/complex.hpp"
#include "kernel/ir_words.hpp"
#include "kernel/stages.hpp"
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
  /// Those of the inverse DFT of a convolution (GPUs; stages_back()). Where they are the same again, a compiler that
  /// knew so would keep the twiddles of the first DFT in registers for the second, and spill.
  TableSpec inverse_stages;
  TableSpec phases;       ///< two_level: twiddles between the phases of a cluster, of one axis
  TableSpec phase_roots;  ///< what the same are computed from
  TableSpec pass;         ///< two_level: twiddles between this pass and the next
  TableSpec pass_roots;
  TableSpec lane_steps;  ///< columns of the first pass: twiddles from the first lane to the others
  TableSpec gather;      ///< Rader; input_places
  TableSpec scatter;     ///< Rader; result_places
  TableSpec chirp;       ///< Bluestein
  TableSpec spectrum;    ///< Rader and Bluestein
  TableSpec fold;        ///< real transforms as complex ones of half the length
  TableSpec trig_in;     ///< Form::trig
  TableSpec trig_out;
  std::vector<FactorTables> factors;
  [[nodiscard]] std::vector<TableSpec> present() const;
};

SpecTables tables_of(const KernelSpec& spec);
/// The stages of the spec's DFT, with the layouts its strategy reads; of Algorithm::prime_factor the first factor and
/// the others.
std::vector<Stage> stages_of(const KernelSpec& spec);
/// Of the convolution of a factor.
std::vector<Stage> convolution_stages(const Factor& factor);
ScalarKind element_of(Precision precision);

/// A table of roots of unity, and which ones it holds.
struct RootTable {
  const Buffer* buffer = nullptr;  ///< null: there is none
  TableSpec spec;
};

/// Roots of unity that work-items want any of.
struct Roots {
  RootTable levels;  ///< two_level
  RootTable few;     ///< every TableSpec::step-th of them, at most 65, in the same table for all; or none
};

struct FactorBuffers {
  const Buffer* stages = nullptr;
  const Buffer* spectrum = nullptr;
  const Buffer* twiddles = nullptr;  ///< null: there are none
};

/// Parameters of a kernel under construction.
struct KernelContext {
  KernelContext(Builder& b, const KernelSpec& spec);

  ScalarKind element;
  Type scalar;
  std::vector<Stage> stages;
  const Buffer* input;
  const Buffer* output;
  const Buffer* input_im = nullptr;  ///< of a planar side
  const Buffer* output_im = nullptr;
  const Buffer* filter = nullptr;     ///< KernelSpec::filtered
  const Buffer* sum = nullptr;        ///< registers of a sum that is a loop (sum_of_products.hpp)
  const Buffer* load_data = nullptr;  ///< of callbacks
  const Buffer* store_data = nullptr;
  const Buffer* stage_table = nullptr;
  const Buffer* inverse_stage_table = nullptr;
  Roots phase;
  Roots pass;
  const Buffer* lane_steps = nullptr;
  const Buffer* gather = nullptr;
  const Buffer* scatter = nullptr;
  const Buffer* chirp = nullptr;
  const Buffer* spectrum = nullptr;
  RootTable fold_table;
  RootTable trig_in;
  RootTable trig_out;
  std::vector<FactorBuffers> factors;
  Value batch;
  Value repeat;

  /// The scalar where a stack begins, i64. `stack` counts all of them, i64.
  Value input_base(Builder& b, Value stack) const;
  Value output_base(Builder& b, Value stack) const;
  Value filter_base(Builder& b, Value stack) const;
  /// Of the outermost loop, in elements, i64.
  Value in_distance() const { return in_distance_; }
  Value out_distance() const { return out_distance_; }
  /// From a complex number of the user's to the next, in scalars: 2, but 1 in planes.
  std::int64_t input_unit() const { return input_im == nullptr ? 2 : 1; }
  std::int64_t output_unit() const { return output_im == nullptr ? 2 : 1; }
  Value in_plane = nullptr;  ///< of planar sides: where imaginary parts begin
  Value out_plane = nullptr;

 private:
  Value base(Builder& b, Value stack, std::int64_t scalars, std::int64_t Loop::*step, Value distance, Value offset,
             const char* name) const;

  const KernelSpec& spec_;
  Value in_distance_, out_distance_, in_offset_, out_offset_;
};

/// W_n^e from a two-level table: one multiplication. `e` is an i32 scalar, 0 <= e < n.
Complex two_level_twiddle(Builder& b, const RootTable& table, Value e);
/// The same, where there are few roots as the nearest of them times W_n^r = cos - i sin of a small angle: work-items
/// that want unlike ones would ask the cache for a line of the table each. Three terms of either series leave an error
/// of half an ulp of 1.
Complex twiddle(Builder& b, const Roots& roots, Value e);

/// values[k] *= W^{row*(first + step*k)}, as W^{row*first} W^{row*step*(k - k%r)} W^{row*step*(k%r)} with r about
/// sqrt(values.size()): the latter two are the same for all work-items that share the row, so their few entries come in
/// one access each; and they need the coarse table alone where that divides `step`.
struct Results {
  Value row;
  Value first;
  std::int64_t step;
};
void twiddle_results(Builder& b, const Roots& roots, const Results& results, Direction direction,
                     std::vector<Complex>& values);

/// The stack that a group of a kernel with several tiles a stack belongs to, and which tile of it.
struct GroupPlace {
  Value stack = nullptr;   ///< i64
  Value tile = nullptr;    ///< i64
  Value exists = nullptr;  ///< there is such a group in this launch
};
GroupPlace place_of_group(Builder& b, const KernelSpec& spec, const KernelContext& context, Value group);

/// True where lane_steps serves: lanes are neighbouring p of the first pass.
bool uses_lane_steps(const KernelSpec& spec);

}  // namespace papilio::kernel
