// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support.hpp"
#include "tools/signal/channel.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {
namespace {

using testing::AllOf, testing::ElementsAre, testing::HasSubstr;

/// A 16-bit stereo WAV file of three frames, byte by byte.
std::string small_wav() {
  using std::string_literals::operator""s;
  return "RIFF\x30\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x40\x1f\0\0\0\x7d\0\0\x04\0\x10\0"s + "data\x0c\0\0\0"s +
         "\0\x40\0\xc0\0\x20\0\x20\0\0\0\x80"s;
}

TEST(OpenSignal, ReadsAWavFile) {
  const TemporaryFolder folder;
  const auto reader = open_signal(folder.write("x.WAV", small_wav()));
  EXPECT_EQ(reader->info().sample_rate, 8000);
  EXPECT_EQ(reader->info().channels, 2);
  EXPECT_EQ(reader->info().frames, 3);
  EXPECT_THAT(read_all(*reader, 2), ElementsAre(0.5, -0.5, 0.25, 0.25, 0, -1));
}

TEST(OpenSignal, ReadsARecording) {
  const std::filesystem::path path = "/usr/share/sounds/alsa/Front_Center.wav";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is part of alsa-utils";
  const auto reader = open_signal(path);
  EXPECT_EQ(reader->info().sample_rate, 48000);
  EXPECT_EQ(reader->info().channels, 1);
  const std::vector<double> values = read_all(*reader, 1000);
  EXPECT_EQ(static_cast<std::int64_t>(values.size()), reader->info().frames);
  const double loudest = *std::max_element(values.begin(), values.end());
  EXPECT_GT(loudest, 0.05);
  EXPECT_LE(loudest, 1);
}

TEST(OpenSignal, TheRateOptionWins) {
  const TemporaryFolder folder;
  EXPECT_EQ(open_signal(folder.write("x.wav", small_wav()), {SignalFormat::by_extension, 10})->info().sample_rate, 10);
}

TEST(OpenSignal, ErrorsNameTheFileTheReasonAndTheRemedy) {
  const TemporaryFolder folder;
  const auto message = [](const std::filesystem::path& path, const OpenOptions& options = {}) {
    return failure_of([&] { open_signal(path, options); }).message;
  };
  for (const char* name : {"none.wav", "none.csv", "none.npy", "none.cu8"})
    EXPECT_THAT(message(folder.file(name)), AllOf(HasSubstr(name), HasSubstr("No such file"), HasSubstr("; check")));
  EXPECT_THAT(message(folder.write("x.wav", "no audio")), AllOf(HasSubstr("x.wav"), HasSubstr("libsndfile")));
  EXPECT_THAT(message(folder.write("x.xyz", "1")), AllOf(HasSubstr("'.xyz'"), HasSubstr("--format")));
  EXPECT_THAT(message(folder.write("recording", "1")), HasSubstr("extension"));
  EXPECT_THAT(message(folder.file("")), HasSubstr("is a folder"));
  EXPECT_THAT(message(folder.file(""), {SignalFormat::csv, {}}), HasSubstr("is a folder"));
  EXPECT_THAT(message(folder.write("x.csv", "1"), {SignalFormat::csv, -1}), HasSubstr("sample rate -1"));
}

TEST(SelectChannel, OneMixAndIq) {
  const TemporaryFolder folder;
  const auto path = folder.write("x.wav", small_wav());
  const auto values = [&](const char* choice) {
    const auto reader = select_channel(open_signal(path), ChannelChoice::parse(choice));
    EXPECT_EQ(reader->info().channels, 1);
    return read_all(*reader, 2);
  };
  EXPECT_THAT(values("1"), ElementsAre(0.5, 0.25, 0));
  EXPECT_THAT(values("2"), ElementsAre(-0.5, 0.25, -1));
  EXPECT_THAT(values("mix"), ElementsAre(0, 0.25, -0.5));
  EXPECT_THAT(values("iq"), ElementsAre(0.5, -0.5, 0.25, 0.25, 0, -1));
  EXPECT_EQ(select_channel(open_signal(path), ChannelChoice::parse("iq"))->info().kind, SampleKind::complex);
  EXPECT_THAT(select_channel(open_signal(path), ChannelChoice::parse("mix"))->info().notes,
              ElementsAre(HasSubstr("the mean of 2 channels")));
  EXPECT_THAT(select_channel(open_signal(path), ChannelChoice::parse("1"))->info().notes, ElementsAre());
}

TEST(SelectChannel, RefusesWhatIsNotThere) {
  const TemporaryFolder folder;
  const auto path = folder.write("x.wav", small_wav());
  EXPECT_THAT(failure_of([&] { select_channel(open_signal(path), ChannelChoice::parse("3")); }).message,
              HasSubstr("has 2 channels"));
  for (const char* text : {"0", "-1", "left", "1.5", ""})
    EXPECT_EQ(failure_of([&] { ChannelChoice::parse(text); }).code, ErrorCode::invalid_argument) << text;
}

}  // namespace
}  // namespace papilio::tool
