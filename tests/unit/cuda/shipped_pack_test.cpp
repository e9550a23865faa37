// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Packs that were made without a device, on the fake driver. A script stands in for ptxas.
#include <filesystem>
#include <fstream>
#include <map>
#include <papilio/cache.hpp>
#include <papilio/papilio.hpp>

#include "api/kernel_pack.hpp"
#include "fixture.hpp"
#include "plan/plan.hpp"
#include "runtime/device.hpp"

namespace papilio::backend::cuda {
namespace {

using testing::AllOf, testing::HasSubstr;

/// Variables of this process as they were, when the test ends.
class KeptVariables {
 public:
  ~KeptVariables() {
    for (const auto& [name, value] : before_) value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
  }
  void set(const std::string& name, const std::string& value) {
    const char* const old = getenv(name.c_str());
    before_.try_emplace(name, old != nullptr ? std::optional<std::string>(old) : std::nullopt);
    setenv(name.c_str(), value.c_str(), 1);
  }

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

class ShippedPackTest : public CudaTest {
 protected:
  void SetUp() override {
    CudaTest::SetUp();
    folder_ = (std::filesystem::temp_directory_path() / "papilio-shipped-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    // Its images are those of the fake driver's own compiler.
    write_ptxas(
        "text=$(cat)\nentry=$(printf '%s' \"$text\" | sed -n 's/.*\\.entry \\([a-zA-Z0-9_]*\\).*/\\1/p')\n"
        "[ \"$1\" = -arch=sm_90 ] && printf '\\177ELF with its PTX .text.%s\\000%s' \"$entry\" \"$text\" >&3\n");
    variables_.set("PAPILIO_PTXAS", folder_ + "/ptxas");
    variables_.set("PAPILIO_CACHE", "");
    variables_.set("PAPILIO_CACHE_READONLY", "");
    variables_.set("PAPILIO_KERNEL_PACK", "");
    variables_.set("PAPILIO_CACHE_DIR", folder_ + "/made");
  }
  void TearDown() override {
    CudaTest::TearDown();
    std::filesystem::remove_all(folder_);
  }

  void write_ptxas(const std::string& script) const {
    std::ofstream(folder_ + "/ptxas") << "#!/bin/sh\n" << script;
    std::filesystem::permissions(folder_ + "/ptxas", std::filesystem::perms::owner_all);
  }
  void store(const std::string& token) const {
    api::store_shipped(device_->caps(), plan::make_plan(Problem::parse(token), device_->caps()));
  }
  /// From now on the pack is all that processes find.
  void ship() {
    std::ofstream(folder_ + "/kernels.pack", std::ios::binary) << api::shipped_pack(device_->caps());
    variables_.set("PAPILIO_CACHE_DIR", "/proc/nowhere");
    variables_.set("PAPILIO_KERNEL_PACK", folder_ + "/kernels.pack");
  }
  static int compilations_of(const std::string& token) {
    const int before = fake().calls["cuLinkCreate_v2"];
    (void)Plan(Device("cuda:0"), Problem::parse(token));
    return fake().calls["cuLinkCreate_v2"] - before;
  }

  std::string folder_;
  KeptVariables variables_;
};

TEST_F(ShippedPackTest, NothingIsCompiledAtTheFirstCall) {
  for (const char* token : {"c2c:f32:768*7", "r2c:f32:2^20", "c2c:f64:100003"}) store(token);
  ship();
  for (const char* token : {"c2c:f32:768*7", "r2c:f32:2^20", "c2c:f64:100003"})
    EXPECT_EQ(compilations_of(token), 0) << token;
  EXPECT_GT(compilations_of("c2c:f32:776*7"), 0) << "a compiler runs for what is not in the pack";
  EXPECT_THAT(cache_state(Device("cuda:0")).refused, testing::IsEmpty());
}

TEST_F(ShippedPackTest, ADriverThatRefusesTheCodeCompiles) {
  store("c2c:f32:784*7");
  ship();
  fake().next_status["cuModuleLoadData"] = CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  EXPECT_EQ(compilations_of("c2c:f32:784*7"), 1);
}

TEST_F(ShippedPackTest, SaysWhatIsMissing) {
  write_ptxas("echo 'ptxas fatal : Value sm_90 is not defined' >&2\n");
  EXPECT_THAT(error_of([&] { store("c2c:f32:800*7"); }).what(), AllOf(HasSubstr("sm_90"), HasSubstr("is not defined")));
  variables_.set("PAPILIO_PTXAS", folder_ + "/none");
  EXPECT_THAT(error_of([&] { store("c2c:f32:800*7"); }).what(),
              AllOf(HasSubstr("ptxas was not found"), HasSubstr(folder_ + "/none")));
  DeviceCaps other = caps_preset("mi250");
  const plan::PlanNode plan = plan::make_plan(Problem::parse("c2c:f32:800*7"), other);
  EXPECT_THAT(error_of([&] { api::store_shipped(other, plan); }).what(), HasSubstr("only NVIDIA's GPUs"));
}

}  // namespace
}  // namespace papilio::backend::cuda
