// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Callbacks in GLSL as functions of a kernel's module, which Khronos' validator accepts.
#include <spirv-tools/libspirv.hpp>

#include "backend/vulkan/glslang.hpp"
#include "fixture.hpp"

namespace papilio::backend::vulkan {
namespace {

using ir::ScalarKind;
using testing::HasSubstr;

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

std::string text_of(const Source& source) {
  std::string text;
  const auto* words = reinterpret_cast<const std::uint32_t*>(source.bytes.data());
  const std::vector<std::uint32_t> module(words, words + source.bytes.size() / sizeof(*words));
  spvtools::SpirvTools(SPV_ENV_VULKAN_1_1).Disassemble(module, &text);
  return text;
}

constexpr const char* load_complex =
    "papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) {\n"
    "  return PAPILIO_COMPLEX(x.x * user[i % 7], x.y + user[0] * GAIN) * 2;\n"
    "}";
constexpr const char* load_real =
    "papilio_real papilio_load(papilio_real x, papilio_index i, papilio_data user) { return x * user[i]; }";
constexpr const char* store_complex =
    "papilio_complex helped(papilio_complex x) { return x * PAPILIO_PARAMETER(0.5, 0.5lf); }\n"
    "papilio_complex papilio_store(papilio_complex x,\n"
    "                              papilio_index i, papilio_data user) { return helped(x) * user[i % 3]; }";

struct Form {
  const char* load;
  const char* store;
  ScalarKind element = ScalarKind::f32;
};

/// out[i] = store(load(in[i])), complex where the store callback is.
ir::Module module_of(const Form& form) {
  ir::Builder b("called", 64);
  const ir::Buffer* in = b.input(form.element, true);
  const ir::Buffer* out = b.output(form.element, true);
  const std::string gain = "#define GAIN PAPILIO_PARAMETER(0.1, 0.1lf)\n#line 1 \"load callback\"\n";
  const ir::Buffer* load =
      form.load == nullptr ? nullptr : b.callback(ir::Callback::load, gain + form.load, form.element);
  const ir::Buffer* store = form.store == nullptr ? nullptr : b.callback(ir::Callback::store, form.store, form.element);
  const int lanes = form.load == load_real ? 1 : 2;
  const ir::Value i = b.let("i", b.cast(b.thread_id() + b.group_id() * std::int64_t{64}, ScalarKind::i64));
  ir::Value x = b.load(in, i * std::int64_t{lanes}, lanes, lanes);
  if (load != nullptr) x = b.call(ir::Callback::load, x, i, load);
  if (store != nullptr) x = b.call(ir::Callback::store, x, i, store);
  b.store(out, i * std::int64_t{lanes}, x, lanes);
  return b.finish();
}

class GlslCallbacks : public testing::Test {
 protected:
  void SetUp() override {
    if (!default_glslang()) GTEST_SKIP() << default_glslang().problem();
  }
  static Source source_of(const ir::Module& module, emit::Target target) {
    DeviceInfo info;
    info.id = "vulkan:0";
    target.callbacks = default_glslang().compile(emit::callbacks_in_glsl(module, target), info, module.name);
    return emit::emit(module, Dialect::spirv, target);
  }
};

TEST_F(GlslCallbacks, AreValidSpirv) {
  const std::vector<ShaderFeatures> targets = {
      {}, {true, true, true, true, true}, {false}, {.addresses = true}, {.int64 = false, .addresses = true}};
  const std::vector<Form> forms = {{load_complex, nullptr},
                                   {load_real, nullptr},
                                   {nullptr, store_complex},
                                   {load_complex, store_complex},
                                   {load_complex, store_complex, ScalarKind::f64},
                                   {load_real, nullptr, ScalarKind::f64}};
  for (const Form& form : forms) {
    const ir::Module module = module_of(form);
    for (const ShaderFeatures& features : targets) {
      emit::Target target;
      target.shader = features;
      EXPECT_EQ(faults_of(source_of(module, target)), "") << emit::callbacks_in_glsl(module, target);
    }
  }
}

TEST_F(GlslCallbacks, AreNotContracted) {
  const std::string text = text_of(source_of(module_of({load_complex, nullptr}), {}));
  EXPECT_THAT(text, HasSubstr("OpFunctionCall"));
  const auto count = [&](const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("OpFMul") + count("OpFAdd") + count("OpVectorTimesScalar"), 4);
  EXPECT_EQ(count("NoContraction"), 4);
  EXPECT_EQ(count("OpEntryPoint"), 1);
  EXPECT_EQ(count("OpName"), 0);
}

/// A variable that both the kernel and the callback read.
TEST_F(GlslCallbacks, MayReadTheShadersInput) {
  constexpr const char* load =
      "papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) {\n"
      "  return x * (gl_WorkGroupID.x + gl_GlobalInvocationID.x + gl_WorkGroupSize.x);\n"
      "}";
  const Source source = source_of(module_of({load, nullptr}), {});
  EXPECT_EQ(faults_of(source), "");
}

/// Nobody would bind them.
TEST_F(GlslCallbacks, HaveNoResourcesOfTheirOwn) {
  for (const char* declaration :
       {"layout(binding = 9) buffer Own { float own; };", "shared float own;",
        "layout(push_constant) uniform Own { float own; };", "layout(binding = 1) buffer Own { float own; };"}) {
    const std::string load = std::string(declaration) +
                             "papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data user) {"
                             " return x * own; }";
    const Error error = error_of([&] { source_of(module_of({load.c_str(), nullptr}), {}); });
    EXPECT_EQ(error.code(), ErrorCode::build_failed) << declaration;
    EXPECT_THAT(error.what(), HasSubstr("of their own"));
  }
}

TEST_F(GlslCallbacks, WithoutACompilerAreAnError) {
  const Error error = error_of([] { emit::emit(module_of({load_complex, nullptr}), Dialect::spirv); });
  EXPECT_EQ(error.code(), ErrorCode::internal);
}

}  // namespace
}  // namespace papilio::backend::vulkan
