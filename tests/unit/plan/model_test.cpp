// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "plan/model/gpu_estimate.hpp"
#include "plan/plan.hpp"

namespace papilio::plan {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(PAPILIO_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// Comments of the models name the sections of docs/lab that their constants come from.
TEST(Model, QuotesSectionsThatExist) {
  std::string sections;
  for (const auto& page : std::filesystem::directory_iterator(std::string(PAPILIO_SOURCE_DIR) + "/docs/lab"))
    sections += text_of("docs/lab/" + page.path().filename().string());
  for (const char* model : {"src/plan/model/gpu_model.hpp", "src/plan/model/cpu_model.hpp"}) {
    std::string text = std::regex_replace(text_of(model), std::regex("#include.*"), "");
    text = std::regex_replace(text, std::regex("\n *///?<? *"), " ");  // titles may go on in the next line
    int quoted = 0;
    const std::regex title("\"([^\"]+)\"");
    for (std::sregex_iterator at(text.begin(), text.end(), title); at != std::sregex_iterator(); ++at, ++quoted)
      EXPECT_NE(sections.find("## " + (*at)[1].str() + "\n"), std::string::npos) << model << ": " << (*at)[1];
    EXPECT_GE(quoted, 3) << model;
  }
}

int points_of(const char* token, const DeviceCaps& caps) {
  const PlanNode plan = make_plan(Problem::parse(token), caps);
  int most = 0;
  for (const Pass* pass : plan.passes())
    most = std::max(most, group_load(tile_load(pass->kernel), pass->kernel, caps).points);
  return most;
}

// docs/adr/0209: of 128 registers, a complex number in f32 and its address take three.
TEST(Model, WorkItemsHoldFewerPointsWhereTheCompilerHoldsAddresses) {
  DeviceCaps caps = caps_preset("max-1550");
  for (const char* token : {"c2c:f32:2^20*64", "c2c:f32:8192*8192", "c2c:f32:3125*21474"})
    EXPECT_LE(points_of(token, caps), 31) << token;
  EXPECT_EQ(points_of("c2c:f32:961*69832", caps), 31) << "31x31 spills nothing";
  EXPECT_LE(points_of("c2c:f64:2^20*32", caps), 18);
  EXPECT_LE(points_of("c2c:f32:509*131844", caps), 16) << "a convolution";
  EXPECT_LE(points_of("c2c:f32:4096x4096*4", caps), 24) << "several axes";
  caps.holds_addresses = false;
  EXPECT_GT(points_of("c2c:f32:8192*8192", caps), 31);
}

// docs/adr/0216: compilers spilled in the kernels of 16, 32 and 25 points.
TEST(Model, ShapesWithRegistersToSpareAreTakenWhereTheyCostLittle) {
  EXPECT_LE(points_of("c2c:f64:1024*32768", caps_preset("max-1550")), 8);
  EXPECT_LE(points_of("c2c:f64:512*65536", caps_preset("rx6900")), 16);
  DeviceCaps mesa = caps_preset("rx7900");
  mesa.registers = 120;
  EXPECT_LT(points_of("c2c:f32:3125*21474", mesa), 25);
  DeviceCaps ptxas = caps_preset("rx6900");
  ptxas.holds_addresses = false;
  EXPECT_EQ(points_of("c2c:f64:512*65536", ptxas), 32);
}

// A count of the usual registers that is below the fewest would let more work-groups reside than fit.
TEST(Model, CompilersLikeAtLeastTheFewestRegisters) {
  DeviceCaps caps = caps_preset("max-1550");
  for (const char* token : {"c2c:f32:961*69832", "c2c:f32:509*131844", "c2c:f64:4096*8192"}) {
    const PlanNode plan = make_plan(Problem::parse(token), caps);
    for (const Pass* pass : plan.passes())
      for (int points = 1; points <= 40; ++points)
        EXPECT_GE(liked_registers(pass->kernel, points, caps), min_registers(pass->kernel, points, caps)) << token;
  }
}

}  // namespace
}  // namespace papilio::plan
