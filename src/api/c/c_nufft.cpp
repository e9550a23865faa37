// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's non-uniform transforms.
#include <papilio/nufft.h>

#include <complex>
#include <papilio/nufft.hpp>

#include "api/c/c_support.hpp"

using papilio::ConstHostSpan;
using papilio::Error;
using papilio::HostSpan;
using papilio::NufftCoordinates;
using papilio::NufftProblem;
using papilio::NufftType;
using papilio::api::enumerator;
using papilio::api::guarded;
using papilio::api::make_handle;

struct papilio_nufft {
  papilio::Nufft value;
};

namespace {

NufftProblem nufft_problem_from_c(const papilio_nufft_problem& problem) {
  if (problem.type < 1 || problem.type > 3) {
    throw Error::invalid_argument(fmt::format("papilio_nufft_problem.type {}", problem.type), "no such type",
                                  "give 1, 2 or 3");
  }
  if (problem.axes < 1 || problem.axes > 3) {
    throw Error::invalid_argument(fmt::format("papilio_nufft_problem.axes {}", problem.axes), "no such number of axes",
                                  "give 1, 2 or 3");
  }
  if (problem.sign < -1 || problem.sign > 1) {
    throw Error::invalid_argument(fmt::format("papilio_nufft_problem.sign {}", problem.sign), "no such sign",
                                  "give 1 or -1, or 0 for that of the type");
  }
  const int axes_with_modes = problem.type == 3 ? 0 : problem.axes;
  for (int axis = axes_with_modes; axis < 3; ++axis) {
    if (problem.modes[axis] == 0) continue;
    throw Error::invalid_argument(fmt::format("papilio_nufft_problem.modes[{}] {}", axis, problem.modes[axis]),
                                  fmt::format("there are modes along {} axes", axes_with_modes), "give 0");
  }
  const int sign = problem.sign != 0 ? problem.sign : problem.type == 2 ? -1 : 1;
  return {.type = static_cast<NufftType>(problem.type - 1),
          .precision = papilio::api::precision_of_floats(problem.precision, "papilio_nufft_problem.precision",
                                                         "non-uniform transforms"),
          .modes = {problem.modes, problem.modes + axes_with_modes},
          .batch = problem.batch == 0 ? 1 : problem.batch,
          .tolerance = problem.tolerance == 0 ? 1e-6 : problem.tolerance,
          .direction = sign > 0 ? papilio::Direction::inverse : papilio::Direction::forward,
          .order = problem.fft_order != 0 ? papilio::ModeOrder::fft : papilio::ModeOrder::increasing,
          .axes = problem.type == 3 ? problem.axes : 0};
}

/// Spans of the arrays, which are those of the problem's axes unless there are no numbers.
NufftCoordinates from_c(const papilio_nufft_coordinates* coordinates, const NufftProblem& problem,
                        const char* argument) {
  papilio::api::require_struct(coordinates, "papilio_nufft_set_points", argument, "papilio_nufft_coordinates");
  if (coordinates->count < 0) {
    throw Error::invalid_argument(fmt::format("papilio_nufft_coordinates.count {}", coordinates->count),
                                  "there is no such number of points", "give 0 or more");
  }
  ConstHostSpan spans[3];
  for (int axis = 0; axis < 3; ++axis) {
    const void* const numbers = coordinates->axes[axis];
    const bool wanted = axis < problem.dimensions() && coordinates->count > 0;
    if (wanted != (numbers != nullptr) && coordinates->count > 0) {
      throw Error::invalid_argument(fmt::format("papilio_nufft_coordinates.axes[{}] of {}", axis, argument),
                                    fmt::format("{} has {} axes, and it is {}", problem.token(), problem.dimensions(),
                                                wanted ? "null" : "not null"),
                                    wanted ? "give an array" : "give null");
    }
    if (!wanted) continue;
    const auto count = static_cast<std::size_t>(coordinates->count);
    spans[axis] = problem.precision == papilio::Precision::f32
                      ? ConstHostSpan(std::span(static_cast<const float*>(numbers), count))
                      : ConstHostSpan(std::span(static_cast<const double*>(numbers), count));
  }
  return {spans[0], spans[1], spans[2]};
}

void set_points(papilio::Nufft& nufft, const papilio_nufft_coordinates* points,
                const papilio_nufft_coordinates* frequencies) {
  const NufftProblem& problem = nufft.problem();
  const NufftCoordinates from = from_c(points, problem, "points");
  if (problem.type == NufftType::type3)
    return nufft.set_points_and_frequencies(from, from_c(frequencies, problem, "frequencies"));
  if (frequencies != nullptr) {
    throw Error::invalid_argument("frequencies of " + problem.token(), "only type 3 has frequencies", "give null");
  }
  nufft.set_points(from.x, from.y, from.z);
}

/// Complex numbers of all transforms, once there are points.
std::int64_t elements_of(const papilio::Nufft& nufft, bool input) {
  const NufftProblem& problem = nufft.problem();
  if (input == (problem.type != NufftType::type2)) return problem.batch * nufft.points();
  return problem.batch * (problem.type == NufftType::type3 ? nufft.frequencies() : problem.points_of_grid());
}

template <class Real>
papilio::Timing execute(const papilio::Nufft& nufft, const void* in, void* out) {
  using Number = std::complex<Real>;
  return nufft.execute(
      std::span(static_cast<const Number*>(in), static_cast<std::size_t>(elements_of(nufft, true))),
      HostSpan(std::span(static_cast<Number*>(out), static_cast<std::size_t>(elements_of(nufft, false)))));
}

}  // namespace

papilio_status papilio_nufft_create(const papilio_device* device, const papilio_nufft_problem* problem,
                                    papilio_nufft** nufft) {
  const char* const function = __func__;
  return make_handle(nufft, function, {{device, "device"}}, [&] {
    papilio::api::require_struct(problem, function, "problem", "papilio_nufft_problem");
    return papilio::Nufft(device->value, nufft_problem_from_c(*problem));
  });
}

papilio_status papilio_nufft_create_from_token(const papilio_device* device, const char* token, papilio_nufft** nufft) {
  return make_handle(nufft, __func__, {{device, "device"}, {token, "token"}},
                     [&] { return papilio::Nufft(device->value, NufftProblem::parse(token)); });
}

void papilio_nufft_destroy(papilio_nufft* nufft) { delete nufft; }

papilio_status papilio_nufft_set_points(papilio_nufft* nufft, const papilio_nufft_coordinates* points,
                                        const papilio_nufft_coordinates* frequencies) {
  return guarded(__func__, {{nufft, "nufft"}}, [&] {
    try {
      set_points(nufft->value, points, frequencies);
    } catch (...) {
      nufft->value = papilio::Nufft(nufft->value.device(), nufft->value.problem());  // without points
      throw;
    }
  });
}

papilio_status papilio_nufft_set_points_on_device(papilio_nufft* nufft, const papilio_stream* stream, int64_t count,
                                                  const papilio_buffer* const axes[3]) {
  return guarded(__func__, {{nufft, "nufft"}, {stream, "stream"}, {axes, "axes"}}, [&] {
    papilio::Buffer buffers[3];
    for (int axis = 0; axis < 3; ++axis) {
      if (axes[axis] != nullptr) buffers[axis] = axes[axis]->value;
    }
    nufft->value.set_points(stream->value, count, buffers[0], buffers[1], buffers[2]);
  });
}

papilio_status papilio_nufft_get_elements(const papilio_nufft* nufft, int64_t* inputs, int64_t* outputs) {
  return guarded(__func__, {{nufft, "nufft"}}, [&] {
    if (inputs != nullptr) *inputs = elements_of(nufft->value, true);
    if (outputs != nullptr) *outputs = elements_of(nufft->value, false);
  });
}

papilio_status papilio_nufft_execute_host(const papilio_nufft* nufft, const void* in, void* out,
                                          papilio_timing* timing) {
  const char* const function = __func__;
  return guarded(function, {{nufft, "nufft"}}, [&] {
    if (elements_of(nufft->value, true) > 0) papilio::api::require_not_null(in, function, "in");
    if (elements_of(nufft->value, false) > 0) papilio::api::require_not_null(out, function, "out");
    const bool single = nufft->value.problem().precision == papilio::Precision::f32;
    const papilio::Timing took =
        single ? execute<float>(nufft->value, in, out) : execute<double>(nufft->value, in, out);
    if (timing != nullptr) *timing = papilio::api::to_c(took);
  });
}

papilio_status papilio_nufft_execute(const papilio_nufft* nufft, const papilio_stream* stream, const papilio_buffer* in,
                                     const papilio_buffer* out) {
  return guarded(__func__, {{nufft, "nufft"}, {stream, "stream"}, {in, "in"}, {out, "out"}},
                 [&] { nufft->value.execute(stream->value, in->value, out->value); });
}
