// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <thread>

#include "contest.hpp"
#include "crossover.hpp"
#include "engine.hpp"
#include "host_passes.hpp"

namespace papilio::fftw3 {
namespace {

/// Papilio is not compiled for a contest when the model says that it would take so many times as long.
constexpr double hopeless = 4;

/// Arrays that are planned for without being touched, of plans that are made with null arrays.
PlanArrays untouched(const Transform& transform, bool in_place) {
  constexpr std::uintptr_t in = std::uintptr_t{1} << 44;
  constexpr std::uintptr_t apart = std::uintptr_t{1} << 43;
  const auto at = [](std::uintptr_t address) { return reinterpret_cast<void*>(address); };
  const std::uintptr_t out = in_place ? in : in + apart;
  PlanArrays result{at(in), nullptr, at(out), nullptr};
  if (transform.planar(TransformSide::in)) result.in_imaginary = at(in + apart / 2);
  if (transform.planar(TransformSide::out)) result.out_imaginary = at(out + apart / 2);
  return result;
}

void zero(const Transform& t, TransformSide side, void* data, void* imaginary) {
  const int factor = t.real(side) || t.planar(side) ? 1 : 2;
  std::vector<Dim> dims;
  for (std::size_t i = 0; i < t.dims.size(); ++i) {
    dims.push_back({t.length(i, side), 0, factor * (side == TransformSide::in ? t.dims[i].is : t.dims[i].os)});
  }
  for (const Dim& dim : t.howmany) dims.push_back({dim.n, 0, factor * (side == TransformSide::in ? dim.is : dim.os)});
  if (factor == 2) imaginary = static_cast<std::byte*>(data) + t.real_bytes();
  copy_numbers({t.precision}, dims, nullptr, data);
  if (imaginary != nullptr) copy_numbers({t.precision}, dims, nullptr, imaginary);
}

class LibraryChoice {
 public:
  LibraryChoice(const PlannerRequest& request, const PlanningContext& context, PlanWisdom& wisdom, PlanState& state)
      : request_(request), context_(context), wisdom_(wisdom), state_(state), genuine_(Genuine::get()) {
    key_ =
        fmt::format("{}{}:{}", request.transform.text(), request.arrays.in_place() ? ":inplace" : "", context.threads);
  }

  bool run();

 private:
  bool by_papilio(const std::string& why);
  bool by_genuine(const std::string& why, unsigned flags);
  bool by_wisdom(Who who);
  bool genuine_if_possible(const std::string& why);
  bool by_model();
  [[nodiscard]] double papilio_below(double limit) const;
  bool by_contest();
  bool alone();
  [[nodiscard]] bool out_of_time() const;
  void settle(const Decided& decided, const std::string& device);
  [[nodiscard]] bool asks_for(unsigned flags) const { return (request_.flags & flags) != 0; }
  [[nodiscard]] bool estimates() const { return asks_for(flag::estimate) || !state_.has_arrays; }
  /// As in FFTW, a plan that was estimated is found again only by requests for an estimate.
  [[nodiscard]] std::string estimated_key() const { return key_ + ":estimate"; }

  const PlannerRequest& request_;
  const PlanningContext& context_;
  PlanWisdom& wisdom_;
  PlanState& state_;
  const Genuine* genuine_;
  std::string key_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

bool LibraryChoice::by_papilio(const std::string& why) {
  Engine* const engine = Engine::get();
  if (engine == nullptr) {
    state_.why = "no device: " + Engine::why_not();
    return false;
  }
  try {
    std::unique_ptr<StepProgram> program(engine->make_program(state_.transform));
    if (program == nullptr) throw std::bad_alloc();
    program->prepare(request_.arrays);
    state_.program = std::move(program);
  } catch (const std::exception& error) {
    state_.why = error.what();
    return false;
  }
  state_.who = Who::papilio;
  state_.why = fmt::format("on {}: {}", engine->id(), why);
  return true;
}

bool LibraryChoice::by_genuine(const std::string& why, unsigned flags) {
  if (genuine_ == nullptr) return false;
  state_.library = genuine_;
  if (state_.has_arrays) {
    state_.genuine = genuine_->plan(state_.transform, request_.arrays, flags);
  } else {
    flags |= flag::estimate;
    state_.genuine = genuine_->plan(state_.transform, untouched(state_.transform, false), flags);
    state_.genuine_in_place = genuine_->plan(state_.transform, untouched(state_.transform, true), flags);
  }
  if (state_.genuine == nullptr && state_.genuine_in_place == nullptr) return false;
  state_.who = Who::genuine;
  state_.why = why;
  return true;
}

bool LibraryChoice::by_wisdom(Who who) {
  if (who == Who::genuine) {
    return by_genuine("wisdom", request_.flags) || by_papilio("wisdom, whose library is not there");
  }
  return by_papilio("wisdom") || by_genuine("wisdom, which no longer applies", request_.flags);
}

/// Papilio's seconds by the model. Opening a device takes longer than some programs run, so it stays closed if no
/// device would take less than the limit; the result is then the least of any device.
double LibraryChoice::papilio_below(double limit) const {
  const double in_memory = papilio_seconds(state_.transform, ComputedIn::host_memory);
  const double with_copies = papilio_seconds(state_.transform, ComputedIn::copies);
  if (std::min(in_memory, with_copies) >= limit) return std::min(in_memory, with_copies);
  Engine* const engine = Engine::get();
  return engine == nullptr || engine->in_memory() ? in_memory : with_copies;
}

bool LibraryChoice::genuine_if_possible(const std::string& why) {
  return by_genuine(why, request_.flags) || by_papilio("the genuine library refuses it");
}

bool LibraryChoice::by_model() {
  const Transform& t = state_.transform;
  if (t.total_points() < least_points(t))
    return genuine_if_possible(fmt::format("fewer than {:.0f} points", least_points(t)));
  if (!modelled(t)) return genuine_if_possible("no model of such transforms");
  const double genuine = genuine_seconds(t, context_.threads);
  const double limit = papilio_limit(genuine);
  const double papilio = papilio_below(limit);
  const std::string model = fmt::format("model: FFTW {:.3g} ms, Papilio {:.3g} ms", 1e3 * genuine, 1e3 * papilio);
  if (papilio >= limit) {
    const bool repays = 2 * papilio < genuine;
    return genuine_if_possible(model + (repays ? ", which saves less than opening the device takes" : ""));
  }
  return by_papilio(model) || genuine_if_possible(fmt::format("{}; but Papilio: {}", model, state_.why));
}

bool LibraryChoice::out_of_time() const {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
  return context_.time_limit >= 0 && taken.count() > context_.time_limit;
}

bool LibraryChoice::by_contest() {
  if (!by_genuine("measured", request_.flags)) return by_papilio("the genuine library refuses it");
  const Transform& t = state_.transform;
  const PlanArrays& arrays = request_.arrays;
  zero(t, TransformSide::in, arrays.in, arrays.in_imaginary);
  zero(t, TransformSide::out, arrays.out, arrays.out_imaginary);
  const auto run_genuine = [&] { genuine_->execute(t, state_.genuine, arrays); };
  run_genuine();  // not timed: its caches are cold
  const ContestClock clock = ContestClock::system();
  const double seconds = seconds_of(run_genuine, 200e-6, clock).elapsed;
  const std::string measured = fmt::format("measured: FFTW {:.3g} ms", 1e3 * seconds);
  state_.why = measured;
  if (seconds < least_papilio_seconds(ComputedIn::host_memory) || out_of_time()) return true;
  if (papilio_below(hopeless * seconds) >= hopeless * seconds) {
    state_.why = measured + ", Papilio by the model more";
    return true;
  }
  Engine* const engine = Engine::get();
  if (engine == nullptr) {
    state_.why = measured + "; Papilio has no device: " + Engine::why_not();
    return true;
  }
  if (!by_papilio("measured")) {
    state_.why = measured + "; Papilio: " + state_.why;
    state_.who = Who::genuine;
    return true;
  }
  const Contestants candidates{run_genuine, [&] { state_.program->execute(arrays); }};
  settle(contest(candidates, std::thread::hardware_concurrency(), clock), engine->id());
  return true;
}

void LibraryChoice::settle(const Decided& decided, const std::string& device) {
  const RoundOutcome& last = decided.last;
  const std::string result = fmt::format(
      "measured: FFTW {:.3g} ms, Papilio {:.3g} ms, mostly {:.2f} times as fast, by processor time {:.2f} times",
      1e3 * last.genuine, 1e3 * last.papilio, last.advantage, last.thrift);
  const bool wins = decided.objection.empty();
  state_.who = wins ? Who::papilio : Who::genuine;
  wisdom_.learn(key_, state_.who);
  if (wins) {
    state_.why = fmt::format("on {}: {}", device, result);
    genuine_->functions().destroy_plan(state_.genuine);
    state_.genuine = nullptr;
  } else {
    state_.why = fmt::format("{}: {}", result, decided.objection);
    state_.program.reset();
  }
}

bool LibraryChoice::alone() {
  if (asks_for(flag::wisdom_only) || !by_papilio(Genuine::why_not())) return false;
  wisdom_.learn(estimates() ? estimated_key() : key_, Who::alone);
  return true;
}

bool LibraryChoice::run() {
  std::optional<Who> who = wisdom_.recall(key_);
  if (!who && asks_for(flag::wisdom_only) && estimates()) who = wisdom_.recall(estimated_key());
  if (who && (genuine_ == nullptr || *who != Who::alone)) return by_wisdom(*who);
  if (genuine_ == nullptr) return alone();
  if (asks_for(flag::wisdom_only)) return by_genuine("the genuine library's wisdom", request_.flags);
  return estimates() ? by_model() : by_contest();
}

}  // namespace

bool decide(const PlannerRequest& request, const PlanningContext& context, PlanWisdom& wisdom, PlanState& state) {
  return LibraryChoice(request, context, wisdom, state).run();
}

}  // namespace papilio::fftw3
