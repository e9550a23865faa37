// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/raw.hpp"

#include <array>

#include "support.hpp"

namespace papilio::tool {
namespace {

using testing::ElementsAre, testing::HasSubstr;

TEST(RawReader, DecodesKnownBytes) {
  const TemporaryFolder folder;
  using std::string_view_literals::operator""sv;
  const auto cs16 = open_signal(folder.write("x.cs16", "\x00\x40\x00\x80\xff\x7f\x00\x00"sv));
  EXPECT_EQ(cs16->info().kind, SampleKind::complex);
  EXPECT_EQ(cs16->info().frames, 2);
  EXPECT_THAT(read_all(*cs16), ElementsAre(0.5, -1, 32767 / 32768.0, 0));
  EXPECT_THAT(read_all(*open_signal(folder.write("x.cu8", "\x00\xff"sv))), ElementsAre(-1, 1));
  EXPECT_THAT(read_all(*open_signal(folder.write("x.cf32", "\x00\x00\x80\x3f\x00\x00\x00\xc0"sv))), ElementsAre(1, -2));
}

TEST(RawReader, LeavesOutAnIncompleteSampleAndSaysSo) {
  const TemporaryFolder folder;
  const auto reader = open_signal(folder.write("x.cu8", "abcde"), {SignalFormat::by_extension, 2.4e6});
  EXPECT_EQ(reader->info().frames, 2);
  EXPECT_EQ(reader->info().sample_rate, 2.4e6);
  EXPECT_THAT(reader->info().notes, ElementsAre(HasSubstr("the last 1 bytes")));
  EXPECT_EQ(read_all(*reader).size(), 4U);
}

TEST(RawReader, RefusesAFileWithoutASample) {
  const TemporaryFolder folder;
  const Failure failure = failure_of([&] { open_signal(folder.write("x.cf32", "abc")); });
  EXPECT_EQ(failure.code, ErrorCode::io);
  EXPECT_THAT(failure.message, HasSubstr("holds 3 bytes, not one sample of 8"));
}

TEST(RawWriter, RoundTripsAndSaturates) {
  const TemporaryFolder folder;
  const std::array<std::complex<float>, 2> samples = {{{0.5F, -0.25F}, {2, -2}}};
  struct Case {
    const char* name;
    RawFormat format;
    std::array<double, 4> expected;
  };
  for (const Case& c :
       {Case{"x.cf32", RawFormat::cf32, {0.5, -0.25, 2, -2}}, Case{"x.cf64", RawFormat::cf64, {0.5, -0.25, 2, -2}},
        Case{"x.cs16", RawFormat::cs16, {0.5, -0.25, 32767 / 32768.0, -1}},
        Case{"x.cu8", RawFormat::cu8, {63.5 / 127.5, -31.5 / 127.5, 1, -1}}}) {
    RawWriter writer(files::OutputFile(folder.file(c.name)), c.format);
    writer.write(samples);
    writer.close();
    EXPECT_THAT(read_all(*open_signal(folder.file(c.name))), testing::Pointwise(testing::DoubleNear(0.004), c.expected))
        << c.name;
  }
}

}  // namespace
}  // namespace papilio::tool
