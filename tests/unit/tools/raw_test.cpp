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

TEST(RawReader, DecodesSignedBytesAndRealNumbers) {
  const TemporaryFolder folder;
  using std::string_view_literals::operator""sv;
  const auto cs8 = open_signal(folder.write("x.cs8", "\x80\x40"sv));
  EXPECT_EQ(cs8->info().kind, SampleKind::complex);
  EXPECT_THAT(read_all(*cs8), ElementsAre(-1, 0.5));
  const auto i8 = open_signal(folder.write("x.i8", "\x80\x40"sv));
  EXPECT_EQ(i8->info().kind, SampleKind::real);
  EXPECT_EQ(i8->info().frames, 2);
  EXPECT_THAT(read_all(*i8), ElementsAre(-1, 0.5));
  EXPECT_THAT(read_all(*open_signal(folder.write("x.i16", "\x00\x80\x00\x40"sv))), ElementsAre(-1, 0.5));
  EXPECT_THAT(read_all(*open_signal(folder.write("x.f32", "\x00\x00\x80\x3f\x00\x00\x00\xc0"sv))), ElementsAre(1, -2));
  EXPECT_THAT(read_all(*open_signal(folder.write("x.f64", "\x00\x00\x00\x00\x00\x00\xf0\x3f"sv))), ElementsAre(1));
}

TEST(SigMF, TakesTypeRateAndCentreFromTheMetadata) {
  const TemporaryFolder folder;
  const auto write_meta = [&](const std::string& text) { return folder.write("x.sigmf-meta", text); };
  const auto data = folder.write("x.sigmf-data", "\x40\x80");
  const auto meta = write_meta(R"({"global": {"core:datatype": "ci8", "core:sample_rate": 2.4e6},
                                   "captures": [{"core:frequency": 100.3e6}]})");
  for (const auto& path : {data, meta}) {
    const auto reader = open_signal(path);
    EXPECT_EQ(reader->info().sample_rate, 2.4e6);
    EXPECT_EQ(reader->info().centre, 100.3e6);
    EXPECT_THAT(read_all(*reader), ElementsAre(0.5, -1));
  }
  EXPECT_EQ(open_signal(meta, {.rate = 5, .centre = 7})->info().sample_rate, 5);
  EXPECT_EQ(open_signal(meta, {.rate = 5, .centre = 7})->info().centre, 7);
  const auto message = [&](const std::string& text) {
    return failure_of([&] { open_signal(write_meta(text)); }).message;
  };
  EXPECT_THAT(message("[]"), HasSubstr("is not SigMF metadata"));
  EXPECT_THAT(message("{"), HasSubstr("is not SigMF metadata"));
  EXPECT_THAT(message(R"({"global": {}})"), HasSubstr("core:datatype is 'missing'"));
  EXPECT_THAT(message(R"({"global": {"core:datatype": "cf32_be"}})"),
              HasSubstr("convert the samples to one of cf32_le"));
  EXPECT_THAT(message(R"({"global": {"core:datatype": 3}})"), HasSubstr("core:datatype is not a text"));
  EXPECT_THAT(message(R"({"global": {"core:datatype": "ci8", "core:sample_rate": "2"}})"), HasSubstr("not a number"));
  EXPECT_THAT(message(R"({"global": {"core:datatype": "ci8", "core:num_channels": 2}})"),
              HasSubstr("several channels"));
  const auto layout = [&](const std::string& global, const std::string& captures) {
    return message(R"({"global": {"core:datatype": "ci8")" + global + R"(}, "captures": [)" + captures + "]}");
  };
  EXPECT_THAT(layout(R"(, "core:trailing_bytes": 4)", ""), HasSubstr("bytes follow its samples"));
  EXPECT_THAT(layout(R"(, "core:dataset": "x.bin")", ""), HasSubstr("in another file"));
  EXPECT_THAT(layout(R"(, "core:metadata_only": true)", ""), HasSubstr("it has no samples"));
  EXPECT_THAT(layout("", R"({}, {"core:header_bytes": 8})"), HasSubstr("its data has headers"));
  EXPECT_THAT(layout("", R"({"core:frequency": 1}, {"core:frequency": 2})"), HasSubstr("different centre frequencies"));
  EXPECT_THAT(failure_of([] { open_signal("-", {.format = SignalFormat::sigmf}); }).message,
              HasSubstr("standard input: a SigMF recording is two files"));
  EXPECT_THAT(message(R"({"global": {"core:datatype": "ci8", "core:sample_rate": -1}})"), HasSubstr("sample rate -1"));
}

TEST(SigMF, HasTwoFilesOfOneNameAndNoCentreOfRealSamples) {
  const TemporaryFolder folder;
  const std::string real = R"({"global": {"core:datatype": "ri8"}, "captures": [{"core:frequency": 100.3e6}]})";
  (void)folder.write("a.v1.sigmf-meta", real);
  (void)folder.write("a.v1.sigmf-data", "\x40");
  (void)folder.write("B.SIGMF-META", real);
  (void)folder.write("B.SIGMF-DATA", "\x40");
  for (const char* const name : {"a.v1", "a.v1.sigmf-data", "B.SIGMF-META"}) {
    const auto reader = open_signal(folder.file(name), {.format = SignalFormat::sigmf});
    EXPECT_EQ(reader->info().centre, std::nullopt);
    EXPECT_THAT(read_all(*reader), ElementsAre(0.5));
  }
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
    SignalFormat format;
    std::array<double, 4> expected;
  };
  for (const Case& c : {Case{"x.cf32", SignalFormat::cf32, {0.5, -0.25, 2, -2}},
                        Case{"x.cf64", SignalFormat::cf64, {0.5, -0.25, 2, -2}},
                        Case{"x.cs16", SignalFormat::cs16, {0.5, -0.25, 32767 / 32768.0, -1}},
                        Case{"x.cu8", SignalFormat::cu8, {63.5 / 127.5, -31.5 / 127.5, 1, -1}}}) {
    RawWriter writer(files::OutputFile(folder.file(c.name)), c.format);
    writer.write(samples);
    writer.close();
    EXPECT_THAT(read_all(*open_signal(folder.file(c.name))), testing::Pointwise(testing::DoubleNear(0.004), c.expected))
        << c.name;
  }
}

}  // namespace
}  // namespace papilio::tool
