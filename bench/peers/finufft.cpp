// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// finufft, through its Python module: non-uniform transforms on CPUs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <papilio/error.hpp>
#include <vector>

#include "bench/peers/peers.hpp"
#include "bench/peers/placed_arrays.hpp"

namespace papilio::bench {
namespace {

class FinufftPeer final : public PythonPeer {
 public:
  FinufftPeer(HostArena& arena, int threads)
      : PythonPeer(arena, threads, "finufft", "finufft", "import finufft\nversion = finufft.__version__\n") {}

  std::optional<PeerRefusal> plan(const Problem& /*problem*/) override {
    return PeerRefusal{PeerOutcome::unsupported, "it is measured with non-uniform transforms alone"};
  }
  std::optional<PeerRefusal> plan(const verify::PlacedNufft& problem) override {
    arrays_ = PlacedArrays(problem, memory());
    const bool type3 = problem.type == NufftType::type3;
    const std::string size =
        type3 ? std::to_string(problem.dimensions()) : fmt::format("({},)", fmt::join(problem.modes, ","));
    std::string points;
    for (int axis = 0; axis < problem.dimensions(); ++axis) points += fmt::format("x{}, ", axis);
    if (type3) {
      points += problem.dimensions() < 3 ? "z=None, " : "";
      for (int axis = 0; axis < problem.dimensions(); ++axis) points += fmt::format("{}=s{}, ", "stu"[axis], axis);
      if (problem.dimensions() == 1) points.replace(points.find("z="), 0, "y=None, ");
    }
    return define(
        fmt::format("{}p = finufft.Plan({}, {}, {}, {}, {}, dtype='{}', nthreads={}{})\np.setpts({})\n"
                    "run = lambda: p.execute(i, out=o)\n",
                    arrays_.statements(), static_cast<int>(problem.type) + 1, size, problem.batch, problem.tolerance,
                    problem.direction == Direction::forward ? -1 : 1,
                    problem.precision == Precision::f32 ? "complex64" : "complex128", threads(),
                    problem.order == ModeOrder::fft ? ", modeord=1" : "", points));
  }

 private:
  PlacedArrays arrays_;
};

}  // namespace

std::unique_ptr<Peer> make_finufft_peer(HostArena& arena, int threads) {
  return std::make_unique<FinufftPeer>(arena, threads);
}

}  // namespace papilio::bench
