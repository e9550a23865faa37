// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The local memory that a launcher computes without building the module equals that of the module and of its CUDA text.
#include <gtest/gtest.h>

#include "core/device_caps.hpp"
#include "emit/emit.hpp"
#include "kernel/kernel.hpp"
#include "plan/plan.hpp"

namespace papilio {
namespace {

TEST(LocalMemory, LaunchersAreToldWhatTheTextWants) {
  int with = 0;
  int without = 0;
  for (const char* token :
       {"c2c:f32:8*16", "c2c:f32:1000*3", "c2c:f32:1009*3", "c2c:f32:8192*2", "c2c:f32:1018*3", "c2c:f32:2^20",
        "c2c:f64:5040*7", "c2c:f64:8192", "c2c:f64:10007*2", "c2c:f64:2^20", "c2c:f32:12000*999", "c2c:f32:8192*999",
        "c2c:f64:4096*999", "c2c:f32:16x16*999", "c2c:f32:128x128*999"}) {
    for (const DeviceCaps& caps : {gpu_preset(), h200_preset()}) {
      const plan::PlanNode plan = plan::make_plan(Problem::parse(token), caps);
      for (const plan::Pass* pass : plan.passes()) {
        const ir::Module module = kernel::build_kernel(pass->kernel);
        const std::int64_t bytes = module.shared_bytes();
        const std::int64_t told = kernel::interface_of(pass->kernel).local_memory;
        EXPECT_EQ(told, bytes > ir::static_local_limit ? bytes : 0) << pass->kernel.key();
        EXPECT_LE(bytes, caps.local_memory) << pass->kernel.key();
        const std::string text = emit::emit(module, Dialect::cuda).bytes;
        EXPECT_EQ(text.find("extern __shared__") != std::string::npos, told > 0) << pass->kernel.key();
        ++(told > 0 ? with : without);
      }
    }
  }
  EXPECT_GT(with, 3);
  EXPECT_GT(without, 3);
}

}  // namespace
}  // namespace papilio
