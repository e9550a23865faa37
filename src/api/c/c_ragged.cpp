// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's ragged batches.
#include <papilio/ragged.h>

#include <complex>
#include <papilio/ragged.hpp>

#include "api/c/c_support.hpp"

using papilio::ConstHostSpan;
using papilio::Error;
using papilio::HostSpan;
using papilio::Kind;
using papilio::RaggedProblem;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::make_handle;

struct papilio_ragged {
  papilio::RaggedPlan value;
};

namespace {

RaggedProblem ragged_problem_from_c(const papilio_ragged_problem& problem) {
  constexpr std::int64_t most = std::int64_t{1} << 24;
  if (problem.count < 1 || problem.count > most || problem.lengths == nullptr) {
    throw Error::invalid_argument(fmt::format("papilio_ragged_problem.count {}", problem.count),
                                  problem.lengths == nullptr ? "lengths is null" : "there is no such number of lengths",
                                  "give 1 to 2^24 lengths");
  }
  const auto list = [&](const std::int64_t* numbers) {
    return numbers == nullptr ? std::vector<std::int64_t>{} : std::vector(numbers, numbers + problem.count);
  };
  const Kind kind = enumerator<Kind>(problem.kind, 12, "papilio_ragged_problem.kind", "papilio_kind");
  RaggedProblem result;
  result.kind = kind;
  result.precision =
      enumerator<papilio::Precision>(problem.precision, 4, "papilio_ragged_problem.precision", "papilio_precision");
  result.direction =
      enumerator<papilio::Direction>(problem.direction, 2, "papilio_ragged_problem.direction", "papilio_direction");
  if (kind == Kind::c2r) result.direction = papilio::Direction::inverse;
  result.scale = enumerator<papilio::Scale>(problem.scale, 3, "papilio_ragged_problem.scale", "papilio_scale");
  result.lengths = list(problem.lengths);
  result.in_offsets = list(problem.in_offsets);
  result.out_offsets = list(problem.out_offsets);
  result.batch = problem.batch == 0 ? 1 : problem.batch;
  result.in_distance = problem.in_distance;
  result.out_distance = problem.out_distance;
  result.in_stride = problem.in_stride == 0 ? 1 : problem.in_stride;
  result.out_stride = problem.out_stride == 0 ? 1 : problem.out_stride;
  return result;
}

template <class Real>
papilio::Timing execute_ragged(const papilio::RaggedPlan& plan, const void* in, void* out) {
  const RaggedProblem& problem = plan.problem();
  const auto inputs = static_cast<std::size_t>(problem.all_elements(true));
  const auto outputs = static_cast<std::size_t>(problem.all_elements(false));
  using Number = std::complex<Real>;
  const ConstHostSpan from = problem.kind == Kind::r2c
                                 ? ConstHostSpan(std::span(static_cast<const Real*>(in), inputs))
                                 : ConstHostSpan(std::span(static_cast<const Number*>(in), inputs));
  const HostSpan to = problem.kind == Kind::c2r ? HostSpan(std::span(static_cast<Real*>(out), outputs))
                                                : HostSpan(std::span(static_cast<Number*>(out), outputs));
  return plan.execute(from, to);
}

}  // namespace

papilio_status papilio_ragged_create(const papilio_device* device, const papilio_ragged_problem* problem,
                                     papilio_ragged** ragged) {
  const char* const function = __func__;
  return make_handle(ragged, function, {{device, "device"}}, [&] {
    papilio::api::require_struct(problem, function, "problem", "papilio_ragged_problem");
    return papilio::RaggedPlan(device->value, ragged_problem_from_c(*problem));
  });
}

papilio_status papilio_ragged_create_from_token(const papilio_device* device, const char* token,
                                                papilio_ragged** ragged) {
  return make_handle(ragged, __func__, {{device, "device"}, {token, "token"}},
                     [&] { return papilio::RaggedPlan(device->value, RaggedProblem::parse(token)); });
}

papilio_status papilio_ragged_create_at(const papilio_ragged* ragged, const papilio_stream* stream,
                                        const papilio_buffer* in_offsets, const papilio_buffer* out_offsets,
                                        papilio_ragged** at) {
  return make_handle(at, __func__, {{ragged, "ragged"}, {stream, "stream"}}, [&] {
    const auto buffer = [](const papilio_buffer* offsets) {
      return offsets == nullptr ? papilio::Buffer() : offsets->value;
    };
    return ragged->value.at(stream->value, buffer(in_offsets), buffer(out_offsets));
  });
}

void papilio_ragged_destroy(papilio_ragged* ragged) { delete ragged; }

papilio_status papilio_ragged_get_elements(const papilio_ragged* ragged, int64_t* inputs, int64_t* outputs) {
  return guarded(__func__, {{ragged, "ragged"}}, [&] {
    if (inputs != nullptr) *inputs = ragged->value.problem().all_elements(true);
    if (outputs != nullptr) *outputs = ragged->value.problem().all_elements(false);
  });
}

papilio_status papilio_ragged_get_launches(const papilio_ragged* ragged, int* launches) {
  return guarded(__func__, {{ragged, "ragged"}, {launches, "launches"}}, [&] { *launches = ragged->value.launches(); });
}

papilio_status papilio_ragged_execute_host(const papilio_ragged* ragged, const void* in, void* out,
                                           papilio_timing* timing) {
  return guarded(__func__, {{ragged, "ragged"}, {in, "in"}, {out, "out"}}, [&] {
    const bool single = ragged->value.problem().precision == papilio::Precision::f32;
    const papilio::Timing took =
        single ? execute_ragged<float>(ragged->value, in, out) : execute_ragged<double>(ragged->value, in, out);
    if (timing != nullptr) *timing = papilio::api::to_c(took);
  });
}

papilio_status papilio_ragged_execute(const papilio_ragged* ragged, const papilio_stream* stream,
                                      const papilio_buffer* in, const papilio_buffer* out) {
  return guarded(__func__, {{ragged, "ragged"}, {stream, "stream"}, {in, "in"}, {out, "out"}},
                 [&] { ragged->value.execute(stream->value, in->value, out->value); });
}
