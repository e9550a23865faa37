// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernels for clusters of work-groups: the two phases of spec/cluster.hpp, each a DFT of short columns by a work-group
// (group_work.hpp), and between them every result of the first is written to the local memory of the work-group that
// needs it. The kernel's sides (sides/cluster_sides.hpp) bring the numbers from memory to the first phase, from there
// to the last, and back to memory.
#include <algorithm>
#include <array>
#include <papilio/error.hpp>

#include "kernel/elements/elements.hpp"
#include "kernel/group/sides/cluster_sides.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/kernels.hpp"
#include "kernel/work/group_exchange.hpp"
#include "kernel/work/prefetch.hpp"
#include "spec/cluster.hpp"

namespace papilio::kernel {
namespace {

/// The stages [begin, end) as stages of the short DFTs of a phase.
std::vector<Stage> stages_between(const std::vector<Stage>& all, std::size_t begin, std::size_t end) {
  std::vector<Stage> stages(all.begin() + static_cast<std::ptrdiff_t>(begin),
                            all.begin() + static_cast<std::ptrdiff_t>(end));
  const std::int64_t done = stages.front().s;
  const std::int64_t later = stages.back().m;
  for (Stage& stage : stages) {
    stage.s /= done;
    stage.m /= later;
    stage.later = std::max<std::int64_t>(1, stage.later / later);
    stage.earlier = std::max<std::int64_t>(1, stage.earlier / done);
  }
  return stages;
}

class ClusterKernel {
 public:
  explicit ClusterKernel(const KernelSpec& spec)
      : spec_(spec),
        phases_(cluster_phases(spec)),
        b_(spec.name(), spec.shape.threads, spec.shape.resident_groups, spec.shape.cluster),
        context_(b_, spec),
        layouts_(cluster_exchanges(spec)),
        arrays_(exchange_arrays(b_, context_.element, {layouts_[0], layouts_[1]})),
        first_exchange_(b_, phases_[0], context_, layouts_[0], arrays_),
        last_exchange_(b_, phases_[1], context_, layouts_[1], arrays_),
        elements_(b_, spec, context_, 2),
        tile_({b_, spec, context_, first_exchange_, elements_}),
        first_(b_, phases_[0], stages_between(context_.stages, 0, cut()), first_exchange_),
        last_(b_, phases_[1], stages_between(context_.stages, cut(), context_.stages.size()), last_exchange_),
        observer_(observer_of(b_, spec, context_)),
        group_{spec,
               {b_, phases_[0], context_, first_exchange_, elements_},
               {b_, phases_[1], context_, last_exchange_, elements_},
               tile_,
               first_,
               last_,
               {},
               {},
               {},
               {},
               {}} {
    if (!can_cluster(spec)) throw Error::internal("a kernel that no cluster can share", spec.key());
  }

  Module build() {
    const ClusterInput& input = cluster_input(spec_);
    const ClusterOutput& output = cluster_output(spec_);
    group_.rank = b_.let("rank", b_.group_id() % spec_.shape.cluster);
    tile_.locate(b_.group_id() / spec_.shape.cluster);
    if (pairs_conjugates(spec_)) locate_half(group_);
    observer_->begin(tile_, group_.rank);
    // A work-group may be written to only after it has read the results of its first phase.
    const auto arrive = [this] { b_.barrier(BarrierScope::cluster_arrive); };
    std::vector<Butterfly> butterflies = input.load(group_);
    observer_->on_inputs(
        butterflies, [&](const Butterfly& w) { return cluster_input_element(group_, w); },
        group_.columns() * first_.stages().front().butterflies());
    if (spec_.shape.preload_twiddles) read_twiddles();
    butterflies = first_.dft(std::move(butterflies), spec_.direction, context_.table("stage_twiddles"), arrive);
    butterflies = last_.dft(hand_over(butterflies), spec_.direction, context_.table("stage_twiddles"));
    output.store(group_, butterflies);
    observer_->on_results(butterflies, [&](const Butterfly& w) { return cluster_result_element(group_, w); });
    observer_->finish();
    return b_.finish();
  }

 private:
  [[nodiscard]] std::size_t cut() const { return static_cast<std::size_t>(spec_.shape.cluster_stage); }

  std::vector<Butterfly> hand_over(std::vector<Butterfly>& butterflies) {
    const ClusterTransfer& transfer = cluster_transfer(spec_);
    b_.comment("to the others of the cluster");
    prefetch_tile(b_, spec_, context_);
    // Axes have no twiddles between them.
    if (!spec_.several_axes()) twiddle(butterflies);
    b_.barrier(BarrierScope::cluster_wait);
    for (const Butterfly& w : butterflies) transfer.put(group_, w);
    b_.barrier(BarrierScope::cluster_arrive);
    b_.barrier(BarrierScope::cluster_wait);
    return transfer.receive(group_);
  }

  /// The place of the results of a butterfly of the first phase among all results.
  Results results_of(const Butterfly& w) { return {first_phase_column(group_, w), w.c, first_.stages().back().s}; }

  /// Shape::preload_twiddles: all twiddles while the input is on its way.
  void read_twiddles() {
    first_.read_twiddles(context_.table("stage_twiddles"));
    last_.read_twiddles(context_.table("stage_twiddles"));
    if (spec_.several_axes()) return;
    const Stage& stage = first_.stages().back();
    for (const Butterfly& w : first_.work_of(cut() - 1))
      phase_factors_.push_back(result_factors(b_, context_.phase, results_of(w), stage.radix));
  }

  void twiddle(std::vector<Butterfly>& butterflies) {
    for (std::size_t u = 0; u < butterflies.size(); ++u) {
      std::vector<Complex>& x = butterflies[u].x;
      if (phase_factors_.empty()) {
        twiddle_results(b_, context_.phase, results_of(butterflies[u]), spec_.direction, x);
        continue;
      }
      for (std::size_t k = 0; k < x.size(); ++k)
        x[k] = multiply(x[k], phase_factors_[u][k], conjugate_for(spec_.direction));
    }
  }

  const KernelSpec& spec_;
  std::array<KernelSpec, 2> phases_;
  Builder b_;
  KernelContext context_;
  std::array<Exchange, 2> layouts_;
  ExchangeArrays arrays_;
  GroupExchange first_exchange_;
  GroupExchange last_exchange_;
  Elements elements_;
  GroupTile tile_;
  GroupWork first_;
  GroupWork last_;
  std::unique_ptr<Observer> observer_;
  ClusterGroup group_;
  std::vector<std::vector<Complex>> phase_factors_;  ///< by butterfly, if they are read early
};

}  // namespace

Module build_cluster_kernel(const KernelSpec& spec) { return ClusterKernel(spec).build(); }

}  // namespace papilio::kernel
