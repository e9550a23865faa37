// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// Times and errors of transforms by matrix products beside a copy and cuFFT, on one GPU: a table on the terminal, a
// line of JSON for each candidate in the file that the argument names. With --once nothing is timed, for a profiler:
// one launch of each candidate. Exit code 1 if an error is out of all proportion.
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "arrays.cuh"
#include "tables.hpp"

#define CHECK(call)                                                                                              \
  do {                                                                                                           \
    const int status_ = static_cast<int>(call);                                                                  \
    if (status_ != 0) std::fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status_), std::exit(2); \
  } while (0)

// The factors of products of a candidate, in its name where they are not what memory has.
template <class Number>
std::string factors_of() {
  return std::is_same_v<Number, BfloatByHalf> ? "tensor f16 " : "tensor ";
}

constexpr size_t points = size_t{1} << 27;          // 512 MiB of words
constexpr size_t checked_points = size_t{1} << 20;  // the first and the last ones
constexpr int samples = 7;
constexpr float sample_ms = 2;
static bool timed = true;

template <class T>
struct Buffer {
  T* data = nullptr;
  explicit Buffer(size_t count) { CHECK(cudaMalloc(&data, count * sizeof(T))); }
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(data); }
};

template <class T>
void upload(Buffer<T>& to, const std::vector<T>& from) {
  CHECK(cudaMemcpy(to.data, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
}

// What is timed: `run` writes `out` from `in`. The error is filled in by `measure_errors`; copies have none.
struct Candidate {
  std::string name;
  std::function<void()> run;
  int registers = 0;
  size_t spilled = 0;
  double error = -1;
  std::vector<float> ms = {};
  float median() const {
    auto sorted = ms;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

struct Arrays {
  Buffer<uint32_t> in{points}, out{points};
  Buffer<double2> wanted{2 * checked_points};
  Buffer<uint4> tables{table_rows * 32}, half_tables{table_rows * 32};
  template <class Number>
  const uint4* tables_of() const {
    return std::is_base_of_v<Half, Number> ? half_tables.data : tables.data;
  }
  Buffer<float4> spectrum{2048};
  Buffer<float2> factors{4096};
  Buffer<double2> exact_factors{4096};
};

template <class Kernel>
void attributes(Candidate& candidate, Kernel kernel, size_t shared) {
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  cudaFuncAttributes found;
  CHECK(cudaFuncGetAttributes(&found, kernel));
  candidate.registers = found.numRegs;
  candidate.spilled = found.localSizeBytes;
}

template <class Number, int Radix, int Matrix, int Data, int Blocks>
Candidate tensor(Arrays& a) {
  using S = Shape<Radix>;
  const size_t shared = sizeof(uint32_t) * S::words(Data) * S::together;
  const auto kernel = transform<Number, Radix, Matrix, Data, Blocks>;
  Candidate candidate{
      factors_of<Number>() + std::to_string(Matrix) + "x" + std::to_string(Data) + " blocks " + std::to_string(Blocks),
      [&a, kernel, shared] {
        const auto grid = static_cast<unsigned>(points / S::n / S::together);
        kernel<<<grid, S::threads, shared>>>(a.in.data, a.out.data, a.tables_of<Number>());
      }};
  attributes(candidate, kernel, shared);
  return candidate;
}

template <class Number, int Matrix, int Data>
Candidate tensor256(Arrays& a) {
  const auto kernel = transform_256<Number, Matrix, Data>;
  Candidate candidate{factors_of<Number>() + std::to_string(Matrix) + "x" + std::to_string(Data),
                      [&a, kernel] { kernel<<<points / 4096, 128>>>(a.in.data, a.out.data, a.tables_of<Number>()); }};
  attributes(candidate, kernel, 0);
  return candidate;
}

template <class Number, bool Products>
Candidate first_stage(Arrays& a) {
  const size_t shared = sizeof(float) * 32 * float_pitch;
  const auto kernel = hybrid<Number, Products>;
  Candidate candidate{Products ? "tensor first stage only" : "butterflies, same kernel", [&a, kernel, shared] {
                        kernel<<<points / 8192, 256, shared>>>(a.in.data, a.out.data, a.tables_of<Number>());
                      }};
  attributes(candidate, kernel, shared);
  return candidate;
}

template <class Number, int Matrix, int Data, int Blocks>
Candidate tensor_convolution(Arrays& a) {
  const size_t shared = sizeof(uint32_t) * Shape<16>::plane * Data;
  const auto kernel = convolution<Number, Matrix, Data, Blocks>;
  Candidate candidate{
      factors_of<Number>() + std::to_string(Matrix) + "x" + std::to_string(Data) + " blocks " + std::to_string(Blocks),
      [&a, kernel, shared] {
        kernel<<<points / 4096, 128, shared>>>(a.in.data, a.out.data, a.tables_of<Number>(), a.spectrum.data);
      }};
  attributes(candidate, kernel, shared);
  return candidate;
}

std::vector<Candidate> copies(Arrays& a) {
  return {{"copy kernel",
           [&a] {
             copy_words<<<points / 4096, 256>>>(reinterpret_cast<uint4*>(a.in.data),
                                                reinterpret_cast<uint4*>(a.out.data));
           }},
          {"cudaMemcpy",
           [&a] { CHECK(cudaMemcpyAsync(a.out.data, a.in.data, points * 4, cudaMemcpyDeviceToDevice, nullptr)); }}};
}

// cuFFT's transform of 16-bit numbers; nothing where it has none.
void add_cufft(std::vector<Candidate>& candidates, Arrays& a, int n, cudaDataType type) {
  cufftHandle plan;
  size_t work = 0;
  long long length = n;
  CHECK(cufftCreate(&plan));
  const auto status = cufftXtMakePlanMany(plan, 1, &length, nullptr, 1, 0, type, nullptr, 1, 0, type,
                                          static_cast<long long>(points / n), &work, type);
  if (status != CUFFT_SUCCESS) {
    std::printf("cuFFT makes no such plan: %d\n", static_cast<int>(status));
    return;
  }
  candidates.push_back({"cuFFT", [&a, plan] { CHECK(cufftXtExec(plan, a.in.data, a.out.data, CUFFT_FORWARD)); }});
}

float time_of(const Candidate& candidate, int repeats) {
  static cudaEvent_t start = nullptr, stop = nullptr;
  if (start == nullptr) {
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
  }
  CHECK(cudaEventRecord(start));
  for (int i = 0; i < repeats; ++i) candidate.run();
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaGetLastError());
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  return ms / static_cast<float>(repeats);
}

// Samples of all candidates in turn, so that a drift of the clock meets all of them.
void measure_times(std::vector<Candidate>& candidates) {
  if (!timed) {
    for (Candidate& candidate : candidates) candidate.ms.push_back(1);
    return;
  }
  std::vector<int> repeats;
  for (const Candidate& candidate : candidates) {
    time_of(candidate, 2);
    repeats.push_back(std::max(1, static_cast<int>(std::ceil(sample_ms * 1.1f / time_of(candidate, 3)))));
  }
  for (int sample = 0; sample < samples; ++sample)
    for (size_t i = 0; i < candidates.size(); ++i) candidates[i].ms.push_back(time_of(candidates[i], repeats[i]));
}

// The checked points of the transform, or of the convolution, by cuFFT in double or single precision.
template <class Number, class Real2, class Exec>
void reference(Real2* to, const Arrays& a, int n, cufftType type, const Real2* factors, Exec exec) {
  constexpr auto grid = static_cast<unsigned>(checked_points / 256);
  widen<Number><<<grid, 256>>>(to, a.in.data);
  widen<Number><<<grid, 256>>>(to + checked_points, a.in.data + points - checked_points);
  cufftHandle plan;
  CHECK(cufftPlan1d(&plan, n, type, static_cast<int>(2 * checked_points / n)));
  CHECK(exec(plan, to, to, CUFFT_FORWARD));
  if (factors != nullptr) {
    multiply<<<2 * grid, 256>>>(to, factors, n);
    CHECK(exec(plan, to, to, CUFFT_INVERSE));
  }
  CHECK(cudaDeviceSynchronize());
  CHECK(cufftDestroy(plan));
}

template <class Number>
double error_of(const std::vector<double2>& wanted, const std::vector<uint32_t>& words) {
  double wrong = 0, all = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const Complex z = Number::unpack(words[i]);
    wrong += std::pow(z.re - wanted[i].x, 2) + std::pow(z.im - wanted[i].y, 2);
    all += std::pow(wanted[i].x, 2) + std::pow(wanted[i].y, 2);
  }
  return std::sqrt(wrong / all);
}

template <class Number>
std::vector<uint32_t> checked(const Arrays& a) {
  std::vector<uint32_t> words(2 * checked_points);
  CHECK(cudaMemcpy(words.data(), a.out.data, 4 * checked_points, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(words.data() + checked_points, a.out.data + points - checked_points, 4 * checked_points,
                   cudaMemcpyDeviceToHost));
  return words;
}

// Errors of all candidates; returns that of ordinary kernels: butterflies in f32, rounding of the result alone.
template <class Number>
double measure_errors(std::vector<Candidate>& candidates, Arrays& a, int n, bool convolves) {
  reference<Number>(a.wanted.data, a, n, CUFFT_Z2Z, convolves ? a.exact_factors.data : nullptr, cufftExecZ2Z);
  std::vector<double2> wanted(2 * checked_points);
  CHECK(cudaMemcpy(wanted.data(), a.wanted.data, wanted.size() * sizeof(double2), cudaMemcpyDeviceToHost));
  const auto singles = reinterpret_cast<float2*>(a.wanted.data);
  reference<Number>(singles, a, n, CUFFT_C2C, convolves ? a.factors.data : nullptr, cufftExecC2C);
  constexpr auto grid = static_cast<unsigned>(checked_points / 256);
  narrow<Number><<<grid, 256>>>(a.out.data, singles);
  narrow<Number><<<grid, 256>>>(a.out.data + points - checked_points, singles + checked_points);
  const double ordinary = error_of<Number>(wanted, checked<Number>(a));
  for (Candidate& candidate : candidates) {
    if (candidate.name.rfind("copy", 0) == 0 || candidate.name == "cudaMemcpy") continue;
    CHECK(cudaMemset(a.out.data, 0xff, points * 4));  // not a number
    candidate.run();
    CHECK(cudaDeviceSynchronize());
    candidate.error = error_of<Number>(wanted, checked<Number>(a));
  }
  return ordinary;
}

struct Group {
  std::string problem;
  int n = 0;
  bool convolves = false;
};

// Times, errors, table and JSON of one group. False if a result is wrong rather than rounded.
template <class Number>
bool report(const Group& group, std::vector<Candidate>& candidates, Arrays& a, std::FILE* json) {
  upload(a.tables, lane_tables<Bfloat>());
  upload(a.half_tables, lane_tables<Half>());
  static uint64_t seed = 0;
  fill<Number><<<points / 256, 256>>>(a.in.data, ++seed);
  const double ordinary = measure_errors<Number>(candidates, a, group.n, group.convolves);
  measure_times(candidates);
  const float copy = std::min(candidates[0].median(), candidates[1].median());
  std::printf("\n%s   error of ordinary kernels %.4g\n", group.problem.c_str(), ordinary);
  bool good = true;
  for (const Candidate& c : candidates) {
    const float ms = c.median();
    std::printf("  %-24s %8.1f us   %.3f of a copy   error %-10.4g %d registers, %zu bytes of stack\n", c.name.c_str(),
                ms * 1e3, copy / ms, c.error, c.registers, c.spilled);
    std::fprintf(json,
                 "{\"problem\": \"%s\", \"name\": \"%s\", \"us\": %.2f, \"least_us\": %.2f, \"of_copy\": %.4f, "
                 "\"error\": %.5g, \"ordinary_error\": %.5g, \"registers\": %d, \"stack\": %zu}\n",
                 group.problem.c_str(), c.name.c_str(), ms * 1e3, *std::min_element(c.ms.begin(), c.ms.end()) * 1e3,
                 copy / ms, std::isfinite(c.error) ? c.error : 1e30, ordinary, c.registers, c.spilled);
    if (c.name.rfind("tensor", 0) == 0 && !(c.error < 5 * ordinary)) {
      std::printf("  WRONG: %s\n", c.name.c_str());
      good = false;
    }
  }
  std::fflush(stdout);
  return good;
}

template <class Number>
bool transforms(Arrays& a, std::FILE* json, const std::string& type, cudaDataType cufft_type) {
  bool good = true;
  // by_half: candidates for bf16 alone, with factors in f16.
  const auto group = [&](int n, std::initializer_list<Candidate> tensors, std::initializer_list<Candidate> by_half) {
    auto candidates = copies(a);
    add_cufft(candidates, a, n, cufft_type);
    candidates.insert(candidates.end(), tensors);
    if (std::is_same_v<Number, Bfloat>) candidates.insert(candidates.end(), by_half);
    const auto name = "c2c:" + type + ":" + std::to_string(n) + "*" + std::to_string(points / n);
    good &= report<Number>({name, n, false}, candidates, a, json);
  };
  using Mixed = BfloatByHalf;
  group(256, {tensor256<Number, 1, 1>(a), tensor256<Number, 2, 2>(a)}, {tensor256<Mixed, 1, 1>(a)});
  group(1024, {tensor<Number, 4, 1, 1, 4>(a), tensor<Number, 4, 2, 2, 4>(a), tensor<Number, 4, 2, 2, 3>(a)},
        {tensor<Mixed, 4, 1, 1, 4>(a)});
  group(4096,
        {tensor<Number, 16, 1, 1, 4>(a), tensor<Number, 16, 1, 1, 5>(a), tensor<Number, 16, 2, 1, 4>(a),
         tensor<Number, 16, 1, 2, 4>(a), tensor<Number, 16, 2, 2, 4>(a), tensor<Number, 16, 2, 2, 3>(a)},
        {tensor<Mixed, 16, 1, 1, 4>(a), tensor<Mixed, 16, 2, 1, 4>(a)});
  group(8192,
        {tensor<Number, 32, 1, 1, 2>(a), tensor<Number, 32, 1, 1, 3>(a), tensor<Number, 32, 2, 1, 2>(a),
         tensor<Number, 32, 1, 2, 2>(a), tensor<Number, 32, 2, 2, 2>(a), tensor<Number, 32, 2, 2, 1>(a),
         first_stage<Number, true>(a), first_stage<Number, false>(a)},
        {tensor<Mixed, 32, 1, 1, 2>(a), tensor<Mixed, 32, 2, 1, 2>(a)});
  return good;
}

// A spectrum of modulus 1 and of random phase, so that results are of the size of the input.
void make_spectrum(Arrays& a) {
  std::vector<float4> placed(2048);
  std::vector<float2> factors(4096);
  std::vector<double2> exact(4096);
  srand(3);
  for (int k = 0; k < 4096; ++k) {
    const auto h = std::polar(1.0 / 4096, 2 * M_PI * rand() / RAND_MAX);
    factors[k] = {static_cast<float>(h.real()), static_cast<float>(h.imag())};
    exact[k] = {factors[k].x, factors[k].y};
    float4& pair = placed[spectrum_place(k) / 2];
    (spectrum_place(k) % 2 ? pair.z : pair.x) = factors[k].x;
    (spectrum_place(k) % 2 ? pair.w : pair.y) = factors[k].y;
  }
  upload(a.spectrum, placed);
  upload(a.factors, factors);
  upload(a.exact_factors, exact);
}

template <class Number>
bool convolutions(Arrays& a, std::FILE* json, const std::string& type) {
  make_spectrum(a);
  auto candidates = copies(a);
  candidates.insert(candidates.end(), {tensor_convolution<Number, 1, 1, 4>(a), tensor_convolution<Number, 2, 1, 4>(a),
                                       tensor_convolution<Number, 2, 2, 4>(a), tensor_convolution<Number, 2, 2, 3>(a)});
  if (std::is_same_v<Number, Bfloat>) candidates.push_back(tensor_convolution<BfloatByHalf, 1, 1, 4>(a));
  return report<Number>({"conv:" + type + ":4096*32768:kernel=4096:circular:complex", 4096, true}, candidates, a, json);
}

int main(int argc, char** argv) {
  timed = argc != 3 || std::string(argv[2]) != "--once";
  if (argc != 2 && timed) return std::fprintf(stderr, "usage: tensor_cores RESULTS.jsonl [--once]\n"), 2;
  std::FILE* json = std::fopen(argv[1], "w");
  if (json == nullptr) return std::fprintf(stderr, "%s cannot be written\n", argv[1]), 2;
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d multiprocessors, 512 MiB in and out, medians of %d samples\n", device.name,
              device.multiProcessorCount, samples);
  Arrays arrays;
  bool good = transforms<Half>(arrays, json, "f16", CUDA_C_16F);
  good &= convolutions<Half>(arrays, json, "f16");
  good &= transforms<Bfloat>(arrays, json, "bf16", CUDA_C_16BF);
  good &= convolutions<Bfloat>(arrays, json, "bf16");
  std::fclose(json);
  std::puts(good ? "every result is right" : "SOME RESULTS ARE WRONG");
  return good ? 0 : 1;
}
