// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// cuFINUFFT: non-uniform transforms on CUDA. Its types and functions are those of its manual ("C interface (GPU)").
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <papilio/error.hpp>
#include <string>
#include <vector>

#include "bench/input.hpp"
#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peers.hpp"

namespace papilio::bench {
namespace {

/// cufinufft_opts of version 2.3 and later, and room for what newer ones add.
struct CufinufftOptions {
  double upsampling;
  std::array<int, 14> other;
  void* stream;
  int mode_order;
  std::array<int, 65> more;
};

/// The functions for one precision; all but cufinufft_default_opts() have names of their own.
template <class Real>
struct CufinufftApi {
  int (*make)(int type, int axes, const std::int64_t* modes, int sign, int batch, Real tolerance, void** plan,
              CufinufftOptions* options) = nullptr;
  int (*set_points)(void* plan, std::int64_t count, void* x, void* y, void* z, int frequencies, void* s, void* t,
                    void* u) = nullptr;
  int (*execute)(void* plan, void* strengths, void* modes) = nullptr;
  int (*destroy)(void* plan) = nullptr;

  explicit CufinufftApi(const ForeignLibrary& library) {
    const std::string prefix = sizeof(Real) == sizeof(float) ? "cufinufftf_" : "cufinufft_";
    library.look_up(make, (prefix + "makeplan").c_str());
    library.look_up(set_points, (prefix + "setpts").c_str());
    library.look_up(execute, (prefix + "execute").c_str());
    library.look_up(destroy, (prefix + "destroy").c_str());
  }
};

class CufinufftPeer final : public Peer {
 public:
  explicit CufinufftPeer(DeviceArena& arena)
      : arena_(arena),
        library_({"cufinufft", "PAPILIO_CUFINUFFT_LIBRARY", in_cuda_folders({"libcufinufft.so"}),
                  "name the file of the module cufinufft (PyPI) in PAPILIO_CUFINUFFT_LIBRARY"}),
        single_(library_),
        double_(library_) {
    library_.look_up(defaults_, "cufinufft_default_opts");
  }
  CufinufftPeer(const CufinufftPeer&) = delete;
  CufinufftPeer& operator=(const CufinufftPeer&) = delete;
  ~CufinufftPeer() override { release(); }

  [[nodiscard]] std::string version() const override { return library_.file(); }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<PeerRefusal> plan(const Problem& /*problem*/) override {
    return PeerRefusal{PeerOutcome::unsupported, "it is measured with non-uniform transforms alone"};
  }
  std::optional<PeerRefusal> plan(const verify::PlacedNufft& problem) override {
    release();
    first_ = problem.type != NufftType::type2;
    is_single_ = problem.precision == Precision::f32;
    if (std::max(problem.batch, problem.frequencies) > std::numeric_limits<int>::max())
      return PeerRefusal{PeerOutcome::unsupported, "its batch and its number of frequencies have 32 bits"};
    const int status = is_single_ ? planned(single_, problem) : planned(double_, problem);
    if (status == 0) return std::nullopt;
    release();
    return PeerRefusal{PeerOutcome::failed, fmt::format("cuFINUFFT's status {}", status)};
  }

  void enqueue() override {
    void* const in = arena_.native(Part::input);
    void* const out = arena_.native(Part::output);
    const int status = (is_single_ ? single_.execute : double_.execute)(plan_, first_ ? in : out, first_ ? out : in);
    if (status != 0) throw Error::device_failed("cufinufft_execute", fmt::format("status {}", status));
  }

  void release() override {
    if (plan_ != nullptr) (is_single_ ? single_.destroy : double_.destroy)(plan_);
    plan_ = nullptr;
    coordinates_.clear();
  }

 private:
  /// Axes of cuFINUFFT begin with the contiguous one. Returns its status.
  template <class Real>
  int planned(const CufinufftApi<Real>& api, const verify::PlacedNufft& problem) {
    CufinufftOptions options{};
    defaults_(&options);
    options.stream = arena_.native().queue;
    options.mode_order = problem.order == ModeOrder::fft ? 1 : 0;
    std::array<std::int64_t, 3> modes = {1, 1, 1};  // type 3 has none, and versions read them
    std::copy(problem.modes.rbegin(), problem.modes.rend(), modes.begin());
    const int sign = problem.direction == Direction::forward ? -1 : 1;
    const int status =
        api.make(static_cast<int>(problem.type) + 1, problem.dimensions(), modes.data(), sign,
                 static_cast<int>(problem.batch), static_cast<Real>(problem.tolerance), &plan_, &options);
    if (status != 0) {
      plan_ = nullptr;
      return status;
    }
    const verify::PlacedPoints points = bench_points(problem);
    const std::array<void*, 3> x = uploaded(problem, points.points);
    const std::array<void*, 3> s = uploaded(problem, points.frequencies);
    return api.set_points(plan_, problem.points, x[0], x[1], x[2], static_cast<int>(problem.frequencies), s[0], s[1],
                          s[2]);
  }

  std::array<void*, 3> uploaded(const verify::PlacedNufft& problem, const std::vector<std::vector<double>>& axes) {
    std::array<void*, 3> addresses{};
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const std::vector<std::byte> numbers = verify::stored_coordinates(problem, axes[axes.size() - 1 - axis]);
      const Buffer& to = coordinates_.emplace_back(arena_.allocate(numbers.size()));
      arena_.stream().upload(to, numbers.data(), numbers.size());
      addresses[axis] = arena_.native_of(to);
    }
    return addresses;
  }

  DeviceArena& arena_;
  ForeignLibrary library_;
  CufinufftApi<float> single_;
  CufinufftApi<double> double_;
  void (*defaults_)(CufinufftOptions* options) = nullptr;
  void* plan_ = nullptr;
  bool is_single_ = true;
  bool first_ = true;  ///< strengths are the input
  std::vector<Buffer> coordinates_;
};

}  // namespace

std::unique_ptr<Peer> make_cufinufft_peer(DeviceArena& arena) {
  if (arena.native().driver != Driver::cuda) {
    throw Error::unsupported("cufinufft", "it needs CUDA, and the device is " + arena.device().info().id,
                             "use --device cuda:0");
  }
  if (const std::string& id = arena.device().info().id; id != "cuda:0") {
    throw Error::unsupported("cufinufft", "it computes on the first GPU, and the device is " + id,
                             "use --device cuda:0, and CUDA_VISIBLE_DEVICES for another GPU");
  }
  return std::make_unique<CufinufftPeer>(arena);
}

}  // namespace papilio::bench
