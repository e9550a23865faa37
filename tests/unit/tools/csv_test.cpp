// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support.hpp"

namespace papilio::tool {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

struct Csv {
  explicit Csv(std::string_view content, const OpenOptions& options = {})
      : reader(open_signal(folder.write("x.csv", content), options)) {}
  TemporaryFolder folder;
  std::unique_ptr<SignalReader> reader;
};

std::string message_of(std::string_view content) {
  const Failure failure = failure_of([&] {
    Csv csv(content);
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

TEST(Csv, TwoColumnsAreComplex) {
  Csv csv("re;im\r\n1; 2\r\n\r\n# a remark\r\n3;4\r\n");
  EXPECT_EQ(csv.reader->info().kind, SampleKind::complex);
  EXPECT_FALSE(csv.reader->info().sample_rate);
  EXPECT_THAT(read_all(*csv.reader), ElementsAre(1, 2, 3, 4));
}

TEST(Csv, BlanksAndTabsSeparateToo) {
  EXPECT_THAT(read_all(*Csv("1 2\n3\t4").reader), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(read_all(*Csv("1,\n2,\n").reader), ElementsAre(1, 2));
}

TEST(Csv, ATimeColumnGivesTheRate) {
  Csv csv("Time [s],Volt\n0.00,5\n0.25,6\n0.50,7\n");
  EXPECT_EQ(csv.reader->info().kind, SampleKind::real);
  EXPECT_DOUBLE_EQ(csv.reader->info().sample_rate.value(), 4);
  EXPECT_THAT(read_all(*csv.reader), ElementsAre(5, 6, 7));
}

TEST(Csv, AnUnevenTimeColumnIsAnError) {
  EXPECT_THAT(message_of("t,v\n0,1\n1,1\n7,1\n8,1\n"),
              AllOf(HasSubstr("x.csv: time 1 in row 2"), HasSubstr("even step")));
}

TEST(Csv, TimesWhoseStepGivesNoRateAreAnError) {
  EXPECT_THAT(message_of("t,v\n-1e308,0\n1e308,1\n"), HasSubstr("no sample rate"));
  EXPECT_THAT(message_of("t,v\n0,0\n1e-320,1\n"), HasSubstr("no sample rate"));
}

TEST(Csv, ManyMoreLinesThanAreReadAhead) {
  std::string content;
  for (int i = 0; i < 5000; ++i) {
    content += std::to_string(i) + "\n";
  }
  Csv csv(content);
  const std::vector<double> values = read_all(*csv.reader, 97);
  ASSERT_EQ(values.size(), 5000U);
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i], static_cast<double>(i));
  }
}

TEST(Csv, ErrorsNameTheLineAndTheColumn) {
  EXPECT_THAT(message_of("a,b\n1,2\n\n3,x4\n"), HasSubstr("x.csv: line 4, column 2: 'x4' is not a finite number"));
  EXPECT_THAT(message_of("1\nnan\n"), HasSubstr("line 2, column 1: 'nan'"));
  EXPECT_THAT(message_of("1,2\n3\n"), HasSubstr("line 2: has 1 column and the first line 2"));
  EXPECT_THAT(message_of("1,2,3\n"), HasSubstr("line 1: has more than two columns"));
  EXPECT_THAT(message_of(""), HasSubstr("holds no numbers"));
  EXPECT_THAT(message_of("volt\n"), HasSubstr("a header line and no numbers"));
  EXPECT_THAT(message_of(std::string(1 << 17, 'x')), HasSubstr("line 1: is longer than 4096 characters"));
}

TEST(Csv, AFirstSampleThatIsNotFiniteIsNoHeader) {
  EXPECT_THAT(message_of("nan\n1\n2\n"), HasSubstr("line 1, column 1: 'nan' is not a finite number"));
  EXPECT_THAT(message_of("-inf,0\n1,2\n"), HasSubstr("line 1, column 1: '-inf'"));
  EXPECT_THAT(message_of("1e999\n1\n2\n"), HasSubstr("line 1, column 1: '1e999'"));
}

TEST(Csv, AByteOrderMarkIsNoPartOfTheFirstSample) {
  EXPECT_THAT(read_all(*Csv("\xef\xbb\xbf"
                            "1\n2\n")
                            .reader),
              ElementsAre(1, 2));
}

TEST(Csv, AZeroByteMeansThatItIsNoText) {
  EXPECT_THAT(message_of(std::string_view("1\0\n\0"
                                          "2\0\n\0",
                                          8)),
              HasSubstr("x.csv: line 1: holds a zero byte"));
  EXPECT_THAT(message_of(std::string_view("1\n2\0\n", 5)), HasSubstr("line 2: holds a zero byte"));
}

}  // namespace
}  // namespace papilio::tool
