// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's plane waves in a sphere.
#include <papilio/sphere.h>

#include <complex>
#include <limits>
#include <papilio/sphere.hpp>

#include "api/c/c_support.hpp"

using papilio::ConstHostSpan;
using papilio::Direction;
using papilio::Error;
using papilio::HostSpan;
using papilio::SphereProblem;
using papilio::api::enumerator;
using papilio::api::guarded;

struct papilio_sphere {
  papilio::Sphere value;
};

namespace {

SphereProblem sphere_problem_from_c(const papilio_sphere_problem& problem) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (problem.count < 1 || problem.count > most || problem.triplets == nullptr) {
    throw Error::invalid_argument(
        fmt::format("papilio_sphere_problem.count {}", problem.count),
        problem.triplets == nullptr ? "triplets is null" : "there is no such number of coefficients",
        "give 1 to 2^31 - 1 triplets");
  }
  SphereProblem result;
  result.precision =
      enumerator<papilio::Precision>(problem.precision, 4, "papilio_sphere_problem.precision", "papilio_precision");
  result.box = {problem.box[0], problem.box[1], problem.box[2]};
  for (std::int64_t g = 0; g < problem.count; ++g) {
    const std::int32_t* const triplet = problem.triplets + 3 * g;
    result.triplets.push_back({triplet[0], triplet[1], triplet[2]});
  }
  result.batch = problem.batch == 0 ? 1 : problem.batch;
  result.scale = enumerator<papilio::Scale>(problem.scale, 3, "papilio_sphere_problem.scale", "papilio_scale");
  return result;
}

template <class Real>
papilio::Timing execute_sphere(const papilio::Sphere& sphere, const void* in, void* out, Direction direction) {
  using Number = std::complex<Real>;
  const SphereProblem& problem = sphere.problem();
  const auto batch = static_cast<std::size_t>(problem.batch);
  const std::size_t packed = batch * problem.triplets.size();
  const std::size_t dense = batch * static_cast<std::size_t>(problem.box_elements());
  const bool forward = direction == Direction::forward;
  const ConstHostSpan from = std::span(static_cast<const Number*>(in), forward ? dense : packed);
  const HostSpan to = std::span(static_cast<Number*>(out), forward ? packed : dense);
  return forward ? sphere.forward(from, to) : sphere.backward(from, to);
}

void execute_on_host(const papilio::Sphere& sphere, const void* in, void* out, Direction direction,
                     papilio_timing* timing) {
  const papilio::Timing took = sphere.problem().precision == papilio::Precision::f32
                                   ? execute_sphere<float>(sphere, in, out, direction)
                                   : execute_sphere<double>(sphere, in, out, direction);
  if (timing != nullptr) *timing = papilio::api::to_c(took);
}

}  // namespace

papilio_status papilio_sphere_create(const papilio_device* device, const papilio_sphere_problem* problem,
                                     papilio_sphere** sphere) {
  const char* const function = __func__;
  return papilio::api::make_handle(sphere, function, {{device, "device"}}, [&] {
    papilio::api::require_struct(problem, function, "problem", "papilio_sphere_problem");
    return papilio::Sphere(device->value, sphere_problem_from_c(*problem));
  });
}

void papilio_sphere_destroy(papilio_sphere* sphere) { delete sphere; }

papilio_status papilio_sphere_backward_host(const papilio_sphere* sphere, const void* coefficients, void* space,
                                            papilio_timing* timing) {
  return guarded(__func__, {{sphere, "sphere"}, {coefficients, "coefficients"}, {space, "space"}},
                 [&] { execute_on_host(sphere->value, coefficients, space, Direction::inverse, timing); });
}

papilio_status papilio_sphere_forward_host(const papilio_sphere* sphere, const void* space, void* coefficients,
                                           papilio_timing* timing) {
  return guarded(__func__, {{sphere, "sphere"}, {space, "space"}, {coefficients, "coefficients"}},
                 [&] { execute_on_host(sphere->value, space, coefficients, Direction::forward, timing); });
}

papilio_status papilio_sphere_backward(const papilio_sphere* sphere, const papilio_stream* stream,
                                       const papilio_buffer* coefficients, const papilio_buffer* space) {
  return guarded(__func__, {{sphere, "sphere"}, {stream, "stream"}, {coefficients, "coefficients"}, {space, "space"}},
                 [&] { sphere->value.backward(stream->value, coefficients->value, space->value); });
}

papilio_status papilio_sphere_forward(const papilio_sphere* sphere, const papilio_stream* stream,
                                      const papilio_buffer* space, const papilio_buffer* coefficients) {
  return guarded(__func__, {{sphere, "sphere"}, {stream, "stream"}, {space, "space"}, {coefficients, "coefficients"}},
                 [&] { sphere->value.forward(stream->value, space->value, coefficients->value); });
}
