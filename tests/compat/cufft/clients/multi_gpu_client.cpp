// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Plans over several GPUs as programs use them: memory of cufftXtMalloc, copies by cufftXtMemcpy, a forward transform,
// a look at the permuted order, and the inverse of what is there; and out of place. Every result is compared with the
// definition in double precision, and three executions with each other.
#include "multi_gpu.hpp"

using namespace client;

namespace {

/// The GPUs' memory, in the order of GPUs.
template <typename Scalar>
std::vector<std::vector<Complex>> contents(const cudaLibXtDesc& descriptor) {
  std::vector<std::vector<Complex>> all;
  for (int gpu = 0; gpu < descriptor.descriptor->nGPUs; ++gpu) {
    std::vector<Scalar> data(descriptor.descriptor->size[gpu] / sizeof(Scalar));
    if (!data.empty()) {
      check(cudaMemcpy(data.data(), descriptor.descriptor->data[gpu], data.size() * sizeof(Scalar),
                       cudaMemcpyDeviceToHost),
            "cudaMemcpy");
    }
    std::vector<Complex>& numbers = all.emplace_back();
    for (std::size_t i = 0; i + 1 < data.size(); i += 2) numbers.emplace_back(data[i], data[i + 1]);
  }
  return all;
}

/// The documented order of two and three axes: divided along the second one, the first GPUs with one more.
template <typename Scalar>
void check_permuted(const std::string& name, const cudaLibXtDesc& descriptor, const Case& c,
                    const std::vector<Complex>& want) {
  const Side side(c, false);
  const auto gpus = static_cast<std::size_t>(descriptor.descriptor->nGPUs);
  const auto x = static_cast<std::size_t>(side.lengths[0]);
  const auto y = static_cast<std::size_t>(side.lengths[1]);
  const std::size_t z = side.lengths.size() > 2 ? static_cast<std::size_t>(side.lengths[2]) : 1;
  const std::vector<std::vector<Complex>> there = contents<Scalar>(descriptor);
  std::size_t begin = 0;
  for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
    const std::size_t count = y / gpus + (gpu < y % gpus ? 1 : 0);
    std::vector<Complex> part;
    for (std::size_t i = 0; i < x; ++i) {
      for (std::size_t j = begin; j < begin + count; ++j) {
        for (std::size_t k = 0; k < z; ++k) part.push_back(want[(i * y + j) * z + k]);
      }
    }
    if (!part.empty()) compare<Scalar>(name + ", permuted", there[gpu], part);
    begin += count;
  }
}

/// Returns where an element of the memory of a GPU belongs, by the formulas of cuFFT's manual.
std::size_t linear_of(const cufftXt1dFactors& factors, std::size_t permuted, std::size_t gpu, std::size_t gpus) {
  const std::size_t within = permuted & static_cast<std::size_t>(factors.substringMask);
  const std::size_t substring = (permuted >> factors.substringShift) & static_cast<std::size_t>(factors.factor2Mask);
  std::size_t string = (permuted >> factors.stringShift) & static_cast<std::size_t>(factors.stringMask);
  string += gpu * static_cast<std::size_t>(factors.stringCount) / gpus;
  return within + (string << factors.substringShift) + (substring << factors.factor1Shift);
}

template <typename Scalar>
void check_strings(const std::string& name, const MultiPlan& plan, const cudaLibXtDesc& descriptor,
                   const std::vector<Complex>& want) {
  cufftXt1dFactors factors = {};
  check(cufftXtQueryPlan(plan.get(), &factors, CUFFT_QUERY_1D_FACTORS), "cufftXtQueryPlan");
  expect(static_cast<std::size_t>(factors.size) == want.size(), "the size of the factors");
  expect(factors.factor1 * factors.factor2 == factors.size, "the product of the factors");
  expect(factors.stringCount * factors.stringLength == factors.size, "the strings");
  expect(factors.substringLength * factors.factor2 == factors.stringLength, "the substrings");
  const auto gpus = static_cast<std::size_t>(descriptor.descriptor->nGPUs);
  const std::vector<std::vector<Complex>> there = contents<Scalar>(descriptor);
  std::vector<Complex> linear(want.size());
  for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
    for (std::size_t i = 0; i < want.size() / gpus; ++i) linear[linear_of(factors, i, gpu, gpus)] = there[gpu][i];
  }
  compare<Scalar>(name + ", strings", linear, want);
}

template <typename Scalar>
void load(const MultiPlan& plan, const Descriptor& descriptor, HostArrays<Scalar>& host) {
  descriptor.poison();
  copy(plan, descriptor.get(), host.data.data(), CUFFT_COPY_HOST_TO_DEVICE);
}

/// Forward and back in place, as NVIDIA's samples do it with one descriptor.
template <typename Scalar>
void in_place(const std::vector<int>& gpus, const std::vector<long long>& lengths, long long batch, bool halves) {
  const std::string name = std::string(halves ? "r2c" : "c2c") + " " + std::to_string(lengths.size()) + "-D of " +
                           std::to_string(lengths[0]) + " times " + std::to_string(batch) + text_of(gpus);
  const Case forward{halves ? Kind::r2c : Kind::c2c, lengths, batch, CUFFT_FORWARD, true};
  const MultiPlan there(gpus, lengths, batch, type_of(forward.kind, is_double<Scalar>));
  const MultiPlan back(gpus, lengths, batch, type_of(halves ? Kind::c2r : Kind::c2c, is_double<Scalar>));
  HostArrays<Scalar> input(forward, true);
  std::vector<std::vector<Complex>> wanted;
  for (long long b = 0; b < batch; ++b) input.set(b, make_pair(forward, input.side).in);
  for (long long b = 0; b < batch; ++b) wanted.push_back(expected_of(forward, input.data, b));
  const Descriptor memory(there, CUFFT_XT_FORMAT_INPLACE);
  std::vector<Scalar> first;
  for (int execution = 0; execution < 3; ++execution) {
    memory.get()->subFormat = CUFFT_XT_FORMAT_INPLACE;
    load(there, memory, input);
    check(cufftXtExecDescriptor(there.get(), memory.get(), memory.get(), CUFFT_FORWARD), "cufftXtExecDescriptor");
    HostArrays<Scalar> output(forward, false);
    copy(there, output.data.data(), memory.get(), CUFFT_COPY_DEVICE_TO_HOST);
    for (long long b = 0; b < batch; ++b) {
      compare<Scalar>(name, output.get(b), wanted[static_cast<std::size_t>(b)]);
    }
    if (first.empty()) first = output.data;
    expect(std::memcmp(first.data(), output.data.data(), first.size() * sizeof(Scalar)) == 0, name + ": other bits");
  }
  expect(memory.get()->subFormat == (batch == 1 ? CUFFT_XT_FORMAT_INPLACE_SHUFFLED : CUFFT_XT_FORMAT_INPLACE),
         name + ": the format after a transform");
  if (batch == 1 && lengths.size() > 1) check_permuted<Scalar>(name, *memory.get(), forward, wanted[0]);
  const bool power = (lengths[0] & (lengths[0] - 1)) == 0;
  if (batch == 1 && lengths.size() == 1 && power) check_strings<Scalar>(name, there, *memory.get(), wanted[0]);
  check(cufftXtExecDescriptor(back.get(), memory.get(), memory.get(), CUFFT_INVERSE), "cufftXtExecDescriptor");
  HostArrays<Scalar> again(forward, true);
  copy(back, again.data.data(), memory.get(), CUFFT_COPY_DEVICE_TO_HOST);
  for (long long b = 0; b < batch; ++b) {
    std::vector<Complex> scaled = input.get(b);
    for (Complex& x : scaled) x *= static_cast<double>(product(lengths));
    compare<Scalar>(name + ", back", again.get(b), scaled);
  }
  std::printf("ok %s\n", name.c_str());
}

template <typename Scalar>
cufftResult exec_typed(cufftHandle plan, Kind kind, cudaLibXtDesc* in, cudaLibXtDesc* out, int direction) {
  if constexpr (is_double<Scalar>) {
    if (kind == Kind::c2c) return cufftXtExecDescriptorZ2Z(plan, in, out, direction);
    return kind == Kind::r2c ? cufftXtExecDescriptorD2Z(plan, in, out) : cufftXtExecDescriptorZ2D(plan, in, out);
  } else {
    if (kind == Kind::c2c) return cufftXtExecDescriptorC2C(plan, in, out, direction);
    return kind == Kind::r2c ? cufftXtExecDescriptorR2C(plan, in, out) : cufftXtExecDescriptorC2R(plan, in, out);
  }
}

/// From one descriptor to another, by the function of the type.
template <typename Scalar>
void out_of_place(const std::vector<int>& gpus, const std::vector<long long>& lengths, long long batch, Kind kind) {
  const std::string name = "out of place " + std::to_string(static_cast<int>(kind)) + text_of(gpus);
  Case c{kind, lengths, batch};
  c.direction = kind == Kind::c2r ? CUFFT_INVERSE : CUFFT_FORWARD;
  const MultiPlan plan(gpus, lengths, batch, type_of(kind, is_double<Scalar>));
  HostArrays<Scalar> input(c, true);
  std::vector<std::vector<Complex>> wanted;
  for (long long b = 0; b < batch; ++b) {
    Pair pair = make_pair(c, input.side);
    input.set(b, pair.in);
    wanted.push_back(std::move(pair.out));
  }
  for (long long b = 0; b < batch && kind != Kind::c2r; ++b) {
    wanted[static_cast<std::size_t>(b)] = expected_of(c, input.data, b);
  }
  const Descriptor from(plan, CUFFT_XT_FORMAT_INPUT);
  const Descriptor to(plan, CUFFT_XT_FORMAT_OUTPUT);
  load(plan, from, input);
  for (int execution = 0; execution < 3; ++execution) {
    to.poison();
    check(exec_typed<Scalar>(plan.get(), kind, from.get(), to.get(), c.direction), "cufftXtExecDescriptor of a type");
    HostArrays<Scalar> output(c, false);
    copy(plan, output.data.data(), to.get(), CUFFT_COPY_DEVICE_TO_HOST);
    for (long long b = 0; b < batch; ++b) {
      compare<Scalar>(name, output.get(b), wanted[static_cast<std::size_t>(b)]);
    }
  }
  std::printf("ok %s\n", name.c_str());
}

/// The copy on the GPUs brings results into natural order, and a transform may begin in either order.
void natural_order(const std::vector<int>& gpus, const std::vector<long long>& lengths) {
  const Case c{Kind::c2c, lengths, 1, CUFFT_FORWARD, true};
  const MultiPlan plan(gpus, lengths, 1, CUFFT_C2C);
  HostArrays<float> input(c, true);
  input.set(0, make_pair(c, input.side).in);
  const std::vector<Complex> once = expected_of(c, input.data, 0);
  const Descriptor memory(plan, CUFFT_XT_FORMAT_INPLACE);
  const Descriptor natural(plan, CUFFT_XT_FORMAT_INPLACE);
  load(plan, memory, input);
  check(cufftXtExecDescriptorC2C(plan.get(), memory.get(), memory.get(), CUFFT_FORWARD), "cufftXtExecDescriptorC2C");
  copy(plan, natural.get(), memory.get(), CUFFT_COPY_DEVICE_TO_DEVICE);
  expect(natural.get()->subFormat == CUFFT_XT_FORMAT_INPLACE, "the format of a copy");
  std::vector<Complex> joined;
  const std::vector<std::vector<Complex>> there = contents<float>(*natural.get());
  const auto count = static_cast<std::size_t>(lengths[0]);
  for (std::size_t gpu = 0; gpu < gpus.size(); ++gpu) {
    const std::size_t rows = count / gpus.size() + (gpu < count % gpus.size() ? 1 : 0);
    joined.insert(joined.end(), there[gpu].begin(),
                  there[gpu].begin() + static_cast<std::ptrdiff_t>(rows * once.size() / count));
  }
  compare<float>("natural order", joined, once);
  if (lengths.size() == 1) {
    const Descriptor shuffled(plan, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED);
    copy(plan, shuffled.get(), memory.get(), CUFFT_COPY_DEVICE_TO_DEVICE);
    HostArrays<float> output(c, false);
    copy(plan, output.data.data(), shuffled.get(), CUFFT_COPY_DEVICE_TO_HOST);
    compare<float>("another order", output.get(0), once);
  }
  // Forward from the permuted order, and from the natural one.
  const std::vector<Complex> twice = transform(once, lengths, CUFFT_FORWARD);
  for (const Descriptor* start : {&memory, &natural}) {
    check(cufftXtExecDescriptorC2C(plan.get(), start->get(), start->get(), CUFFT_FORWARD), "a second transform");
    HostArrays<float> output(c, false);
    copy(plan, output.data.data(), start->get(), CUFFT_COPY_DEVICE_TO_HOST);
    compare<float>("a second transform", output.get(0), twice);
  }
  std::printf("ok natural order%s\n", text_of(gpus).c_str());
}

/// There and back in place, and all numbers compared with those of one GPU, the padding too, as NVIDIA's sample does
/// it.
void padding(const std::vector<int>& gpus) {
  const std::vector<long long> lengths = {8, 6, 10};
  const Case c{Kind::r2c, lengths, 1, CUFFT_FORWARD, true};
  const MultiPlan there(gpus, lengths, 1, CUFFT_R2C);
  const MultiPlan back(gpus, lengths, 1, CUFFT_C2R);
  HostArrays<float> input(c, true);
  for (float& number : input.data) number = static_cast<float>(noise());
  std::vector<float> on_several(input.data.size());
  const Descriptor memory(there, CUFFT_XT_FORMAT_INPLACE);
  load(there, memory, input);
  check(cufftXtExecDescriptorR2C(there.get(), memory.get(), memory.get()), "cufftXtExecDescriptorR2C");
  check(cufftXtExecDescriptorC2R(back.get(), memory.get(), memory.get()), "cufftXtExecDescriptorC2R");
  copy(back, on_several.data(), memory.get(), CUFFT_COPY_DEVICE_TO_HOST);

  const DeviceBytes one(input.data.size() * sizeof(float));
  check(cudaMemcpy(one.get(), input.data.data(), input.data.size() * sizeof(float), cudaMemcpyHostToDevice),
        "cudaMemcpy");
  cufftHandle plans[2];
  check(cufftPlan3d(&plans[0], 8, 6, 10, CUFFT_R2C), "cufftPlan3d");
  check(cufftPlan3d(&plans[1], 8, 6, 10, CUFFT_C2R), "cufftPlan3d");
  check(cufftXtExec(plans[0], one.get(), one.get(), CUFFT_FORWARD), "cufftXtExec");
  check(cufftXtExec(plans[1], one.get(), one.get(), CUFFT_INVERSE), "cufftXtExec");
  std::vector<float> on_one(input.data.size());
  check(cudaMemcpy(on_one.data(), one.get(), on_one.size() * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
  for (const cufftHandle plan : plans) check(cufftDestroy(plan), "cufftDestroy");
  compare<float>("padding", {on_several.begin(), on_several.end()}, {on_one.begin(), on_one.end()});
  std::printf("ok padding%s\n", text_of(gpus).c_str());
}

/// A stream of the plan, work areas of the caller's, and sizes before and after planning.
void stream_and_work() {
  std::vector<int> gpus = {0, 1};
  const Case c{Kind::c2c, {4096}, 5, CUFFT_FORWARD, true};
  cufftHandle plan = 0;
  cudaStream_t stream = nullptr;
  std::size_t asked[2] = {1, 1};
  std::size_t made[2] = {2, 2};
  check(cudaSetDevice(1), "cudaSetDevice");
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  check(cudaSetDevice(0), "cudaSetDevice");
  check(cufftCreate(&plan), "cufftCreate");
  check(cufftSetAutoAllocation(plan, 0), "cufftSetAutoAllocation");
  check(cufftSetStream(plan, stream), "cufftSetStream");
  check(cufftXtSetGPUs(plan, 2, gpus.data()), "cufftXtSetGPUs");
  check(cufftGetSize1d(plan, 4096, CUFFT_C2C, 5, asked), "cufftGetSize1d");
  check(cufftMakePlan1d(plan, 4096, CUFFT_C2C, 5, made), "cufftMakePlan1d");
  expect(asked[0] == made[0] && asked[1] == made[1], "sizes of work areas");
  check(cufftGetSize(plan, asked), "cufftGetSize");
  expect(asked[0] == made[0] && asked[1] == made[1], "sizes of work areas");
  const DeviceBytes area(made[0] + made[1]);
  void* areas[] = {area.get(), area.get() + made[0]};
  check(cufftXtSetWorkArea(plan, areas), "cufftXtSetWorkArea");
  check(cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_PERFORMANCE, nullptr), "cufftXtSetWorkAreaPolicy");
  cudaLibXtDesc* memory = nullptr;
  check(cufftXtMalloc(plan, &memory, CUFFT_XT_FORMAT_INPLACE), "cufftXtMalloc");
  HostArrays<float> host(c, true);
  host.set(4, make_pair(c, host.side).in);
  const std::vector<Complex> last = expected_of(c, host.data, 4);
  for (long long b = 0; b < 4; ++b) host.set(b, host.get(4));
  check(cufftXtMemcpy(plan, memory, host.data.data(), CUFFT_COPY_HOST_TO_DEVICE), "cufftXtMemcpy");
  check(cufftXtExecDescriptor(plan, memory, memory, CUFFT_FORWARD), "cufftXtExecDescriptor");
  check(cufftXtMemcpy(plan, host.data.data(), memory, CUFFT_COPY_DEVICE_TO_HOST), "cufftXtMemcpy");
  for (long long b = 0; b < 5; ++b) compare<float>("a stream", host.get(b), last);
  check(cufftDestroy(plan), "cufftDestroy");
  check(cufftXtFree(memory), "cufftXtFree after cufftDestroy");
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

/// Sizes that the genuine library takes, too: powers of two of one axis, and at least 32 of several; arrays in place.
void genuine(const std::vector<int>& gpus) {
  in_place<float>(gpus, {1024}, 1, false);
  in_place<double>(gpus, {4096}, 1, false);
  in_place<float>(gpus, {64, 96}, 1, false);
  in_place<float>(gpus, {33, 35}, 1, false);
  in_place<double>(gpus, {36, 32, 33}, 1, false);
  in_place<float>(gpus, {64, 48}, 1, true);
  in_place<float>(gpus, {33, 40}, 1, true);
  in_place<double>(gpus, {32, 36, 40}, 1, true);
  in_place<float>(gpus, {128}, 7, false);
  in_place<float>(gpus, {128}, 7, true);
  in_place<double>(gpus, {32, 36}, 3, true);
  natural_order(gpus, {64, 32});
  natural_order(gpus, {32, 33, 34});
}

}  // namespace

int main(int arguments, char** values) {
  int count = 0;
  check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
  std::vector<std::vector<int>> sets = {{0, 1}, {1, 0}, {0, 0}};
  if (count < 2) sets = {{0, 0}};
  if (count >= 4) sets = {{0, 1}, {1, 0}, {0, 0}, {0, 1, 2, 3}};
  if (arguments > 1) {
    for (const std::vector<int>& gpus : sets) genuine(gpus);
    std::printf("PASSED %s\n", values[1]);
    return 0;
  }
  for (const std::vector<int>& gpus : sets) {
    in_place<float>(gpus, {256}, 1, false);
    in_place<double>(gpus, {60}, 1, false);
    in_place<float>(gpus, {16, 12}, 1, false);
    in_place<double>(gpus, {9, 10, 6}, 1, false);
    in_place<float>(gpus, {33, 20}, 1, true);
    in_place<double>(gpus, {10, 9, 7}, 1, true);
    in_place<float>(gpus, {32}, 7, false);
    in_place<float>(gpus, {45}, 5, true);
    in_place<double>(gpus, {4, 9}, 3, true);
    padding(gpus);
    natural_order(gpus, {12, 15});
    natural_order(gpus, {5, 6, 7});
    natural_order(gpus, {128});
    natural_order(gpus, {30});
  }
  const std::vector<int>& most = sets.back();
  for (const Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r}) {
    out_of_place<float>(most, {12, 10}, 1, kind);
    out_of_place<double>(most, {6, 5, 8}, 1, kind);
    out_of_place<float>(most, {45}, 6, kind);
  }
  if (count >= 2) stream_and_work();
  std::printf("PASSED\n");
}
