// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// ducc0, the successor of pocketfft, through its Python module, because it has no C interface.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <papilio/error.hpp>
#include <vector>

#include "bench/peers/ability.hpp"
#include "bench/peers/peers.hpp"
#include "bench/peers/placed_arrays.hpp"
#include "bench/traffic.hpp"

namespace papilio::bench {
namespace {

/// An expression for one side of the problem. Repeats come first, then the axes that are transformed.
std::string array_of(const Problem& problem, const void* address, bool input) {
  const bool real = input ? problem.real_input() : problem.real_output();
  const Loops loops = loops_of(problem);
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  const auto add = [&](const GuruLoop& loop, std::int64_t count) {
    shape.push_back(count);
    strides.push_back(input ? loop.in_stride : loop.out_stride);
  };
  for (const GuruLoop& loop : loops.repeats) add(loop, loop.count);
  for (const GuruLoop& loop : loops.axes) add(loop, loop.count);
  if (problem.halves() && !real) shape.back() = loops.axes.back().count / 2 + 1;
  const int bytes = (problem.precision == Precision::f32 ? 4 : 8) * (real ? 1 : 2);
  return array_text(address, real ? 'f' : 'c', bytes, shape, strides);
}

/// ducc0's function and its arguments for the kind.
std::string function_of(const Problem& problem) {
  const std::string kind = problem.token().substr(0, 4);  // "dct2", of real-to-real kinds
  switch (problem.kind) {
    case Kind::c2c:
      return fmt::format("c2c(i, forward={}, ", problem.direction == Direction::forward ? "True" : "False");
    case Kind::r2c:
      return "r2c(i, forward=True, ";
    case Kind::c2r:
      return fmt::format("c2r(i, forward=False, lastsize={}, allow_overwriting_input=True, ",
                         loops_of(problem).axes.back().count);
    case Kind::dht:
      return "separable_fht(i, ";
    default:
      return fmt::format("{}(i, type={}, ", kind.substr(0, 3), kind.substr(3));
  }
}

class DuccPeer final : public PythonPeer {
 public:
  DuccPeer(HostArena& arena, int threads)
      : PythonPeer(arena, threads, "ducc", "ducc0", "import ducc0, numpy\nversion = ducc0.__version__\n") {}

  std::optional<PeerRefusal> plan(const Problem& problem) override {
    if (auto why = obstacle(problem, {.real_to_real = true, .offsets = true}))
      return PeerRefusal{PeerOutcome::unsupported, *why};
    const Loops loops = loops_of(problem);
    const std::byte* const in = memory().input() + problem.in_offset * problem.input_element_bytes();
    const std::byte* const out = (result_part(problem) == Part::input ? memory().input() : memory().output()) +
                                 problem.out_offset * problem.output_element_bytes();
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < loops.axes.size(); ++i) axes.push_back(loops.repeats.size() + i);
    return define(fmt::format("i = {}\no = {}\nrun = lambda: ducc0.fft.{}axes=({},), inorm=0, out=o, nthreads={})\n",
                              array_of(problem, in, true), array_of(problem, out, false), function_of(problem),
                              fmt::join(axes, ","), threads()));
  }
  std::optional<PeerRefusal> plan(const verify::PlacedNufft& problem) override {
    if (problem.batch > 1) return PeerRefusal{PeerOutcome::unsupported, "it transforms one array with its points"};
    arrays_ = PlacedArrays(problem, memory());
    const auto stacked = [&](char name) {
      std::string list;
      for (int axis = 0; axis < problem.dimensions(); ++axis) list += fmt::format("{}{},", name, axis);
      return fmt::format("numpy.ascontiguousarray(numpy.stack(({}), axis=1))", list);
    };
    const std::string options =
        fmt::format("forward={}, epsilon={}, nthreads={}, points_out=o)",
                    problem.direction == Direction::forward ? "True" : "False", problem.tolerance, threads());
    if (problem.type == NufftType::type3) {
      return define(fmt::format(
          "{}x = {}\ns = {}\nrun = lambda: ducc0.nufft.experimental.nu2nu(points_in=i, coord_in=x, coord_out=s, {}\n",
          arrays_.statements(), stacked('x'), stacked('s'), options));
    }
    const bool to_modes = problem.type == NufftType::type1;
    return define(fmt::format(
        "{}x = {}\np = ducc0.nufft.plan(nu2u={}, coord=x, grid_shape=({},), epsilon={}, nthreads={}, "
        "fft_order={}, periodicity=2 * numpy.pi)\n"
        "run = lambda: p.{}({}=i, forward={}, out=o)\n",
        arrays_.statements(), stacked('x'), to_modes ? "True" : "False", fmt::join(problem.modes, ","),
        problem.tolerance, threads(), problem.order == ModeOrder::fft ? "True" : "False", to_modes ? "nu2u" : "u2nu",
        to_modes ? "points" : "grid", problem.direction == Direction::forward ? "True" : "False"));
  }

 private:
  PlacedArrays arrays_;
};

}  // namespace

std::unique_ptr<Peer> make_ducc_peer(HostArena& arena, int threads) {
  return std::make_unique<DuccPeer>(arena, threads);
}

}  // namespace papilio::bench
