// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Device functions in kernels of a user: on an OpenCL device, on a Vulkan device through glslang, and compiled by
// NVRTC.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <random>

#include "api/function.hpp"
#include "backend/vulkan/backend.hpp"
#include "backend/vulkan/glslang.hpp"
#include "core/roots.hpp"
#include "functions/chain.hpp"
#include "functions/cuda_on_host.hpp"
#include "support/error_of.hpp"
#include "support/nvrtc.hpp"
#include "support/opencl_runner.hpp"

namespace papilio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using Bytes = std::vector<std::byte>;
using Numbers = std::vector<long double>;

constexpr long double poison = std::numeric_limits<long double>::quiet_NaN();

Bytes stored(const Numbers& numbers, Precision precision) {
  Bytes bytes(numbers.size() * (precision == Precision::f32 ? 4 : 8));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto single = static_cast<float>(numbers[i]);
    const auto wide = static_cast<double>(numbers[i]);
    precision == Precision::f32 ? std::memcpy(&bytes[4 * i], &single, 4) : std::memcpy(&bytes[8 * i], &wide, 8);
  }
  return bytes;
}

Numbers read(const Bytes& bytes, Precision precision) {
  Numbers numbers(bytes.size() / (precision == Precision::f32 ? 4 : 8));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    float single = 0;
    double wide = 0;
    precision == Precision::f32 ? std::memcpy(&single, &bytes[4 * i], 4) : std::memcpy(&wide, &bytes[8 * i], 8);
    numbers[i] = precision == Precision::f32 ? static_cast<long double>(single) : wide;
  }
  return numbers;
}

long double relative_error(const Numbers& got, const Numbers& expected) {
  long double error = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    error += (got[i] - expected[i]) * (got[i] - expected[i]);
    norm += expected[i] * expected[i];
  }
  return std::sqrt(error / norm);
}

/// The buffers of chain_kernel(), and what it must make of them: the spectrum's factors delay the signal by one.
struct ChainData {
  Precision precision;
  Numbers input, factors, spectra, output;

  explicit ChainData(const FunctionPair& pair) : precision(pair.precision) {
    const std::int64_t n = pair.length;
    const bool real = pair.there.input.element != FunctionElement::complex;
    const std::int64_t width = real ? 1 : 2;
    const std::int64_t bins = pair.there.output.elements;
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (std::int64_t i = 0; i < width * n * pair.there.transforms; ++i)
      input.push_back(static_cast<long double>(uniform(random)));
    const LongRoots roots(n);
    for (std::int64_t k = 0; k < bins; ++k) {
      factors.push_back(roots(k).real());
      factors.push_back(2 * k == n ? 0 : roots(k).imag());
    }
    for (std::int64_t t = 0; t < pair.there.transforms; ++t) {
      const auto at = [&](std::int64_t i, std::int64_t part) { return input[width * (t * n + i % n) + part]; };
      std::vector<std::complex<long double>> x;
      for (std::int64_t i = 0; i < n; ++i) x.emplace_back(at(i, 0), real ? 0 : at(i, 1));
      x = host_fft(std::move(x), Direction::forward);
      for (std::int64_t k = 0; k < bins; ++k) {
        spectra.push_back(x[k].real());
        spectra.push_back(x[k].imag());
      }
      for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t part = 0; part < width; ++part)
          output.push_back(static_cast<long double>(n) * at(i + n - 1, part));
      }
    }
  }

  [[nodiscard]] std::vector<Bytes> buffers(const FunctionPair& pair) const {
    const std::size_t places =
        std::size_t(pair.there.work_items) * (pair.there.input.registers + pair.there.output.registers);
    return {stored(input, precision), stored(factors, precision), stored(Numbers(spectra.size(), poison), precision),
            stored(Numbers(output.size(), poison), precision), Bytes(places * sizeof(int), std::byte{0x55})};
  }
};

/// Both sides of the first function as its text computes them.
std::vector<std::int64_t> places_in(const Bytes& bytes) {
  std::vector<int> places(bytes.size() / sizeof(int));
  std::memcpy(places.data(), bytes.data(), bytes.size());
  return {places.begin(), places.end()};
}

void expect_chained(const FunctionPair& pair, const ChainData& data, const std::vector<Bytes>& buffers) {
  const long double log2n = std::log2(static_cast<long double>(data.spectra.size()));
  const long double epsilon = data.precision == Precision::f32 ? 0x1p-24L : 0x1p-53L;
  const long double bound = epsilon * (1 + log2n / 2);  // errors are at most 0.63 of it
  EXPECT_LT(relative_error(read(buffers[2], data.precision), data.spectra), bound) << "the spectrum";
  EXPECT_LT(relative_error(read(buffers[3], data.precision), data.output), 2 * bound) << "the signal";
  std::vector<std::int64_t> table = pair.there.input.indices;
  table.insert(table.end(), pair.there.output.indices.begin(), pair.there.output.indices.end());
  EXPECT_EQ(places_in(buffers[4]), table);
}

/// Every element is a result once, and an input at least once.
void expect_exact(const FunctionSide& side, std::int64_t transforms, bool once) {
  std::vector<int> count(side.elements * transforms);
  for (const std::int64_t index : side.indices) {
    ASSERT_LT(index, std::ssize(count));
    if (index >= 0) ++count[index];
  }
  EXPECT_THAT(count, testing::Each(testing::AllOf(testing::Ge(1), testing::Le(once ? 1 : std::ssize(count)))));
}

/// The second function takes each element where the first one leaves it.
void expect_chains(const DeviceFunction& there, const DeviceFunction& back) {
  ASSERT_EQ(there.work_items, back.work_items);
  for (int t = 0; t < there.work_items; ++t) {
    for (int r = 0; r < there.output.registers; ++r) {
      const std::int64_t index = there.output.indices[t * there.output.registers + r];
      if (index < 0) continue;
      ASSERT_LT(r, back.input.registers);
      EXPECT_EQ(back.input.indices[t * back.input.registers + r], index);
    }
  }
}

std::string token_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

class FunctionsInOpenCl : public testing::TestWithParam<std::string> {};

TEST_P(FunctionsInOpenCl, TransformThereAndBack) {
  const auto runner = OpenClRunner::first_device();
  if (!runner) GTEST_SKIP() << OpenClRunner::skip_message;
  const FunctionPair pair = function_pair(GetParam(), FunctionLanguage::opencl);
  if (pair.precision == Precision::f64 && !runner->has_f64()) GTEST_SKIP() << "the device has no f64";
  for (const DeviceFunction* function : {&pair.there, &pair.back}) {
    expect_exact(function->input, function->transforms, false);
    expect_exact(function->output, function->transforms, true);
  }
  EXPECT_EQ(pair.there.chains, pair.back.chains);
  if (pair.there.chains) expect_chains(pair.there, pair.back);
  const ChainData data(pair);
  const std::string text = chain_kernel(pair);
  std::vector<Bytes> first;
  for (int execution = 0; execution < 3; ++execution) {
    std::vector<Bytes> buffers = data.buffers(pair);
    runner->run(text, {"chain", 1, static_cast<std::size_t>(pair.there.work_items)}, buffers, {});
    expect_chained(pair, data, buffers);
    if (first.empty()) first = buffers;
    EXPECT_EQ(buffers, first);
  }
}

// Stockham, Rader (37, 101, 1009) and Bluestein (83, 166, 167).
INSTANTIATE_TEST_SUITE_P(Lengths, FunctionsInOpenCl,
                         testing::Values("c2c:f32:1", "c2c:f32:2", "c2c:f32:3", "c2c:f32:8", "c2c:f32:15", "c2c:f32:17",
                                         "c2c:f32:37", "c2c:f32:60", "c2c:f32:83", "c2c:f32:101", "c2c:f32:166",
                                         "c2c:f32:256", "c2c:f32:586", "c2c:f32:1000", "c2c:f32:1024", "c2c:f32:2187",
                                         "c2c:f32:4096", "c2c:f32:8192", "c2c:f64:16", "c2c:f64:101", "c2c:f64:167",
                                         "c2c:f64:1000"),
                         token_name);
INSTANTIATE_TEST_SUITE_P(Batches, FunctionsInOpenCl,
                         testing::Values("c2c:f32:8*64", "r2c:f32:8*4", "r2c:f32:5*4", "c2c:f32:15*16", "c2c:f32:64*4",
                                         "c2c:f32:101*2", "r2c:f32:64*8", "r2c:f32:45*4"),
                         token_name);
INSTANTIATE_TEST_SUITE_P(RealNumbers, FunctionsInOpenCl,
                         testing::Values("r2c:f32:2", "r2c:f32:6", "r2c:f32:9", "r2c:f32:16", "r2c:f32:74",
                                         "r2c:f32:101", "r2c:f32:128", "r2c:f32:166", "r2c:f32:167", "r2c:f32:1000",
                                         "r2c:f32:8192", "r2c:f64:243", "r2c:f64:1024"),
                         token_name);

INSTANTIATE_TEST_SUITE_P(Shapes, FunctionsInOpenCl,
                         testing::Values("c2c:f32:256 4x4x4x4:threads=32:pad=16:interleaved:twiddles=products",
                                         "c2c:f32:625*2 5x5x25:threads=50:tile=2:half-size",
                                         "c2c:f32:512 4x8x16:threads=64:pad=8:twiddles=fused:prefetch:resident=4",
                                         "r2c:f32:100*2 5x10:threads=10:tile=2", "c2c:f32:37 6x6:threads=6:pad=8",
                                         "c2c:f32:83 8x8x3:threads=24", "c2c:f64:60 3x20:threads=20"),
                         token_name);

class FunctionsInGlsl : public testing::TestWithParam<std::string> {};

TEST_P(FunctionsInGlsl, TransformThereAndBack) {
  namespace vulkan = backend::vulkan;
  const DeviceList list = vulkan::list_devices();
  if (list.devices.empty()) GTEST_SKIP() << "no Vulkan device: " << testing::PrintToString(list.notes);
  if (!vulkan::default_glslang()) GTEST_SKIP() << vulkan::default_glslang().problem();
  const auto device = vulkan::open_device(list.devices.front().id);
  const FunctionPair pair = function_pair(GetParam(), FunctionLanguage::glsl);
  if (pair.precision == Precision::f64 && !device->caps().f64) GTEST_SKIP() << "the device has no f64";
  const std::vector<std::uint32_t> words =
      vulkan::default_glslang().compile(chain_kernel(pair), device->info(), "main");
  const Source source{Dialect::spirv, {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(words[0])}};
  const auto program = device->load(device->compile(source, "chain"), "chain");
  const auto stream = device->make_stream();
  const ChainData data(pair);
  std::vector<Bytes> first;
  for (int execution = 0; execution < 3; ++execution) {
    std::vector<Bytes> buffers = data.buffers(pair);
    for (const DeviceFunction* function : {&pair.there, &pair.back}) {
      Numbers tables(function->tables.begin(), function->tables.end());
      if (tables.empty()) tables.push_back(poison);
      buffers.push_back(stored(tables, pair.precision));
    }
    std::vector<std::shared_ptr<runtime::Memory>> memories;
    std::vector<runtime::Argument> arguments;
    for (const Bytes& buffer : buffers) {
      memories.push_back(device->allocate(buffer.size()));
      stream->write(*memories.back(), 0, buffer.data(), buffer.size());
      arguments.emplace_back(memories.back().get());
    }
    stream->launch({.program = program.get(), .groups = 1, .threads = pair.there.work_items, .arguments = arguments});
    for (std::size_t i = 0; i < buffers.size(); ++i)
      stream->read(*memories[i], 0, buffers[i].data(), buffers[i].size());
    expect_chained(pair, data, buffers);
    if (first.empty()) first = buffers;
    EXPECT_EQ(buffers, first);
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, FunctionsInGlsl,
                         testing::Values("c2c:f32:2", "c2c:f32:15", "c2c:f32:101", "c2c:f32:256", "c2c:f32:1000",
                                         "c2c:f32:1009", "c2c:f32:1021", "c2c:f32:4096", "c2c:f32:64*4", "c2c:f64:60",
                                         "r2c:f32:9", "r2c:f32:128", "r2c:f32:37"),
                         token_name);

class FunctionsInCuda : public testing::TestWithParam<std::string> {};

TEST_P(FunctionsInCuda, Compile) {
  const auto nvrtc = Nvrtc::load();
  if (!nvrtc) GTEST_SKIP() << Nvrtc::skip_message;
  const CudaBuild build = nvrtc->compile(chain_kernel(function_pair(GetParam(), FunctionLanguage::cuda)), "sm_90");
  EXPECT_TRUE(build.ok) << build.log;
  EXPECT_EQ(build.resources.spill_stores, 0) << build.log;
  RecordProperty("registers", build.resources.registers);
}

TEST_P(FunctionsInCuda, TransformThereAndBackOnTheHost) {
  if (std::system("c++ --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no c++ in PATH";
  const FunctionPair pair = function_pair(GetParam(), FunctionLanguage::cuda);
  const ChainData data(pair);
  std::vector<Bytes> buffers = data.buffers(pair);
  const char* real = pair.precision == Precision::f32 ? "float" : "double";
  ASSERT_EQ(run_cuda_on_host(chain_kernel(pair), pair.there.work_items, real, buffers), "");
  expect_chained(pair, data, buffers);
}

INSTANTIATE_TEST_SUITE_P(Lengths, FunctionsInCuda,
                         testing::Values("c2c:f32:15", "c2c:f32:256", "c2c:f32:1009", "c2c:f32:1021", "c2c:f32:64*4",
                                         "c2c:f64:1000", "r2c:f32:128", "r2c:f32:101"),
                         token_name);

TEST(DeviceFunctions, SayWhatTheyCannotDo) {
  const auto error = [](const std::string& token) {
    return error_of(
        [&] { (void)api::function_for(Problem::parse(token), caps_of_functions(), FunctionLanguage::opencl); });
  };
  EXPECT_EQ(error("c2c:f32:2^20").code(), ErrorCode::unsupported);
  EXPECT_THAT(error("c2c:f32:2^20").what(),
              AllOf(HasSubstr("c2c:f32:1048576 as a device function"), HasSubstr("1048576 points do not fit"),
                    HasSubstr("65536 bytes of local memory"), HasSubstr("use a shorter length")));
  EXPECT_THAT(error("c2c:f32:4096*100").what(),
              AllOf(HasSubstr("100 of these transforms"), HasSubstr("use a batch of 1")));
  EXPECT_THAT(error("c2c:f32:64x64").what(), HasSubstr("one axis"));
  EXPECT_THAT(error("dct2:f32:64").what(), HasSubstr("functions are c2c, r2c or c2r"));
  EXPECT_THAT(error("c2c:f16:64").what(), HasSubstr("storage types"));
  DeviceCaps single = caps_of_functions();
  single.f64 = false;
  const Error f64 =
      error_of([&] { (void)api::function_for(Problem::parse("c2c:f64:64"), single, FunctionLanguage::cuda); });
  EXPECT_THAT(f64.what(), AllOf(HasSubstr("no double precision"), HasSubstr("use f32")));
  const Error language = error_of([] { (void)parse_function_language("metal"); });
  EXPECT_THAT(language.what(), AllOf(HasSubstr("'metal'"), HasSubstr("opencl, cuda, glsl, wgsl")));
}

TEST(DeviceFunctions, TakeTheShapeThatIsGiven) {
  const std::string shape = "4x8x16:threads=64:pad=8:half-size:twiddles=products";
  const FunctionPair pair = function_pair("c2c:f32:512 " + shape, FunctionLanguage::cuda);
  for (const DeviceFunction* function : {&pair.there, &pair.back}) {
    EXPECT_EQ(function->shape, shape);
    EXPECT_EQ(function->work_items, 64);
    EXPECT_THAT(function->text, HasSubstr("// Shape: " + shape + "\n"));
  }
  const auto first_radix = [](const DeviceFunction& function) {
    return function.text.substr(function.text.find("// radix "), 11);
  };
  EXPECT_THAT(first_radix(pair.there), HasSubstr("radix 4,"));
  EXPECT_THAT(first_radix(pair.back), HasSubstr("radix 16"));
  // Its own shape gives the function that the planner chooses.
  const FunctionPair usual = function_pair("c2c:f32:625*2", FunctionLanguage::opencl);
  EXPECT_EQ(function_pair("c2c:f32:625*2 " + usual.there.shape, FunctionLanguage::opencl).back.text, usual.back.text);
}

TEST(DeviceFunctions, RefuseShapesThatDoNotFit) {
  const auto error = [](const std::string& token) {
    return std::string(error_of([&] { (void)function_pair(token, FunctionLanguage::opencl); }).what());
  };
  EXPECT_THAT(error("c2c:f32:64 8x4:threads=8"), AllOf(HasSubstr("radices 8x4"), HasSubstr("product is 64")));
  EXPECT_THAT(error("c2c:f32:64*2 8x8:threads=8"), AllOf(HasSubstr("1 transforms"), HasSubstr("write tile=2")));
  EXPECT_THAT(error("c2c:f32:4096 64x64:threads=64"), AllOf(HasSubstr("32 points at most"), HasSubstr("split")));
  EXPECT_THAT(error("c2c:f32:64 8x8:threads=8:cluster=2/1"), HasSubstr("leave out cluster"));
  EXPECT_THAT(error("c2c:f32:64 8x8:lanes=4"), HasSubstr("no vectors"));
  EXPECT_THAT(error("c2c:f32:64 8x"), HasSubstr("the radix is missing"));
}

TEST(DeviceFunctions, ScaleAsTheProblemDoes) {
  Problem problem = Problem::c2c(Precision::f32, 8);
  const auto text = [&] { return api::function_for(problem, caps_of_functions(), FunctionLanguage::opencl).text; };
  const std::string unscaled = text();
  problem.factor = 0.375;
  EXPECT_THAT(unscaled, testing::Not(HasSubstr("0.375f")));
  EXPECT_THAT(text(), HasSubstr("0.375f"));
}

}  // namespace
}  // namespace papilio::test
