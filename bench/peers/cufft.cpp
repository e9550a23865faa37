// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <bit>
#include <papilio/error.hpp>
#include <vector>

#include "bench/peers/ability.hpp"
#include "bench/peers/cufft_api.hpp"
#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peers.hpp"
#include "bench/traffic.hpp"

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

/// For half precision; std::nullopt for others.
struct HalfTypes {
  DataType real;
  DataType complex;
};
std::optional<HalfTypes> half_types(const Problem& problem) {
  if (problem.in_storage == Storage::f16) return HalfTypes{CUDA_R_16F, CUDA_C_16F};
  if (problem.in_storage == Storage::bf16) return HalfTypes{CUDA_R_16BF, CUDA_C_16BF};
  return std::nullopt;
}

/// Why cuFFT cannot do a problem ("cuFFT API Reference": data layout, half-precision transforms).
std::optional<std::string> cufft_obstacle(const Problem& problem) {
  if (problem.transformed_axes().size() > 3) return "more than three axes";
  if (auto why = obstacle(problem, {.half = true, .offsets = true})) return why;
  if (!embeddings_of(problem)) return "more than one loop around its transforms, or rows of no constant distance";
  if (!half_types(problem)) return std::nullopt;
  for (const int axis : problem.transformed_axes()) {
    const auto n = static_cast<std::uint64_t>(problem.lengths[static_cast<std::size_t>(axis)]);
    if (!std::has_single_bit(n)) return "half precision of a length that is no power of two";
  }
  return std::nullopt;
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

  std::optional<PeerRefusal> plan(const Problem& problem) override {
    drop();
    if (auto why = cufft_obstacle(problem)) return PeerRefusal{PeerOutcome::unsupported, *why};
    try {
      make(problem);
    } catch (const Error& error) {
      drop();
      return PeerRefusal{PeerOutcome::failed, error.what()};
    }
    return std::nullopt;
  }

  void enqueue() override {
    // Buffer handles of CUDA are addresses.
    void* const input = static_cast<std::byte*>(arena_.native(Part::input)) + in_offset_;
    void* const output = static_cast<std::byte*>(arena_.native(to_)) + out_offset_;
    if (half_) return check(api_.cufftXtExec(plan_, input, output, direction_), "cufftXtExec");
    switch (type_) {
      case CUFFT_C2C:
        check(api_.cufftExecC2C(plan_, input, output, direction_), "cufftExecC2C");
        break;
      case CUFFT_Z2Z:
        check(api_.cufftExecZ2Z(plan_, input, output, direction_), "cufftExecZ2Z");
        break;
      case CUFFT_R2C:
        check(api_.cufftExecR2C(plan_, input, output), "cufftExecR2C");
        break;
      case CUFFT_D2Z:
        check(api_.cufftExecD2Z(plan_, input, output), "cufftExecD2Z");
        break;
      case CUFFT_C2R:
        check(api_.cufftExecC2R(plan_, input, output), "cufftExecC2R");
        break;
      case CUFFT_Z2D:
        check(api_.cufftExecZ2D(plan_, input, output), "cufftExecZ2D");
        break;
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
    half_ = half_types(problem).has_value();
    to_ = result_part(problem);
    in_offset_ = problem.in_offset * problem.input_element_bytes();
    out_offset_ = problem.out_offset * problem.output_element_bytes();
    std::vector<long long> lengths;
    for (const int axis : problem.transformed_axes())
      lengths.push_back(problem.lengths[static_cast<std::size_t>(axis)]);
    const Embeddings layout = *embeddings_of(problem);
    std::vector<long long> in_embed(layout.in.embed.begin(), layout.in.embed.end());
    std::vector<long long> out_embed(layout.out.embed.begin(), layout.out.embed.end());
    // Without `embed` the arrays are packed, and cuFFT ignores strides and distances.
    const bool packed = is_packed(problem) && to_ == Part::output;
    const auto rank = static_cast<int>(lengths.size());
    long long* const in = packed ? nullptr : in_embed.data();
    long long* const out = packed ? nullptr : out_embed.data();
    std::size_t work_bytes = 0;  // allocated by cuFFT itself
    if (const std::optional<HalfTypes> types = half_types(problem)) {
      check(api_.cufftXtMakePlanMany(plan_, rank, lengths.data(), in, layout.in.stride, layout.in.distance,
                                     problem.real_input() ? types->real : types->complex, out, layout.out.stride,
                                     layout.out.distance, problem.real_output() ? types->real : types->complex,
                                     layout.repeats, &work_bytes, types->complex),
            "cufftXtMakePlanMany");
    } else {
      check(api_.cufftMakePlanMany64(plan_, rank, lengths.data(), in, layout.in.stride, layout.in.distance, out,
                                     layout.out.stride, layout.out.distance, type_, layout.repeats, &work_bytes),
            "cufftMakePlanMany64");
    }
    check(api_.cufftSetStream(plan_, arena_.native().queue), "cufftSetStream");
  }

  DeviceArena& arena_;
  ForeignLibrary library_;
  CufftSymbols api_;
  cufftHandle plan_ = 0;
  bool made_ = false;
  cufftType type_ = CUFFT_C2C;
  int direction_ = CUFFT_FORWARD;
  bool half_ = false;
  Part to_ = Part::output;
  std::int64_t in_offset_ = 0;  ///< bytes
  std::int64_t out_offset_ = 0;
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
