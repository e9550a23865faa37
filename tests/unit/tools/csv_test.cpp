// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "support.hpp"

namespace papilio::tool {
namespace {

using testing::AllOf, testing::ElementsAre, testing::HasSubstr;

struct Csv {
  explicit Csv(std::string_view content, const OpenOptions& options = {})
      : reader(open_signal(folder.write("x.csv", content), options)) {}
  TemporaryFolder folder;
  std::unique_ptr<SignalReader> reader;
};

std::string message_of(std::string_view content, const OpenOptions& options = {}) {
  const Failure failure = failure_of([&] {
    Csv csv(content, options);
    read_all(*csv.reader);
  });
  EXPECT_EQ(failure.code, ErrorCode::io);
  EXPECT_EQ(failure.message.find('\n'), std::string::npos);
  return failure.message;
}

TEST(Csv, OneColumnIsReal) {
  Csv csv("1\n-2.5e-1\n+3\n", {SignalFormat::by_extension, 8});
  EXPECT_EQ(csv.reader->info().kind, SampleKind::real);
  EXPECT_EQ(csv.reader->info().sample_rate, 8);
  EXPECT_THAT(read_all(*csv.reader), ElementsAre(1, -0.25, 3));
}

TEST(Csv, TwoColumnsAreComplexWhereTheirNamesSaySo) {
  for (const char* names : {"re;im", "Real,Imag", "\"I\",\"Q\"", "re im"}) {
    Csv csv(std::string(names) + "\r\n1; 2\r\n# a remark\r\n3;4\r\n\r\n");
    EXPECT_EQ(csv.reader->info().kind, SampleKind::complex);
    EXPECT_EQ(csv.reader->info().format, "text, re, im");
    EXPECT_FALSE(csv.reader->info().sample_rate);
    EXPECT_THAT(read_all(*csv.reader), ElementsAre(1, 2, 3, 4));
  }
  EXPECT_THAT(read_all(*Csv("q,i\n1,2\n").reader), ElementsAre(2, 1));
}

TEST(Csv, AnOptionNamesTheColumnsToo) {
  const auto values = [](const char* columns, std::string_view content) {
    return read_all(*Csv(content, {.columns = columns}).reader);
  };
  EXPECT_THAT(values("re,im", "1,2\n3,4\n"), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(values("im,re", "X,Y\n1,2\n3,4\n"), ElementsAre(2, 1, 4, 3));
  EXPECT_THAT(values("-,value,-", "a b c\n1 2 x\n3 4 y\n"), ElementsAre(2, 4));
  EXPECT_EQ(Csv("0,5\n250,6\n", {.columns = "time_ms,value"}).reader->info().sample_rate, 4);
  const Failure failure = failure_of([&] { values("re,im", "1,2,3\n"); });
  EXPECT_THAT(failure.message, HasSubstr("--columns re,im: "));
  EXPECT_THAT(failure_of([&] {
                const TemporaryFolder folder;
                open_signal(folder.write("x.cf32", "12345678"), {.columns = "re,im"});
              }).message,
              HasSubstr("is not text"));
}

/// Each of these was once read as complex numbers, without a word.
TEST(Csv, ColumnsThatNothingExplainsAreRefused) {
  for (const char* content : {"1,2\n3,4\n", "1 2\n3\t4", "X,Y\n0,1\n1,2\n", "a,b\n1,2\n", "re,x\n1,2\n",
                              "Frequenz,Pegel\n1,2\n", "1,2,3\n", "a,b,c\n1,2,3\n", "t,index\n0,0\n"}) {
    EXPECT_THAT(message_of(content), AllOf(HasSubstr("x.csv"), HasSubstr("--columns re,im"))) << content;
  }
  EXPECT_THAT(message_of("1,2\n", {.option_prefix = "--kernel-"}), HasSubstr("--kernel-columns"));
}

TEST(Csv, DecimalCommasAreRefused) {
  for (const char* content : {"volt\n1,5\n2,5\n", "1,5\n2,5\n", "1,5;2,5\n", "t;v\n0,0;1,5\n", "re,im\n1,5;2,5\n"})
    EXPECT_THAT(message_of(content), HasSubstr("decimal point")) << content;
}

TEST(Csv, BlanksAndTabsSeparateToo) {
  EXPECT_THAT(read_all(*Csv("re im\n1 2\n3\t4").reader), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(read_all(*Csv("1,\n2,\n").reader), ElementsAre(1, 2));
  EXPECT_THAT(read_all(*Csv("\tv\n0\t1\n1\t2\n").reader), ElementsAre(1, 2));
}

TEST(Csv, ATimeColumnGivesTheRateInItsUnit) {
  struct Case {
    const char* name;
    double step;
  };
  const Case cases[] = {
      {"Time [s]", 0.25},    {"t", 0.25},           {"Second", 0.25},       {"Zeit (s)", 0.25},
      {"Time (ms)", 250},    {"time_us", 250000},   {"t [\u00b5s]", 250e3}, {"t [\u03bcs]", 250e3},
      {"time in ns", 250e6}, {"milliseconds", 250}, {"\"TIME/ms\"", 250},   {"time (h)", 0.25 / 3600}};
  for (const auto& [name, step] : cases) {
    Csv csv(fmt::format("{},Volt\n0.00,5\n{},6\n{},7\n", name, step, 2 * step));
    EXPECT_EQ(csv.reader->info().kind, SampleKind::real);
    EXPECT_NEAR(csv.reader->info().sample_rate.value(), 4, 1e-12) << name;
    EXPECT_THAT(csv.reader->info().format, testing::StartsWith("text, time (")) << name;
    EXPECT_THAT(read_all(*csv.reader), ElementsAre(5, 6, 7));
  }
  EXPECT_THAT(message_of("time (samples),v\n0,1\n"), HasSubstr("'samples' is no unit of time"));
  Csv given("t,v\n0,1\n5,2\n", {.rate = 8});
  EXPECT_EQ(given.reader->info().sample_rate, 8);
  EXPECT_EQ(given.reader->info().format, "text, time (s) and value (times not used)");
}

TEST(Csv, ANumberOfTheRowIsNoValue) {
  for (const char* name : {"", "index", "Sample", "n"}) {
    Csv csv(std::string(name) + ",v\n7,1\n8,2\n9,3\n");
    EXPECT_EQ(csv.reader->info().format, "text, index and value");
    EXPECT_THAT(read_all(*csv.reader), ElementsAre(1, 2, 3));
  }
  EXPECT_THAT(message_of(",v\n0,1\n2,2\n"), HasSubstr("x.csv: line 3: row 2 follows row 0"));
  Csv three(",re,im\n0,1,2\n1,3,4\n");
  EXPECT_THAT(read_all(*three.reader), ElementsAre(1, 2, 3, 4));
}

/// Pandas writes a missing number so; without it, all later samples would move.
TEST(Csv, AnEmptyLineBetweenNumbersIsAnError) {
  EXPECT_THAT(message_of("v\n1\n\n\n3\n"), HasSubstr("x.csv: line 3: is empty"));
  EXPECT_THAT(message_of("1\n \n# remark\n3\n"), HasSubstr("x.csv: line 2: is empty"));
  EXPECT_THAT(read_all(*Csv("\n\nv\n\n1\n2\n\n\n").reader), ElementsAre(1, 2));
}

/// The time of row i of many, where `time(i)` seconds have passed.
std::string rows_of(int rows, const std::function<double(int)>& time, const char* format) {
  std::string content = "time,v\n";
  for (int i = 0; i < rows; ++i) content += fmt::format(fmt::runtime(format), time(i)) + ",1\n";
  return content;
}

TEST(Csv, EveryTimeIsChecked) {
  const auto even = [](int i) { return 0.01 * i; };
  for (const char* format : {"{}", "{:.2f}", "{:.3f}"}) {
    EXPECT_EQ(read_all(*Csv(rows_of(5000, even, format)).reader).size(), 5000U) << format;
    const auto gap = [&](int i) { return even(i) + (i >= 3000 ? 100 : 0); };
    EXPECT_THAT(message_of(rows_of(5000, gap, format)), HasSubstr("in row 3001")) << format;
    const auto missing = [&](int i) { return even(i < 4000 ? i : i + 1); };
    EXPECT_THAT(message_of(rows_of(5000, missing, format)), HasSubstr("in row 4001")) << format;
    const auto faster = [&](int i) { return even(std::min(i, 2000)) + 0.013 * std::max(i - 2000, 0); };
    EXPECT_THAT(message_of(rows_of(5000, faster, format)), HasSubstr("in row 20")) << format;
    EXPECT_EQ(read_all(*Csv(rows_of(5000, gap, format), {.rate = 100}).reader).size(), 5000U) << "not used";
  }
  // A third of a step of rounding: the step of the first 1024 rows is not that of 50,000 to half a step.
  const auto coarse = [](int i) { return 1.0 / 48000 * i; };
  EXPECT_EQ(read_all(*Csv(rows_of(50000, coarse, "{:.5f}")).reader).size(), 50000U);
}

TEST(Csv, ManyMoreLinesThanAreReadAhead) {
  std::string content;
  for (int i = 0; i < 5000; ++i) content += std::to_string(i) + "\n";
  Csv csv(content);
  const std::vector<double> values = read_all(*csv.reader, 97);
  ASSERT_EQ(values.size(), 5000U);
  for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], static_cast<double>(i));
}

TEST(Csv, TheNameOfOneColumnMayHaveBlanks) {
  EXPECT_THAT(read_all(*Csv("Voltage (V)\n1\n2\n").reader), ElementsAre(1, 2));
  EXPECT_THAT(message_of("re;im\n1,5;2,5\n"), HasSubstr("the header 2"));
}

TEST(Csv, AByteOrderMarkIsNoPartOfTheFirstSample) {
  EXPECT_THAT(read_all(*Csv(std::string("\xef\xbb\xbf") + "1\n2\n").reader), ElementsAre(1, 2));
}

TEST(Csv, ErrorsNameTheLineAndTheColumn) {
  using std::string_literals::operator""s;
  for (const auto& [content, part] : std::vector<std::pair<std::string, std::string>>{
           {"re,im\n1,2\n3,x4\n", "x.csv: line 3, column 2: 'x4' is not a finite number"},
           {"1\nnan\n", "line 2, column 1: 'nan'"},
           {"re,im\n1,2\n3\n", "line 3: has 1 column and the first line 2"},
           {"t,v\n0,2\n1,\n", "line 3: has 1 column and the first line 2"},
           {"", "holds no numbers"},
           {"volt\n", "a header line and no numbers"},
           {std::string(1 << 17, 'x'), "line 1: is longer than 4096 characters"},
           // A first sample that is not finite is no header.
           {"nan\n1\n2\n", "line 1, column 1: 'nan' is not a finite number"},
           {"-inf\n1\n", "line 1, column 1: '-inf'"},
           {"1e999\n1\n2\n", "line 1, column 1: '1e999'"},
           {"1\0\n\0"s + "2\0\n\0"s, "x.csv: line 1: holds a zero byte"},
           {"1\n2\0\n"s, "line 2: holds a zero byte"},
           {"t,v\n0,1\n1,1\n7,1\n8,1\n", "x.csv: time 1 in row 2"},
           {"t,v\n0,1\n1,1\n7,1\n8,1\n", "even step"},
           {"t,v\n-1e308,0\n1e308,1\n", "no sample rate"},
           {"t,v\n0,0\n1e-320,1\n", "no sample rate"}})
    EXPECT_THAT(message_of(content), HasSubstr(part)) << content.substr(0, 40);
}

}  // namespace
}  // namespace papilio::tool
