// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Callbacks on Vulkan: the kernels of all kinds of plans are valid, and what happens without a compiler of GLSL.
// tests/device/callbacks_test.cpp says what they compute.
#include <map>
#include <spirv-tools/libspirv.hpp>
#include <vector>

#include "api/access.hpp"
#include "api/run/kernels.hpp"
#include "device/vulkan/fixture.hpp"
#include "plan/plan.hpp"

namespace papilio::test {
namespace {

using testing::AllOf, testing::HasSubstr;

constexpr const char* load_complex =
    "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) {\n"
    "  return PAPILIO_COMPLEX(x.x * user[i % 7] + GAIN, fabs(x.y));\n"
    "}";
constexpr const char* load_real =
    "PAPILIO_FUNCTION papilio_real papilio_load(papilio_real x, papilio_index i, papilio_data user) {\n"
    "  return x * user[i % 7] + GAIN;\n"
    "}";
constexpr const char* store_complex =
    "PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data user) {\n"
    "  return PAPILIO_COMPLEX(x.y * user[i % 7], fmin(x.x, GAIN));\n"
    "}";
constexpr const char* store_real =
    "PAPILIO_FUNCTION papilio_real papilio_store(papilio_real x, papilio_index i, papilio_data user) {\n"
    "  return x * user[i % 7];\n"
    "}";

Callbacks callbacks_for(const Problem& problem) {
  return {.load = problem.real_input() ? load_real : load_complex,
          .store = problem.real_output() ? store_real : store_complex,
          .parameters = {{"GAIN", 0.25}}};
}

/// The validator's messages; empty: the module is valid.
std::string faults_of(const Source& source) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  std::string faults;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    faults += std::string(message) + "\n";
  });
  const auto* words = reinterpret_cast<const std::uint32_t*>(source.bytes.data());
  if (!tools.Validate(words, source.bytes.size() / sizeof(*words)) && faults.empty()) faults = "invalid";
  return faults;
}

/// Compiles each text once: the kernels of a plan have few.
class Compiled {
 public:
  explicit Compiled(runtime::Device& device) : device_(device) {}
  const std::vector<std::uint32_t>& operator()(const std::string& glsl) {
    const auto [place, is_new] = words_.try_emplace(glsl);
    if (is_new) place->second = device_.compile_callbacks(glsl, "fft");
    return place->second;
  }

 private:
  runtime::Device& device_;
  std::map<std::string, std::vector<std::uint32_t>> words_;
};

class VulkanCallbacks : public OnVulkan, public testing::WithParamInterface<const char*> {};

TEST_P(VulkanCallbacks, AreValidForEveryDevice) {
  const Device device(id_);
  Compiled compiled(api::unwrap(device));
  const Problem problem = Problem::parse(GetParam()).normalised();
  std::size_t called = 0;
  for (const char* preset : {"gpu", "v3d4"}) {
    const DeviceCaps caps = caps_preset(preset);
    if (problem.precision == Precision::f64 && !caps.f64) continue;
    const plan::PlanNode tree = plan::make_plan(problem, caps, callbacks_for(problem));
    for (const plan::PassLaunch& launch : tree.launches()) {
      const ir::Module module = api::verified_module(launch.kernel());
      if (module.callbacks.empty()) continue;
      ++called;
      for (const bool addresses : {false, true}) {
        // The validator of SPIRV-Tools 2023.1 takes an address in two words, cast to a pointer to 16 bits, for
        // arithmetic on these.
        if (addresses && !caps.shader.int64) continue;
        emit::Target target(caps);
        target.shader.addresses = addresses;
        target.callbacks = compiled(emit::callbacks_in_glsl(module, target));
        EXPECT_EQ(faults_of(emit::emit(module, Dialect::spirv, target)), "") << preset << ' ' << module.name;
      }
    }
  }
  EXPECT_GT(called, 0);
}

INSTANTIATE_TEST_SUITE_P(Kernels, VulkanCallbacks,
                         testing::Values("c2c:f32:64*9", "c2c:f32:1009*3", "c2c:f64:240*3", "r2c:f32:100*5",
                                         "c2r:f32:25*4", "r2c:f32:12x20*2", "dct2:f32:30*3", "c2c:f32:360*3:planar",
                                         "c2c:f32:128*6:in=f16:out=f16", "r2c:f32:64*3:in=u8"));

class VulkanCallbackLimits : public OnVulkan {};

TEST_F(VulkanCallbackLimits, CountElementsWith31Bits) {
  const Device device(id_);
  const Problem problem = Problem::parse("r2c:f32:1024*2097152:in=u8:out=f16");
  const Error error = error_of([&] { (void)Plan(device, problem, callbacks_for(problem)); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("2147483648 elements"), HasSubstr("2^31 - 1")));
  const Problem small = Problem::parse("r2c:f32:1024*4:in=u8:out=f16");
  EXPECT_EQ(Plan(device, small, callbacks_for(small)).batch_limits().most, 2097151);
}

/// The same plan without a compiler: kernels of the compile cache run, which OnceCompiled has filled.
constexpr const char* cached_token = "c2c:f32:48*3";

class OnceCompiled : public OnVulkan {};

TEST_F(OnceCompiled, CallbacksAreInTheCache) {
  const Device device(id_);
  EXPECT_NO_THROW(Plan(device, Problem::parse(cached_token), callbacks_for(Problem::parse(cached_token))));
}

class NoGlslang : public OnVulkan {};

TEST_F(NoGlslang, NewCallbacksAreUnsupported) {
  const Device device(id_);
  const Problem problem = Problem::parse(cached_token);
  Callbacks callbacks = callbacks_for(problem);
  callbacks.load += "// never compiled";
  const Error error = error_of([&] { (void)Plan(device, problem, callbacks); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("callbacks on " + id_), HasSubstr("glslang-tools"),
                                  HasSubstr("PAPILIO_GLSLANG"), HasSubstr("/nowhere/glslang")));
}

TEST_F(NoGlslang, CachedOnesRun) {
  const Device device(id_);
  EXPECT_NO_THROW(Plan(device, Problem::parse(cached_token), callbacks_for(Problem::parse(cached_token))));
}

}  // namespace
}  // namespace papilio::test
