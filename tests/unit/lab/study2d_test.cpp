// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The options and rows of `papilio study2d`, and how its results are told, without a device.
#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "lab/study/adreno.hpp"
#include "lab/study/chart2d.hpp"
#include "lab/study/grid2d.hpp"
#include "lab/study/report2d.hpp"

namespace papilio::tool {
namespace {

using experiments::ExchangeMemory;
using experiments::MatrixNumbers;
using experiments::MemoryObject;
using testing::ElementsAre, testing::HasSubstr, testing::Not;

std::string refusal_of(const std::string& subject) {
  try {
    parse_subject_2d(subject);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

TEST(Study2dSubject, SizesAndTokens) {
  EXPECT_EQ(parse_subject_2d("1024x512").token(), "c2c:f32:1024x512");
  EXPECT_EQ(parse_subject_2d("2^7").token(), "c2c:f32:128x128");
  EXPECT_EQ(parse_subject_2d("c2c:f32:30x20:inverse").direction, Direction::inverse);
  EXPECT_THAT(refusal_of("picture"), HasSubstr("write 1024x1024"));
  EXPECT_THAT(refusal_of(""), HasSubstr("neither"));
  EXPECT_THAT(refusal_of("8x8x8"), HasSubstr("two axes"));
  EXPECT_THAT(refusal_of("c2c:f32:64"), HasSubstr("two axes"));
  for (const char* const token : {"c2c:f64:8x8", "r2c:f32:8x8", "c2c:f32:8x8*2", "c2c:f16:8x8", "c2c:f32:8x8:inplace"})
    EXPECT_THAT(refusal_of(token), HasSubstr("study c2c:f32:8x8")) << token;
  EXPECT_NE(refusal_of("0x8"), "");
  EXPECT_THAT(refusal_of("1x8"), HasSubstr("lengths of 2 or more"));
  EXPECT_THAT(refusal_of("8x1"), HasSubstr("lengths of 2 or more"));
  EXPECT_EQ(refusal_of("2^14x2^14"), "");
  EXPECT_THAT(refusal_of("2^14x2^15"), HasSubstr("choose a smaller array"));
}

TEST(Study2dRows, AreTheProductOfTheLists) {
  const Problem problem = parse_subject_2d("64x1024");
  Study2dChoices choices;
  const std::vector<Study2dRow> all = rows_2d_of(problem, choices, 32768);
  ASSERT_EQ(all.size(), 12U);
  EXPECT_EQ(all[0].label, "local buffers f32");
  EXPECT_EQ(all[11].label, "global images f16");
  EXPECT_EQ(all[0].choices.row_radices, (std::vector<std::vector<int>>{{16, 16, 4}}));
  EXPECT_EQ(all[0].choices.column_radices, (std::vector<std::vector<int>>{{16, 4}}));
  choices.scratches = {ExchangeMemory::global};
  choices.objects = {MemoryObject::images};
  choices.numbers = {MatrixNumbers::f16};
  EXPECT_EQ(rows_2d_of(problem, choices, 32768).front().label, "usual");
  choices.tiles = {8, 16};
  choices.threads = {32, 64};
  choices.radices = {2};
  const std::vector<Study2dRow> swept = rows_2d_of(problem, choices, 32768);
  ASSERT_EQ(swept.size(), 4U);
  EXPECT_EQ(swept[1].label, "tile 8 64 items");
  EXPECT_EQ(swept[3].choices.tile, 16);
  EXPECT_EQ(swept[3].choices.threads, 64);
  EXPECT_EQ(swept[0].choices.column_radices, (std::vector<std::vector<int>>{{2, 2, 2, 2, 2, 2}}));
  EXPECT_THROW(rows_2d_of(parse_subject_2d("64x1009"), choices, 32768), Error);
}

TEST(Study2dRows, LongRowsHaveSeveralKernels) {
  const std::vector<Study2dRow> rows = rows_2d_of(parse_subject_2d("2x4096"), {}, 32768);
  EXPECT_EQ(rows[0].choices.row_radices, (std::vector<std::vector<int>>{{16, 16}, {16}}));
}

Study2dResult result_of(const std::string& label, const experiments::Choices2d& choices, std::vector<double> ms) {
  Study2dResult result;
  result.label = label;
  result.choices = choices;
  for (const double step : ms) result.steps.push_back({1e-3 * step, 1e-3 * step, 1e-3 * step});
  result.whole = {1e-3 * (ms[0] + ms[1] + ms[2] + ms[3]), 0, 1};
  result.error_ppm = 0.1;
  result.bound_ppm = 0.5;
  return result;
}

Study2d study_of() {
  experiments::Choices2d choices;
  Study2d study;
  study.token = "c2c:f32:8x8";
  study.device = "none";
  study.copy_seconds = 1e-3;
  study.results.push_back(result_of("local", choices, {1, 2, 1, 2}));
  study.results.back().energy = EnergyUse{0.03, 5};
  choices.scratch = ExchangeMemory::global;
  study.results.push_back(result_of("global", choices, {1.5, 2, 1.5, 2}));
  study.results.back().energy = EnergyUse{0.05, 10};
  choices.object = MemoryObject::images;
  study.results.emplace_back();
  study.results.back().label = "global images";
  study.results.back().choices = choices;
  study.results.back().refused = "no images";
  Study2dResult& plan = study.results.emplace_back();
  plan.label = "Papilio's plan";
  plan.whole = {3e-3, 3e-3, 3e-3};
  plan.error_ppm = 0.1;
  plan.bound_ppm = 0.5;
  return study;
}

TEST(Study2dReport, Text) {
  const std::string text = study_2d_text(study_of(), AdrenoFigures::left_out);
  EXPECT_THAT(text, HasSubstr("a copy takes 1 ms"));
  EXPECT_THAT(text, HasSubstr("not possible: global images: no images"));
  EXPECT_THAT(text, HasSubstr("mJ"));
  EXPECT_THAT(text, Not(HasSubstr("registers")));  // nobody knows them
  EXPECT_THAT(text, Not(HasSubstr("Adreno")));
}

TEST(Study2dReport, JsonHasEveryRow) {
  const nlohmann::ordered_json json = study_2d_json(study_of(), AdrenoFigures::beside);
  ASSERT_EQ(json["rows"].size(), 4U);
  EXPECT_EQ(json["rows"][0]["step_seconds"].size(), 4U);
  EXPECT_DOUBLE_EQ(json["rows"][0]["sum_seconds"].get<double>(), 6e-3);
  EXPECT_DOUBLE_EQ(json["rows"][1]["speed"].get<double>(), 6.0 / 7);
  EXPECT_EQ(json["rows"][2]["check"], "refused");
  EXPECT_FALSE(json["rows"][2].contains("seconds"));
  EXPECT_TRUE(json["rows"][3]["sum_seconds"].is_null());
  EXPECT_EQ(json["reference"]["power"].size(), 4U);
}

TEST(Study2dReport, EveryCsvRowIsAsLongAsTheHeading) {
  Study2d study = study_of();
  study.results[0].error_ppm = 0.6;
  const ColumnTable table = study_2d_table(study);
  ASSERT_EQ(table.rows.size(), 4U);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.headings.size());
  std::vector<std::string> checks;
  for (const auto& row : table.rows) checks.push_back(row[row.size() - 2]);
  EXPECT_THAT(checks, ElementsAre("WRONG", "ok", "refused", "ok"));
}

TEST(Study2dReport, AnErrorThatIsNoNumberIsWrong) {
  Study2dResult result;
  result.error_ppm = std::numeric_limits<double>::infinity();
  result.bound_ppm = 1;
  EXPECT_TRUE(result.wrong());
}

TEST(AdrenoComparison, ComparesRowsThatDifferInOneChoice) {
  const std::vector<AdrenoFinding> findings = adreno_findings(study_of());
  ASSERT_EQ(findings.size(), 6U);
  EXPECT_EQ(findings[0].part, "row FFTs");
  ASSERT_TRUE(findings[0].here);
  EXPECT_DOUBLE_EQ(*findings[0].here, 0.5);
  EXPECT_EQ(findings[0].rows, "local / global");
  for (std::size_t i = 1; i < findings.size(); ++i) EXPECT_FALSE(findings[i].here) << i;  // refused, or not there
  EXPECT_DOUBLE_EQ(power_of_local_to_global(study_of()).value(), 0.5);
}

}  // namespace
}  // namespace papilio::tool
