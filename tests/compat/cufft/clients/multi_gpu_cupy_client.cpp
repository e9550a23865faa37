// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Several GPUs as CuPy uses them (cupy.fft.config.use_multi_gpus): plans of one axis, work areas from its own memory
// pool, descriptors that it fills in itself, with the memory of its arrays, and whose format it sets back for the next
// transform; copies on the GPUs for its own arrays, and from and to the host for NumPy's.
#include "multi_gpu.hpp"

using namespace client;

namespace {

/// A descriptor of the program's: most members are 0.
class OwnDescriptor {
 public:
  OwnDescriptor(const std::vector<int>& gpus, const std::vector<std::size_t>& sizes, cufftXtSubFormat format) {
    std::memset(&memory_, 0, sizeof memory_);
    std::memset(&descriptor_, 0, sizeof descriptor_);
    memory_.nGPUs = static_cast<int>(gpus.size());
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      memory_.GPUs[i] = gpus[i];
      memory_.size[i] = sizes[i];
      check(cudaSetDevice(gpus[i]), "cudaSetDevice");
      check(cudaMalloc(&memory_.data[i], sizes[i]), "cudaMalloc");
    }
    check(cudaSetDevice(0), "cudaSetDevice");
    descriptor_.descriptor = &memory_;
    descriptor_.subFormat = format;
  }
  ~OwnDescriptor() {
    for (int i = 0; i < memory_.nGPUs; ++i) {
      check(cudaSetDevice(memory_.GPUs[i]), "cudaSetDevice");
      check(cudaFree(memory_.data[i]), "cudaFree");
    }
    check(cudaSetDevice(0), "cudaSetDevice");
  }
  OwnDescriptor(const OwnDescriptor&) = delete;
  OwnDescriptor& operator=(const OwnDescriptor&) = delete;
  cudaLibXtDesc* get() { return &descriptor_; }

 private:
  cudaXtDesc memory_;
  cudaLibXtDesc descriptor_;
};

template <typename Scalar>
class CupyPlan {
 public:
  CupyPlan(const std::vector<int>& gpus, int points, int batch, bool of_numpy)
      : gpus_(gpus), case_{Kind::c2c, {points}, batch, CUFFT_FORWARD, true}, of_numpy_(of_numpy) {
    std::vector<std::size_t> work(gpus.size());
    check(cufftCreate(&plan_), "cufftCreate");
    check(cufftSetAutoAllocation(plan_, 0), "cufftSetAutoAllocation");
    check(cufftXtSetGPUs(plan_, static_cast<int>(gpus.size()), gpus_.data()), "cufftXtSetGPUs");
    check(cufftMakePlan1d(plan_, points, type_of(Kind::c2c, is_double<Scalar>), batch, work.data()), "cufftMakePlan1d");
    std::vector<void*> areas(gpus.size());
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      check(cudaSetDevice(gpus[i]), "cudaSetDevice");
      if (work[i] > 0) check(cudaMalloc(&areas[i], work[i]), "cudaMalloc");
    }
    check(cudaSetDevice(0), "cudaSetDevice");
    check(cufftXtSetWorkArea(plan_, areas.data()), "cufftXtSetWorkArea");
    areas_ = areas;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      const auto share =
          static_cast<std::size_t>(batch) / gpus.size() + (i < static_cast<std::size_t>(batch) % gpus.size());
      const std::size_t arrays = static_cast<std::size_t>(points) * 2 * sizeof(Scalar);
      sizes_.push_back(batch > 1 ? share * arrays : arrays / gpus.size());
    }
    memory_ = std::make_unique<OwnDescriptor>(gpus, sizes_, format());
  }
  ~CupyPlan() {
    memory_.reset();
    check(cufftDestroy(plan_), "cufftDestroy");
    for (std::size_t i = 0; i < gpus_.size(); ++i) {
      check(cudaSetDevice(gpus_[i]), "cudaSetDevice");
      check(cudaFree(areas_[i]), "cudaFree");
    }
    check(cudaSetDevice(0), "cudaSetDevice");
  }
  CupyPlan(const CupyPlan&) = delete;
  CupyPlan& operator=(const CupyPlan&) = delete;

  /// cupy.fft.fft or ifft of an array, whose shares go to the GPUs and come back.
  void transform(int direction) {
    Case c = case_;
    c.direction = direction;
    HostArrays<Scalar> host(c, true);
    std::vector<std::vector<Complex>> wanted;
    for (long long b = 0; b < c.batch; ++b) host.set(b, make_pair(c, host.side).in);
    for (long long b = 0; b < c.batch; ++b) wanted.push_back(expected_of(c, host.data, b));
    if (c.batch == 1) memory_->get()->subFormat = format();
    of_numpy_ ? copy_host(memory_->get(), host.data.data(), CUFFT_COPY_HOST_TO_DEVICE) : move(host, true);
    const cufftResult result = is_double<Scalar>
                                   ? cufftXtExecDescriptorZ2Z(plan_, memory_->get(), memory_->get(), direction)
                                   : cufftXtExecDescriptorC2C(plan_, memory_->get(), memory_->get(), direction);
    check(result, "cufftXtExecDescriptor");
    std::fill(host.data.begin(), host.data.end(), Scalar{77});
    if (of_numpy_) {
      copy_host(host.data.data(), memory_->get(), CUFFT_COPY_DEVICE_TO_HOST);
    } else {
      if (c.batch == 1) reorder();
      move(host, false);
    }
    for (long long b = 0; b < c.batch; ++b) {
      compare<Scalar>("as CuPy", host.get(b), wanted[static_cast<std::size_t>(b)]);
    }
  }

 private:
  [[nodiscard]] cufftXtSubFormat format() const {
    return of_numpy_ ? CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED : CUFFT_XT_FORMAT_INPLACE;
  }
  void copy_host(void* to, void* from, cufftXtCopyType type) {
    check(cufftXtMemcpy(plan_, to, from, type), "cufftXtMemcpy");
  }
  /// The shares of an array, to the GPUs or from there.
  void move(HostArrays<Scalar>& host, bool to_gpus) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      char* const here = reinterpret_cast<char*>(host.data.data()) + begin;
      void* const there = memory_->get()->descriptor->data[i];
      check(cudaMemcpy(to_gpus ? there : here, to_gpus ? here : there, sizes_[i],
                       to_gpus ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost),
            "cudaMemcpy");
      begin += sizes_[i];
    }
  }
  /// Into a second descriptor, whose memory takes the place of the first one's.
  void reorder() {
    auto natural = std::make_unique<OwnDescriptor>(gpus_, sizes_, CUFFT_XT_FORMAT_INPLACE);
    copy_host(natural->get(), memory_->get(), CUFFT_COPY_DEVICE_TO_DEVICE);
    const int format = memory_->get()->subFormat;
    memory_ = std::move(natural);
    memory_->get()->subFormat = format;
  }

  std::vector<int> gpus_;
  Case case_;
  bool of_numpy_;
  cufftHandle plan_ = 0;
  std::vector<void*> areas_;
  std::vector<std::size_t> sizes_;
  std::unique_ptr<OwnDescriptor> memory_;
};

template <typename Scalar>
void both_directions(const std::vector<int>& gpus, int points, int batch) {
  for (const bool of_numpy : {false, true}) {
    CupyPlan<Scalar> plan(gpus, points, batch, of_numpy);
    for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE, CUFFT_FORWARD}) plan.transform(direction);
  }
  std::printf("ok %d times %d%s\n", points, batch, text_of(gpus).c_str());
}

}  // namespace

int main() {
  int count = 0;
  check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
  std::vector<std::vector<int>> sets = {{0, 0}};
  if (count >= 2) sets = {{0, 1}, {1, 0}};
  if (count >= 4) sets.push_back({3, 2, 1, 0});
  for (const std::vector<int>& gpus : sets) {
    both_directions<float>(gpus, 64, 1);
    both_directions<double>(gpus, 128, 1);
    both_directions<float>(gpus, 30, 5);
    both_directions<double>(gpus, 16, 4);
  }
  std::printf("PASSED\n");
}
