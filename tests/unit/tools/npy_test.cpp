// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/npy.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

#include "support.hpp"

namespace papilio::tool {
namespace {

using testing::ElementsAre, testing::ElementsAreArray, testing::HasSubstr;

std::filesystem::path fixture(const std::string& name) {
  return std::filesystem::path(PAPILIO_SOURCE_DIR) / "tests/unit/tools/fixtures" / name;
}

TEST(NpyReader, ReadsWhatNumpyWrote) {
  EXPECT_THAT(read_all(*open_signal(fixture("ramp_f4.npy")), 2), ElementsAre(0, 0.25, 0.5, 0.75, 1));
  const auto pairs = open_signal(fixture("pairs_c16.npy"), {SignalFormat::by_extension, 2.0});
  EXPECT_EQ(pairs->info().kind, SampleKind::complex);
  EXPECT_EQ(pairs->info().frames, 2);
  EXPECT_EQ(pairs->info().sample_rate, 2.0);
  EXPECT_THAT(read_all(*pairs), ElementsAre(1, 2, -3.5, 0.25));
  const auto stereo = open_signal(fixture("stereo_i2.npy"));
  EXPECT_EQ(stereo->info().channels, 2);
  EXPECT_EQ(stereo->info().frames, 3);
  EXPECT_THAT(read_all(*stereo, 2), ElementsAre(1, -1, 2, -2, 32767, -32768));
}

TEST(NpyReader, ReadsVersions2And3) {
  EXPECT_THAT(read_all(*open_signal(fixture("version2_u1.npy"))), ElementsAre(0, 127, 255));
  EXPECT_THAT(read_all(*open_signal(fixture("version3_u1.npy"))), ElementsAre(0, 127, 255));
}

/// A file of version 1 with that header and these bytes.
std::string npy(const std::string& descr, const std::string& shape, const std::string& bytes) {
  std::string dict = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr, shape);
  dict.resize(117, ' ');
  return std::string("\x93NUMPY\x01\0\x76\0", 10) + dict + "\n" + bytes;
}

TEST(NpyReader, ReadsEveryNumberTypeThatNumpyWrites) {
  const TemporaryFolder folder;
  const auto values = [&](const std::string& descr, const std::string& bytes, const std::string& shape = "(2,)") {
    return read_all(*open_signal(folder.write("x.npy", npy(descr, shape, bytes))));
  };
  using std::string_literals::operator""s;
  for (const char* descr : {"<i1", ">i1", "=i1", "|i1"}) EXPECT_THAT(values(descr, "\x7f\x80"), ElementsAre(127, -128));
  for (const char* descr : {"<u1", ">u1", "=u1", "|u1"}) EXPECT_THAT(values(descr, "\x7f\x80"), ElementsAre(127, 128));
  EXPECT_THAT(values("|b1", "\0\1"s), ElementsAre(0, 1));
  EXPECT_THAT(values("<i2", "\1\2\xff\xff"), ElementsAre(513, -1));
  EXPECT_THAT(values(">i2", "\1\2\xff\xff"), ElementsAre(258, -1));
  EXPECT_THAT(values("=i2", "\1\2\xff\xff"), ElementsAre(std::endian::native == std::endian::little ? 513 : 258, -1));
  EXPECT_THAT(values(">c8", "\x3f\x80\0\0\xc0\0\0\0"s, "(1,)"), ElementsAre(1, -2));
  EXPECT_THAT(values(">f8", "\x3f\xf0\0\0\0\0\0\0"s, "(1L,)"), ElementsAre(1));
  EXPECT_THAT(values("<f2", "\0\x3c\0\xc0\1\0\xff\x7b"s, "(4L,)"), ElementsAre(1, -2, std::ldexp(1, -24), 65504));
  EXPECT_THAT(values(">f2", "\x7c\0\x03\xff"s), ElementsAre(INFINITY, std::ldexp(1023, -24)));
  EXPECT_THAT(read_all(*open_signal(fixture("big_endian_f4.npy"))), ElementsAre(0, 1, 2));
}

TEST(NpyReader, RefusesWhatItWouldGetWrong) {
  EXPECT_THAT(failure_of([] { open_signal(fixture("fortran_f8.npy")); }).message, HasSubstr("Fortran order"));
  const TemporaryFolder folder;
  for (const char* descr : {"<f16", "|f4", "f4", "<", "<U3", "|O", "!f4", "<M8[s]", "|i2"}) {
    EXPECT_THAT(
        failure_of([&] { open_signal(folder.write("x.npy", npy(descr, "(1,)", std::string(16, '\0')))); }).message,
        HasSubstr(fmt::format("its element type '{}'", descr)));
  }
}

TEST(NpyReader, RefusesBrokenFiles) {
  const TemporaryFolder folder;
  const std::string good = content_of(fixture("ramp_f4.npy"));
  const auto message = [&](std::string_view content) {
    return failure_of([&] { open_signal(folder.write("broken.npy", content)); }).message;
  };
  EXPECT_THAT(message("hello, this is text"), HasSubstr("no .npy file"));
  EXPECT_THAT(message(good.substr(0, 40)), HasSubstr("ends inside its .npy header"));
  EXPECT_THAT(message(good.substr(0, good.size() - 1)), HasSubstr("holds 4 of the 5 frames"));
  std::string version = good;
  version[6] = 9;
  EXPECT_THAT(message(version), HasSubstr("version 9"));
}

TEST(NpyHeader, ParsesInAnyOrderAndSaysWhatIsWrong) {
  const NpyHeader header = NpyHeader::parse("{\"shape\": (3, 4), 'descr': '<f8', 'fortran_order': True}", "f");
  EXPECT_EQ(header.descr, "<f8");
  EXPECT_TRUE(header.fortran_order);
  EXPECT_THAT(header.shape, ElementsAre(3, 4));
  for (const char* text : {"", "{", "{}", "{'descr': '<f4'", "{'descr': [('a', '<f4')], }", "{'shape': (-1,)}",
                           "{'shape': (1 2)}", "{'fortran_order': 0}", "{'other': 1}"}) {
    EXPECT_EQ(failure_of([&] { NpyHeader::parse(text, "f"); }).code, ErrorCode::io) << text;
  }
}

TEST(NpyWriter, RoundTripsEveryType) {
  const TemporaryFolder folder;
  const std::array<float, 3> f32 = {1, -2.5F, 3e-30F};
  NpyWriter floats(files::OutputFile(folder.file("f.npy")), NpyType::f32);
  floats.write(std::span(f32).first(1));
  floats.write(std::span(f32).subspan(1));
  floats.close();
  EXPECT_THAT(read_all(*open_signal(folder.file("f.npy"))), ElementsAreArray(f32));

  const std::array<std::complex<double>, 2> c128 = {{{1, 2}, {-3, 1e300}}};
  NpyWriter complex(files::OutputFile(folder.file("c.npy")), NpyType::c128);
  complex.write(c128);
  complex.close();
  EXPECT_THAT(read_all(*open_signal(folder.file("c.npy"))), ElementsAre(1, 2, -3, 1e300));

  NpyWriter table(files::OutputFile(folder.file("t.npy")), NpyType::f64, 2);
  table.write(std::array<double, 6>{1, 2, 3, 4, 5, 6});
  table.close();
  EXPECT_EQ(open_signal(folder.file("t.npy"))->info().frames, 3);
}

TEST(NpyWriter, WritesAnyShape) {
  const TemporaryFolder folder;
  const std::vector<std::int64_t> shapes[] = {{2, 1, 3}, {}, std::vector<std::int64_t>(40, 1)};
  for (const auto& shape : shapes) {
    NpyWriter writer(files::OutputFile(folder.file("n.npy")), NpyType::f64, shape);
    writer.write(std::span<const double>(std::vector<double>(shape.size() == 3 ? 6 : 1, 0.5)));
    writer.close();
    EXPECT_EQ(open_npy_flat(folder.file("n.npy"))->info().shape, shape);
  }
}

TEST(NpyWriter, WritesTheBytesThatNumpyWrites) {
  const TemporaryFolder folder;
  NpyWriter writer(files::OutputFile(folder.file("ramp.npy")), NpyType::f32);
  writer.write(std::array<float, 5>{0, 0.25F, 0.5F, 0.75F, 1});
  writer.close();
  EXPECT_EQ(content_of(folder.file("ramp.npy")), content_of(fixture("ramp_f4.npy")));
}

TEST(NpyWriter, RefusesAnotherType) {
  const TemporaryFolder folder;
  NpyWriter writer(files::OutputFile(folder.file("x.npy")), NpyType::f32);
  EXPECT_EQ(failure_of([&] { writer.write(std::array<double, 1>{1}); }).code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::tool
