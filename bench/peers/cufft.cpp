// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <papilio/error.hpp>
#include <span>
#include <vector>

#include "api/access.hpp"
#include "bench/input.hpp"
#include "bench/peers/ability.hpp"
#include "bench/peers/cufft_api.hpp"
#include "bench/peers/foreign_library.hpp"
#include "bench/peers/peers.hpp"
#include "bench/traffic.hpp"
#include "core/number_theory.hpp"
#include "runtime/device.hpp"

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

/// A plan of cuFFT.
class CufftTransform {
 public:
  explicit CufftTransform(const CufftSymbols& api) : api_(api) {}
  CufftTransform(const CufftTransform&) = delete;
  CufftTransform& operator=(const CufftTransform&) = delete;
  ~CufftTransform() { drop(); }

  void drop() {
    if (made_) api_.cufftDestroy(plan_);
    made_ = false;
  }

  void make(const Problem& problem, CudaStream stream) {
    drop();
    check(api_.cufftCreate(&plan_), "cufftCreate");
    made_ = true;
    type_ = type_of(problem);
    direction_ = problem.direction == Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
    half_ = half_types(problem).has_value();
    in_offset_ = problem.in_offset * problem.input_element_bytes();
    out_offset_ = problem.out_offset * problem.output_element_bytes();
    std::vector<long long> lengths;
    for (const int axis : problem.transformed_axes())
      lengths.push_back(problem.lengths[static_cast<std::size_t>(axis)]);
    const Embeddings layout = *embeddings_of(problem);
    std::vector<long long> in_embed(layout.in.embed.begin(), layout.in.embed.end());
    std::vector<long long> out_embed(layout.out.embed.begin(), layout.out.embed.end());
    // Without `embed` the arrays are packed, and cuFFT ignores strides and distances.
    const bool packed = is_packed(problem) && problem.placement == Placement::out_of_place;
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
    check(api_.cufftSetStream(plan_, stream), "cufftSetStream");
  }

  /// Addresses of both buffers: handles of CUDA's buffers are that.
  void execute(void* in, void* out) const {
    void* const input = static_cast<std::byte*>(in) + in_offset_;
    void* const output = static_cast<std::byte*>(out) + out_offset_;
    if (half_) return check(api_.cufftXtExec(plan_, input, output, direction_), "cufftXtExec");
    switch (type_) {
      case CUFFT_C2C:
        return check(api_.cufftExecC2C(plan_, input, output, direction_), "cufftExecC2C");
      case CUFFT_Z2Z:
        return check(api_.cufftExecZ2Z(plan_, input, output, direction_), "cufftExecZ2Z");
      case CUFFT_R2C:
        return check(api_.cufftExecR2C(plan_, input, output), "cufftExecR2C");
      case CUFFT_D2Z:
        return check(api_.cufftExecD2Z(plan_, input, output), "cufftExecD2Z");
      case CUFFT_C2R:
        return check(api_.cufftExecC2R(plan_, input, output), "cufftExecC2R");
      case CUFFT_Z2D:
        return check(api_.cufftExecZ2D(plan_, input, output), "cufftExecZ2D");
    }
  }

 private:
  const CufftSymbols& api_;
  cufftHandle plan_ = 0;
  bool made_ = false;
  cufftType type_ = CUFFT_C2C;
  int direction_ = CUFFT_FORWARD;
  bool half_ = false;
  std::int64_t in_offset_ = 0;  ///< bytes
  std::int64_t out_offset_ = 0;
};

/// Why cuFFT's user would need more than two transforms and a product for a convolution.
std::optional<std::string> cufft_obstacle(const ConvolutionProblem& problem) {
  ConvolutionProblem plain;  // what it may have
  plain.operation = problem.operation == Operation::operate ? Operation::operate : Operation::convolve;
  plain.precision = problem.precision;
  plain.field = problem.field;
  plain.mode = ConvolutionMode::circular;
  plain.lengths = plain.kernel_lengths = problem.lengths;
  plain.batch = problem.batch;
  if (problem.lengths.size() <= 3 && problem.normalised() == plain.normalised()) return std::nullopt;
  return "it is measured with circular convolutions of packed arrays along all axes, with one kernel of their lengths";
}

/// Multiplies complex numbers of a batch by those of one array, in place: the kernel that a user of cuFFT writes.
Source product_kernel(Precision precision) {
  constexpr const char* text = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry papilio_bench_product(
  .param .u64 spectra,
  .param .u64 filter,
  .param .u64 numbers,
  .param .u64 points
)
.maxntid 256
{{
  .reg .pred %p<1>;
  .reg .{0} %f<8>;
  .reg .b32 %r<2>;
  .reg .b64 %rd<15>;
  ld.param.u64 %rd0, [spectra];
  cvta.to.global.u64 %rd1, %rd0;
  ld.param.u64 %rd2, [filter];
  cvta.to.global.u64 %rd3, %rd2;
  ld.param.u64 %rd4, [numbers];
  ld.param.u64 %rd5, [points];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  cvt.s64.s32 %rd6, %r1;
  shl.b64 %rd7, %rd6, 8;
  cvt.s64.s32 %rd8, %r0;
  add.s64 %rd9, %rd7, %rd8;
  setp.ge.s64 %p0, %rd9, %rd4;
  @%p0 bra $L0;
  rem.u64 %rd10, %rd9, %rd5;
  shl.b64 %rd11, %rd9, {1};
  add.s64 %rd12, %rd1, %rd11;
  shl.b64 %rd13, %rd10, {1};
  add.s64 %rd14, %rd3, %rd13;
  ld.global.v2.{0} {{%f0, %f1}}, [%rd12];
  ld.global.v2.{0} {{%f2, %f3}}, [%rd14];
  mul.rn.{0} %f4, %f1, %f3;
  neg.{0} %f4, %f4;
  fma.rn.{0} %f5, %f0, %f2, %f4;
  mul.rn.{0} %f6, %f1, %f2;
  fma.rn.{0} %f7, %f0, %f3, %f6;
  st.global.v2.{0} [%rd12], {{%f5, %f7}};
$L0:
  ret;
}}
)";
  const bool single = precision == Precision::f32;
  return {Dialect::ptx, fmt::format(text, single ? "f32" : "f64", single ? 3 : 4)};
}

template <class T>
void divide(std::span<std::byte> numbers, std::int64_t by) {
  for (std::size_t at = 0; at < numbers.size(); at += sizeof(T)) {
    T value{};
    std::memcpy(&value, &numbers[at], sizeof(T));
    value /= static_cast<T>(by);
    std::memcpy(&numbers[at], &value, sizeof(T));
  }
}

/// A circular convolution as programs write it: transform, product with the kernel's spectrum, transform back.
class CufftConvolution {
 public:
  CufftConvolution(const CufftSymbols& api, DeviceArena& arena) : arena_(arena), forward_(api), inverse_(api) {}

  void make(const ConvolutionProblem& problem) {
    const bool real = problem.field == Field::real;
    const auto there = [&](std::int64_t batch) {
      return real ? Problem::r2c(problem.precision, problem.lengths, batch)
                  : Problem::c2c(problem.precision, problem.lengths, batch);
    };
    const Problem back = real ? Problem::c2r(problem.precision, problem.lengths, problem.batch)
                              : Problem::c2c(problem.precision, problem.lengths, problem.batch, Direction::inverse);
    const Problem one = there(1);
    points_ = one.output_elements();
    numbers_ = points_ * problem.batch;
    const auto bytes_of = [&](std::int64_t numbers) { return static_cast<std::size_t>(numbers * one.element_bytes()); };
    spectra_ = arena_.allocate(bytes_of(numbers_));
    filter_ = arena_.allocate(bytes_of(points_));
    std::vector<std::byte> kernel = kernels_of(problem);  // divided by the points, so that the product scales
    problem.precision == Precision::f32 ? divide<float>(kernel, one.points()) : divide<double>(kernel, one.points());
    const Buffer kernel_memory = arena_.allocate(kernel.size());
    arena_.stream().upload(kernel_memory, kernel.data(), kernel.size());
    CudaStream const stream = arena_.native().queue;
    forward_.make(one, stream);
    forward_.execute(arena_.native_of(kernel_memory), arena_.native_of(filter_));
    arena_.finish();
    forward_.make(there(problem.batch), stream);
    inverse_.make(back, stream);
    runtime::Device& device = api::unwrap(arena_.device());
    constexpr const char* entry = "papilio_bench_product";
    product_ = device.load(device.compile(product_kernel(problem.precision), entry), entry);
    if (!product_) throw Error::device_failed("cufft", "the driver does not load the kernel of its product");
  }

  void enqueue() const {
    constexpr int threads = 256;
    forward_.execute(arena_.native(Part::input), arena_.native_of(spectra_));
    const std::array<runtime::Argument, 4> arguments = {api::HandleAccess::pointer(spectra_).get(),
                                                        api::HandleAccess::pointer(filter_).get(), numbers_, points_};
    api::unwrap(arena_.stream())
        .launch({.program = product_.get(),
                 .groups = ceil_div(numbers_, threads),
                 .threads = threads,
                 .arguments = arguments});
    inverse_.execute(arena_.native_of(spectra_), arena_.native(Part::output));
  }

 private:
  DeviceArena& arena_;
  CufftTransform forward_;
  CufftTransform inverse_;
  Buffer spectra_;
  Buffer filter_;
  std::unique_ptr<runtime::Program> product_;
  std::int64_t points_ = 0;   ///< complex numbers of the kernel's spectrum
  std::int64_t numbers_ = 0;  ///< of all spectra
};

class CufftPeer final : public Peer {
 public:
  explicit CufftPeer(DeviceArena& arena) : arena_(arena), library_(names()) {
#define PAPILIO_CUFFT_LOOK_UP(name) library_.look_up(api_.name, #name);
    PAPILIO_CUFFT_SYMBOLS(PAPILIO_CUFFT_LOOK_UP)
#undef PAPILIO_CUFFT_LOOK_UP
  }
  CufftPeer(const CufftPeer&) = delete;
  CufftPeer& operator=(const CufftPeer&) = delete;
  ~CufftPeer() override { release(); }

  [[nodiscard]] std::string version() const override {
    int version = 0;  // 12103 is 12.1.3
    check(api_.cufftGetVersion(&version), "cufftGetVersion");
    return fmt::format("{}.{}.{}", version / 1000, version / 100 % 10, version % 100);
  }
  [[nodiscard]] Arena& arena() const override { return arena_; }

  std::optional<PeerRefusal> plan(const Problem& problem) override {
    to_ = result_part(problem);
    return planned(cufft_obstacle(problem), [&] {
      transform_.emplace(api_);
      transform_->make(problem, arena_.native().queue);
    });
  }
  std::optional<PeerRefusal> plan(const ConvolutionProblem& problem) override {
    return planned(cufft_obstacle(problem), [&] {
      convolution_.emplace(api_, arena_);
      convolution_->make(problem);
    });
  }

  void enqueue() override {
    if (convolution_) return convolution_->enqueue();
    transform_->execute(arena_.native(Part::input), arena_.native(to_));
  }

  void release() override {
    transform_.reset();
    convolution_.reset();
  }

 private:
  template <class Make>
  std::optional<PeerRefusal> planned(const std::optional<std::string>& obstacle, const Make& make) {
    release();
    if (obstacle) return PeerRefusal{PeerOutcome::unsupported, *obstacle};
    try {
      make();
    } catch (const Error& error) {
      release();
      return PeerRefusal{PeerOutcome::failed, error.what()};
    }
    return std::nullopt;
  }

  DeviceArena& arena_;
  ForeignLibrary library_;
  CufftSymbols api_;
  std::optional<CufftTransform> transform_;
  std::optional<CufftConvolution> convolution_;
  Part to_ = Part::output;
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
