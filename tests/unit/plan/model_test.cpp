// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

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

}  // namespace
}  // namespace papilio::plan
