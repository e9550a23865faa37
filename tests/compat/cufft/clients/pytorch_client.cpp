// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// As PyTorch does it: cufftXtMakePlanMany with work areas of its own, a stream and a work area before every execution,
// cufftXtExec, all types, and strided input.
#include "client.hpp"

using namespace client;

namespace {

struct Types {
  cudaDataType real;
  cudaDataType complex;
};

class Plan {
 public:
  Plan(const Case& c, const Types& types) {
    check(cufftCreate(&plan_), "cufftCreate");
    check(cufftSetAutoAllocation(plan_, 0), "cufftSetAutoAllocation");
    std::vector<long long> n = c.lengths;
    std::vector<long long> in = c.in.embed;
    std::vector<long long> out = c.out.embed;
    const bool simple = in.empty();
    check(cufftXtMakePlanMany(plan_, static_cast<int>(n.size()), n.data(), simple ? nullptr : in.data(), c.in.stride,
                              c.in.distance, c.kind == Kind::r2c ? types.real : types.complex,
                              simple ? nullptr : out.data(), c.out.stride, c.out.distance,
                              c.kind == Kind::c2r ? types.real : types.complex, c.batch, &bytes_, types.complex),
          "cufftXtMakePlanMany");
  }
  ~Plan() { check(cufftDestroy(plan_), "cufftDestroy"); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  void operator()(cudaStream_t stream, void* in, void* out, int direction) const {
    const DeviceBytes work(bytes_);
    check(cufftSetStream(plan_, stream), "cufftSetStream");
    check(cufftSetWorkArea(plan_, work.get()), "cufftSetWorkArea");
    check(cufftXtExec(plan_, in, out, direction), "cufftXtExec");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  }

 private:
  cufftHandle plan_ = CUFFT_PLAN_NULL;
  std::size_t bytes_ = 0;
};

template <typename Scalar>
void run(const std::string& name, const Case& c, const Types& types) {
  const Plan plan(c, types);
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  verify<Scalar>(name, c, [&](void* in, void* out) { plan(stream, in, out, c.direction); });
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

template <typename Scalar>
void run_kinds(const std::string& name, const std::vector<long long>& lengths, const Types& types, double tolerance) {
  for (const Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r}) {
    Case c{kind, lengths, 3};
    c.tolerance = tolerance;
    if (kind == Kind::c2r) c.direction = CUFFT_INVERSE;
    const std::string full = name + (kind == Kind::c2c ? " c2c" : kind == Kind::r2c ? " r2c" : " c2r");
    run<Scalar>(full, c, types);
    if (kind != Kind::c2c) continue;
    c.direction = CUFFT_INVERSE;
    run<Scalar>(full + " inverse", c, types);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const bool large = is_large(count, arguments);
  const Types f32{CUDA_R_32F, CUDA_C_32F};
  const Types f64{CUDA_R_64F, CUDA_C_64F};
  run_kinds<float>("f32", {60}, f32, 1e-6);
  run_kinds<double>("f64", {37}, f64, 1e-14);
  run_kinds<__half>("f16 of 64", {64}, {CUDA_R_16F, CUDA_C_16F}, 2e-3);
  run_kinds<__half>("f16 of 45", {45}, {CUDA_R_16F, CUDA_C_16F}, 2e-3);
  run_kinds<__nv_bfloat16>("bf16 of 48", {48}, {CUDA_R_16BF, CUDA_C_16BF}, 2e-2);
  run_kinds<float>("f32 2-D", {6, 10}, f32, 1e-6);
  run_kinds<float>("f32 3-D", {4, 3, 8}, f32, 1e-6);
  Case hops{Kind::r2c, {16}, 6};  // torch.stft: overlapping frames
  hops.in = {{16}, 1, 4};
  hops.out = {{9}, 1, 9};
  run<float>("f32 frames that overlap", hops, f32);
  if (large) {
    run_kinds<float>("f32 large", {1009, 16}, f32, 2e-6);
    run_kinds<double>("f64 large", {4096}, f64, 1e-13);
    run_kinds<float>("f32 two passes", {1 << 13, 4}, f32, 2e-6);
  }
  std::printf("passed\n");
}
