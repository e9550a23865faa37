// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>

#include "api/access.hpp"
#include "core/error_bound.hpp"
#include "core/storage.hpp"

namespace papilio::tool {
namespace {

using experiments::ExecuteFunction;
using experiments::StudyTransform;
using experiments::TransformChoices;
using experiments::TwiddleSource;

/// The largest error of a correct row. A recurrence of r steps loses up to r^2 / 2 units in the last place of its
/// twiddles, because each step adds its error to the angles of all later ones. Power j of a root has j times the
/// rounding error of the root that was read, up to radix - 1 units in each stage.
double bound_of(const TransformChoices& choices, const std::vector<experiments::StudyPass>& passes) {
  double bound = error_bound(choices.n, choices.precision);
  const double unit = choices.precision == Precision::f32 ? 0x1p-24 : 0x1p-53;
  for (const experiments::StudyPass& pass : passes) {
    if (choices.twiddles == TwiddleSource::recurrence && pass.recurring) {
      bound += 0.5 * static_cast<double>(pass.run) * static_cast<double>(pass.run) * unit;
    }
    if (choices.twiddles == TwiddleSource::products) {
      for (const int radix : pass.radices) bound += (radix - 1) * unit;
    }
    if (choices.between != Storage::native && pass.outer > 1) {
      bound += unit_roundoff(choices.between, choices.precision);
    }
  }
  return 1e6 * bound;
}

std::string kernels_of(const std::vector<experiments::StudyPass>& passes) {
  std::vector<std::string> kernels;
  for (const experiments::StudyPass& pass : passes) kernels.push_back(fmt::format("{}", fmt::join(pass.radices, "x")));
  return fmt::format("{}", fmt::join(kernels, ", "));
}

class StudyRunner {
 public:
  StudyRunner(const Device& device, const Problem& problem, const std::function<void(const std::string&)>& progress)
      : device_(device),
        problem_(problem),
        progress_(progress),
        bench_(api::HandleAccess::pointer(device)),
        subject_(bench_, problem.points(), problem.batch, problem.precision, problem.direction) {}

  void add(const StudyRow& row) {
    progress_("compiling " + row.label);
    StudyResult& result = study_.results.emplace_back();
    result.label = row.label;
    result.bytes = subject_.bytes();
    try {
      auto transform = std::make_unique<StudyTransform>(bench_, row.choices);
      result.kernels = kernels_of(transform->passes());
      result.dft = !row.choices.off.any();
      result.registers = transform->registers();
      result.local_bytes = transform->local_bytes();
      for (const auto& pass : transform->passes()) result.threads = std::max(result.threads.value_or(0), pass.threads);
      result.operations = transform->operations_per_point();
      result.bound_ppm = bound_of(row.choices, transform->passes());
      take([own = transform.get()](const auto& in, const auto& out) { own->execute(*in, *out); }, result);
      transforms_.push_back(std::move(transform));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::internal) throw;
      if (!first_refusal_) first_refusal_ = error;
      result.refused = error.what();
    }
  }

  void add_own_plan() {
    StudyResult& result = study_.results.emplace_back();
    result.label = "Papilio's plan";
    result.bytes = subject_.bytes();
    plan_ = std::make_unique<Plan>(device_, problem_);
    stream_ = api::HandleAccess::handle<Stream>(bench_.shared_stream());
    result.bound_ppm = 1e6 * error_bound(problem_);
    if (plan_->scratch_bytes() > 0) scratch_ = Buffer(device_, plan_->scratch_bytes());
    take(
        [this](const auto& in, const auto& out) {
          plan_->execute(stream_, api::HandleAccess::handle<Buffer>(in), api::HandleAccess::handle<Buffer>(out),
                         scratch_);
        },
        result);
  }

  Study finish(const experiments::MeasureOptions& options) {
    if (transforms_.empty() && first_refusal_) throw Error(*first_refusal_);
    executes_.push_back(subject_.copy());
    const std::vector<experiments::StudyTiming> timings = subject_.time(executes_, options, [&](int round) {
      progress_(fmt::format("round {} of {}, {} rows", round + 1, options.rounds, executes_.size()));
    });
    std::size_t next = 0;
    for (StudyResult& result : study_.results) {
      if (result.measured()) result.seconds = timings[next++];
    }
    study_.copy_seconds = timings.back().median;
    study_.token = problem_.token();
    study_.device = fmt::format("{} ({})", device_.info().id, device_.info().name);
    return std::move(study_);
  }

 private:
  void take(ExecuteFunction execute, StudyResult& result) {
    if (result.dft) result.error_ppm = subject_.error_ppm(execute);
    executes_.push_back(std::move(execute));
  }

  Device device_;
  Problem problem_;
  const std::function<void(const std::string&)>& progress_;
  experiments::Workbench bench_;
  experiments::StudySubject subject_;
  std::vector<std::unique_ptr<StudyTransform>> transforms_;
  std::unique_ptr<Plan> plan_;
  Stream stream_;
  Buffer scratch_;
  std::vector<ExecuteFunction> executes_;  ///< one for each measured result
  std::optional<Error> first_refusal_;
  Study study_;
};

}  // namespace

bool Study::sound() const { return std::ranges::none_of(results, &StudyResult::wrong); }

Study run_study(const Device& device, const Problem& problem, const std::vector<StudyRow>& rows,
                const StudyOptions& options, const std::function<void(const std::string&)>& progress) {
  StudyRunner runner(device, problem, progress);
  for (const StudyRow& row : rows) runner.add(row);
  if (options.own_plan) runner.add_own_plan();
  return runner.finish(options.measure);
}

}  // namespace papilio::tool
