// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <papilio/error.hpp>
#include <vector>

#include "bench/peers/cufft_api.hpp"
#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peers.hpp"

namespace papilio::bench {
namespace {

using namespace cufft;

ForeignNames names() {
  // CUDA 13, 12 and 11 in turn.
  return {"cufft", "PAPILIO_CUFFT_LIBRARY", in_cuda_folders({"libcufft.so.12", "libcufft.so.11", "libcufft.so.10"}),
          "install CUDA's libcufft, or name the file in PAPILIO_CUFFT_LIBRARY"};
}

void check(cufftResult status, const char* what) {
  if (status == CUFFT_SUCCESS) return;
  const std::string why = fmt::format("cufftResult {}", static_cast<int>(status));
  throw status == CUFFT_ALLOC_FAILED ? Error::out_of_memory(what, why, "ask for fewer --bytes")
                                     : Error::device_failed(what, why);
}

cufftType type_of(const Problem& problem) {
  const bool single = problem.precision == Precision::f32;
  if (problem.kind == Kind::r2c) return single ? CUFFT_R2C : CUFFT_D2Z;
  if (problem.kind == Kind::c2r) return single ? CUFFT_C2R : CUFFT_Z2D;
  return single ? CUFFT_C2C : CUFFT_Z2Z;
}

class CufftPeer final : public Peer {
 public:
  explicit CufftPeer(DeviceArena& arena) : arena_(arena), library_(names()) {
#define PAPILIO_CUFFT_LOOK_UP(name) library_.look_up(api_.name, #name);
    PAPILIO_CUFFT_SYMBOLS(PAPILIO_CUFFT_LOOK_UP)
#undef PAPILIO_CUFFT_LOOK_UP
  }
  ~CufftPeer() override { drop(); }

  [[nodiscard]] std::string version() const override {
    int version = 0;  // 12103 is 12.1.3
    check(api_.cufftGetVersion(&version), "cufftGetVersion");
    return fmt::format("{}.{}.{}", version / 1000, version / 100 % 10, version % 100);
  }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<Refusal> plan(const Problem& problem) override {
    drop();
    if (problem.lengths.size() > 3) return Refusal{Outcome::unsupported, "more than three axes"};
    try {
      make(problem);
    } catch (const Error& error) {
      drop();
      return Refusal{Outcome::failed, error.what()};
    }
    return std::nullopt;
  }

  void enqueue() override {
    void* const input = arena_.native(Part::input);
    void* const output = arena_.native(Part::output);
    switch (type_) {
      case CUFFT_C2C: check(api_.cufftExecC2C(plan_, input, output, direction_), "cufftExecC2C"); break;
      case CUFFT_Z2Z: check(api_.cufftExecZ2Z(plan_, input, output, direction_), "cufftExecZ2Z"); break;
      case CUFFT_R2C: check(api_.cufftExecR2C(plan_, input, output), "cufftExecR2C"); break;
      case CUFFT_D2Z: check(api_.cufftExecD2Z(plan_, input, output), "cufftExecD2Z"); break;
      case CUFFT_C2R: check(api_.cufftExecC2R(plan_, input, output), "cufftExecC2R"); break;
      case CUFFT_Z2D: check(api_.cufftExecZ2D(plan_, input, output), "cufftExecZ2D"); break;
    }
  }

  void release() override { drop(); }

 private:
  void drop() {
    if (made_) api_.cufftDestroy(plan_);
    made_ = false;
  }

  void make(const Problem& problem) {
    check(api_.cufftCreate(&plan_), "cufftCreate");
    made_ = true;
    type_ = type_of(problem);
    direction_ = problem.direction == Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
    std::vector<long long> lengths(problem.lengths.begin(), problem.lengths.end());
    std::size_t work_bytes = 0;  // allocated by cuFFT itself
    // Without `embed` the arrays are packed, and strides and distances are not looked at.
    check(api_.cufftMakePlanMany64(plan_, static_cast<int>(lengths.size()), lengths.data(), nullptr, 1,
                                   problem.in_distance, nullptr, 1, problem.out_distance, type_, problem.batch,
                                   &work_bytes),
          "cufftMakePlanMany64");
    check(api_.cufftSetStream(plan_, arena_.native().queue), "cufftSetStream");
  }

  DeviceArena& arena_;
  ForeignLibrary library_;
  Symbols api_;
  cufftHandle plan_ = 0;
  bool made_ = false;
  cufftType type_ = CUFFT_C2C;
  int direction_ = CUFFT_FORWARD;
};

}  // namespace

std::unique_ptr<Peer> make_cufft_peer(DeviceArena& arena) {
  if (arena.native().driver != Driver::cuda) {
    throw Error::unsupported("cufft", "it needs CUDA, and the device is " + arena.device().info().id,
                             "use --device cuda:0");
  }
  return std::make_unique<CufftPeer>(arena);
}

}  // namespace papilio::bench
