// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/run2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <papilio/error.hpp>
#include <papilio/plan.hpp>

#include "api/access.hpp"
#include "core/error_bound.hpp"
#include "core/storage.hpp"
#include "lab/experiments/subject2d.hpp"

namespace papilio::tool {
namespace {

using experiments::Matrices;
using experiments::MatrixNumbers;
using experiments::MemoryObject;
using experiments::Transform2d;

constexpr int executions_checked = 3;

/// Results of random input have a standard deviation of at most sqrt(2/3 points); six times that must fit f16.
void require_range(const experiments::Choices2d& choices) {
  constexpr double largest_f16 = 65504;
  const auto points = static_cast<double>(choices.rows * choices.columns);
  if (choices.numbers == MatrixNumbers::f32 || 6 * std::sqrt(points * 2 / 3) < largest_f16) return;
  throw Error::unsupported(fmt::format("{} x {} points in f16", choices.rows, choices.columns),
                           "unscaled results exceed its largest number, 65504", "choose a smaller array, or f32");
}

/// Arithmetic in f16 has the bound of f32 with f16's unit roundoff; numbers rounded to f16 on their way add theirs.
double bound_ppm(const Transform2d& transform) {
  constexpr double units_of_f16 = 0x1p-11 / 0x1p-24;
  const experiments::Choices2d& choices = transform.choices();
  const double bound = error_bound(choices.rows * choices.columns, Precision::f32);
  if (choices.numbers == MatrixNumbers::f16) return 1e6 * bound * units_of_f16;
  return 1e6 * (bound + transform.roundings() * unit_roundoff(Storage::f16, Precision::f32));
}

std::string memory_of(const Matrices& matrices) {
  if (matrices.form().object == MemoryObject::buffers) return "buffers";
  return matrices.in_pixel() == 2 ? "CL_RG -> CL_RGBA" : "CL_RGBA";
}

class Runner2d {
 public:
  Runner2d(const Device& device, const Problem& problem, const std::function<void(const std::string&)>& progress)
      : device_(device),
        problem_(problem),
        progress_(progress),
        bench_(api::HandleAccess::pointer(device)),
        subject_(problem.lengths[0], problem.lengths[1], problem.direction) {}

  void add(const Study2dRow& row) {
    progress_("compiling " + row.label);
    Study2dResult& result = study_.results.emplace_back();
    result.label = row.label;
    result.choices = row.choices;
    try {
      require_range(row.choices);
      auto transform = std::make_unique<Transform2d>(bench_, matrices_for(row.choices), row.choices);
      describe(*transform, result);
      progress_("checking " + row.label);
      check(*transform, result);
      for (std::size_t step = 0; step < experiments::steps_2d; ++step) {
        executes_.emplace_back([own = transform.get(), step] { own->execute(step); });
      }
      executes_.emplace_back([own = transform.get()] { own->execute(); });
      transforms_.push_back(std::move(transform));
    } catch (const Error& error) {
      if (error.code() == ErrorCode::internal) throw;
      if (!first_refusal_) first_refusal_ = error;
      result.refused = error.what();
    }
  }

  void require_a_row() const {
    if (transforms_.empty() && first_refusal_) throw Error(*first_refusal_);
  }

  void add_own_plan(Storage storage) {
    const bool native = storage == Storage::native;
    Study2dResult& result = study_.results.emplace_back();
    result.label = native ? "Papilio's plan" : "Papilio's plan, f16-storage";
    result.memory = "buffers";
    Problem problem = problem_;
    problem.in_storage = storage;
    problem.out_storage = storage;
    OwnPlan& own = *own_plans_.emplace_back(std::make_unique<OwnPlan>());
    own.plan = std::make_unique<Plan>(device_, problem);
    own.stream = api::HandleAccess::handle<Stream>(bench_.shared_stream());
    const std::vector<std::byte> input = subject_.input(storage);
    own.in = bench_.device().allocate(input.size());
    own.out = bench_.device().allocate(input.size());
    if (own.plan->scratch_bytes() > 0) own.scratch = Buffer(device_, own.plan->scratch_bytes());
    bench_.stream().write(*own.in, 0, input.data(), input.size());
    result.bound_ppm = 1e6 * error_bound(problem);
    const std::vector<std::byte> nans(input.size(), std::byte{0xff});
    std::vector<std::byte> got(input.size());
    for (int i = 0; i < executions_checked; ++i) {
      bench_.stream().write(*own.out, 0, nans.data(), nans.size());
      own.execute();
      bench_.stream().read(*own.out, 0, got.data(), got.size());
      result.error_ppm = std::max(result.error_ppm, subject_.error_ppm(got, storage));
    }
    executes_.emplace_back([&own] { own.execute(); });
  }

  Study2d finish(const Study2dOptions& options) {
    add_copy();
    const std::vector<experiments::StudyTiming> timings =
        time_by_turns(bench_, executes_, options.measure, [&](int round) {
          progress_(fmt::format("round {} of {}, {} kernels and transforms", round + 1, options.measure.rounds,
                                executes_.size()));
        });
    std::size_t next = 0;
    for (Study2dResult& result : study_.results) {
      if (!result.measured()) continue;
      const std::size_t steps = result.choices ? experiments::steps_2d : 0;
      for (std::size_t i = 0; i < steps; ++i) result.steps.push_back(timings[next++]);
      result.whole = timings[next];
      if (options.meter) measure_energy(result, options.meter, executes_[next]);
      ++next;
    }
    study_.copy_seconds = timings.back().median;
    study_.token = problem_.token();
    study_.device = fmt::format("{} ({})", device_.info().id, device_.info().name);
    return std::move(study_);
  }

 private:
  struct OwnPlan {
    std::unique_ptr<Plan> plan;
    Stream stream;
    experiments::MemoryHandle in;
    experiments::MemoryHandle out;
    Buffer scratch;
    void execute() const {
      plan->execute(stream, api::HandleAccess::handle<Buffer>(in), api::HandleAccess::handle<Buffer>(out), scratch);
    }
  };

  std::shared_ptr<Matrices> matrices_for(const experiments::Choices2d& choices) {
    const Matrices::MatrixForm form = Transform2d::form_of(choices);
    const auto known = std::ranges::find_if(matrices_, [&](const auto& m) { return m->form() == form; });
    if (known != matrices_.end()) return *known;
    auto made = std::make_shared<Matrices>(bench_, form);
    made->write(subject_.input(form.storage));
    return matrices_.emplace_back(std::move(made));
  }

  static void describe(const Transform2d& transform, Study2dResult& result) {
    result.kernels = transform.kernels();
    result.work_items = transform.work_items();
    result.memory = memory_of(transform.matrices());
    result.registers = transform.registers();
    result.local_bytes = transform.local_bytes();
    result.bound_ppm = bound_ppm(transform);
  }

  /// Executed several times over cleared memory: results of earlier rows must not count, and rare races should show.
  void check(Transform2d& transform, Study2dResult& result) {
    Matrices& matrices = transform.matrices();
    for (int i = 0; i < executions_checked; ++i) {
      matrices.poison();
      transform.execute();
      const double error = subject_.error_ppm(matrices.read(), matrices.form().storage);
      result.error_ppm = std::max(result.error_ppm, error);
    }
  }

  void add_copy() {
    const std::vector<std::byte> input = subject_.input(Storage::native);
    copy_from_ = bench_.device().allocate(input.size());
    copy_to_ = bench_.device().allocate(input.size());
    bench_.stream().write(*copy_from_, 0, input.data(), input.size());
    executes_.emplace_back([this] { bench_.stream().copy(*copy_from_, *copy_to_, copy_from_->size()); });
  }

  void measure_energy(Study2dResult& result, const EnergyMeter& meter, const std::function<void()>& execute) {
    progress_("energy of " + result.label);
    constexpr double seconds_a_turn = 20e-3;  // long enough that waiting for the stream does not matter
    const auto count = std::max<std::size_t>(1, static_cast<std::size_t>(seconds_a_turn / result.whole.median));
    result.energy = meter([&] {
      for (std::size_t i = 0; i < count; ++i) execute();
      bench_.stream().synchronize();
      return count;
    });
  }

  Device device_;
  Problem problem_;
  const std::function<void(const std::string&)>& progress_;
  experiments::Workbench bench_;
  experiments::Subject2d subject_;
  std::vector<std::shared_ptr<Matrices>> matrices_;
  std::vector<std::unique_ptr<Transform2d>> transforms_;
  std::vector<std::unique_ptr<OwnPlan>> own_plans_;
  experiments::MemoryHandle copy_from_;
  experiments::MemoryHandle copy_to_;
  std::vector<std::function<void()>> executes_;  ///< of the results that are measured: steps, then the whole
  std::optional<Error> first_refusal_;
  Study2d study_;
};

}  // namespace

std::optional<double> Study2dResult::sum() const {
  if (steps.empty()) return std::nullopt;
  double sum = 0;
  for (const experiments::StudyTiming& step : steps) sum += step.median;
  return sum;
}

Study2d run_study_2d(const Device& device, const Problem& problem, const std::vector<Study2dRow>& rows,
                     const Study2dOptions& options, const std::function<void(const std::string&)>& progress) {
  Runner2d runner(device, problem, progress);
  bool f16 = false;
  for (const Study2dRow& row : rows) {
    runner.add(row);
    f16 = f16 || row.choices.numbers != MatrixNumbers::f32;
  }
  runner.require_a_row();
  runner.add_own_plan(Storage::native);
  if (f16) runner.add_own_plan(Storage::f16);
  return runner.finish(options);
}

}  // namespace papilio::tool
