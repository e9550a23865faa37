// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The studies that come with Papilio, and what they conclude from given errors.
#include "lab/study/shipped.hpp"

#include <gmock/gmock.h>

namespace papilio::tool {
namespace {

using testing::ElementsAre, testing::HasSubstr, testing::StartsWith;

StudyResult result(const std::string& label, double error_ppm) {
  StudyResult one;
  one.label = label;
  one.error_ppm = error_ppm;
  return one;
}

/// The token of 2^18 points, as the study has it.
std::string token_of_2_18(const ShippedStudy& study) {
  for (const StudyPart& part : study.parts()) {
    if (part.token.starts_with("c2c:f32:262144")) return part.token;
  }
  return {};
}

TEST(ShippedStudies, HaveNamesAndParts) {
  std::vector<std::string_view> names;
  for (const ShippedStudy& study : shipped_studies()) {
    names.push_back(study.name);
    EXPECT_FALSE(study.parts().empty()) << study.name;
    EXPECT_EQ(find_study(study.name), &study);
  }
  EXPECT_THAT(names, ElementsAre("radix248", "gpu-fft-structures", "twiddles", "work-group"));
  EXPECT_EQ(find_study("radix"), nullptr);
}

TEST(ShippedStudies, SayWhetherGpuFftsFindingHolds) {
  const ShippedStudy& study = *find_study("gpu-fft-structures");
  Study measured;
  measured.token = token_of_2_18(study);
  measured.results = {result("5+4+4+5 recurrence", 0.25),       result("5+5+4+4 recurrence", 0.27),
                      result("5+4+4+5 recurrence-pairs", 0.17), result("5+5+4+4 recurrence-pairs", 0.15),
                      result("5+4+4+5 read", 0.1502),           result("5+5+4+4 read", 0.1503)};
  const std::vector<std::string> findings = study.findings({measured});
  EXPECT_THAT(findings, ElementsAre(HasSubstr("is confirmed here."), HasSubstr("is refuted here."),
                                    HasSubstr("is refuted here: there is no difference.")));
  for (const std::string& finding : findings) EXPECT_THAT(finding, StartsWith("2^18, twiddles r"));
}

TEST(ShippedStudies, ConcludeNothingWithoutFigures) {
  const ShippedStudy& study = *find_study("gpu-fft-structures");
  Study measured;
  measured.token = token_of_2_18(study);
  measured.results = {result("5+4+4+5 read", 0.15)};
  EXPECT_TRUE(study.findings({measured}).empty());
}

}  // namespace
}  // namespace papilio::tool
