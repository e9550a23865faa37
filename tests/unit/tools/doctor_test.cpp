// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "support.hpp"
#include "tools/doctor/child.hpp"
#include "tools/doctor/diagnosis.hpp"

namespace papilio::tool {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::Not, testing::StartsWith;

constexpr milliseconds patience{60000};

TEST(RunInChild, ReturnsWhatTheFunctionDoes) {
  const ChildOutcome outcome = run_in_child([] { return std::string(100000, 'x'); }, patience);
  EXPECT_EQ(outcome.result.size(), 100000U);
  EXPECT_EQ(outcome.failure, "");
}

TEST(RunInChild, TellsAnException) {
  const ChildOutcome outcome =
      run_in_child([]() -> std::string { throw std::runtime_error("no such thing"); }, patience);
  EXPECT_EQ(outcome.result, "");
  EXPECT_EQ(outcome.failure, "no such thing");
}

TEST(RunInChild, OutlivesACrash) {
  const ChildOutcome outcome = run_in_child(
      []() -> std::string {
        std::fputs("first\nan assertion of the driver\n", stderr);
        std::raise(SIGKILL);
        return "never";
      },
      patience);
  EXPECT_EQ(outcome.result, "");
  EXPECT_THAT(outcome.failure, StartsWith("crashed ("));
  EXPECT_EQ(outcome.last_line, "an assertion of the driver");
}

TEST(RunInChild, TellsAnExit) {
  EXPECT_EQ(run_in_child([]() -> std::string { ::_exit(3); }, patience).failure, "ended the process with code 3");
}

TEST(RunInChild, DoesNotWaitForAChildThatHangs) {
  const auto start = std::chrono::steady_clock::now();
  const ChildOutcome outcome = run_in_child(
      []() -> std::string {
        for (;;) ::pause();
      },
      milliseconds(200));
  EXPECT_EQ(outcome.failure, "did not end within 0.2 s");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

Diagnosis sound() {
  Diagnosis diagnosis;
  diagnosis.build = {"1.2.3", "", "GCC 12"};
  diagnosis.system = {"Debian", "Linux", "", 2, std::int64_t{8} << 30};
  const FoundDevice device{"opencl:0", "a processor", "cpu", "PoCL", "3.1", 2, std::int64_t{8} << 30, true};
  diagnosis.backends = {{"cuda", {}, {"cuda: not found; install it"}, ""}, {"opencl", {device}, {}, ""}};
  diagnosis.devices = {{device, {{"c2c:f32:1000*4", 1e-7, 4e-7}}, "", true, 1.5, "", ""}};
  diagnosis.cache = {"/some/where", "mode 0700", "", "", true, 7, 1 << 20, 256 << 20, {}};
  return diagnosis;
}

TEST(Diagnosis, OfASoundMachine) {
  const Diagnosis diagnosis = sound();
  EXPECT_THAT(diagnosis.failed(), IsEmpty());
  EXPECT_EQ(diagnosis.verdict(), "fine: 1 device computes right");
  const std::string text = as_text(diagnosis);
  EXPECT_THAT(text, HasSubstr("papilio      1.2.3, commit unknown, GCC 12\n"));
  EXPECT_THAT(text, HasSubstr("cuda: not found; install it"));
  EXPECT_THAT(text, HasSubstr("  fma        rounds once\n"));
  EXPECT_THAT(text, HasSubstr("c2c:f32:1000*4: right, error 1.0e-07, bound 4.0e-07"));
  EXPECT_TRUE(nlohmann::json::parse(as_json(diagnosis)).at("fine"));
}

TEST(Diagnosis, DoesNotCountADeviceThatOnlyCompiles) {
  Diagnosis diagnosis = sound();
  DeviceFindings absent = diagnosis.devices[0];
  absent.transforms.clear();
  absent.passed_over = "its driver only compiles";
  diagnosis.devices.push_back(absent);
  EXPECT_EQ(diagnosis.verdict(), "fine: 1 device computes right");
  EXPECT_THAT(as_text(diagnosis), HasSubstr("check      passed over: its driver only compiles\n"));
  const auto device = nlohmann::json::parse(as_json(diagnosis)).at("devices").at(1);
  EXPECT_EQ(device.at("passed_over"), "its driver only compiles");
  EXPECT_TRUE(device.at("pass").is_null());
  diagnosis.devices.erase(diagnosis.devices.begin());
  EXPECT_THAT(diagnosis.failed(), IsEmpty());
  EXPECT_FALSE(diagnosis.fine());
  EXPECT_THAT(diagnosis.verdict(), StartsWith("no device: "));
}

TEST(InstalledParts, AreThoseOfTheFirstPrefixThatHasThem) {
  const TemporaryFolder folder;
  for (const char* const file : {"first/lib/x86_64-linux-gnu/papilio/fftw3/libfftw3.so.3",
                                 "second/lib/papilio/fftw3/libfftw3.so.3", "second/include/papilio/papilio.hpp"}) {
    const std::filesystem::path path = folder.file(file);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "x";
  }
  std::map<std::string, std::string> found;
  for (const InstalledPart& part : installed_parts({folder.file("first"), folder.file("second")}))
    found[part.name] = part.path;
  EXPECT_EQ(found.at("FFTW"), folder.file("first/lib/x86_64-linux-gnu/papilio/fftw3/libfftw3.so.3").string());
  EXPECT_EQ(found.at("C, C++"), folder.file("second/include/papilio/papilio.hpp").string());
  EXPECT_EQ(found.at("cuFFT"), "");
  EXPECT_THAT(found.at("command"), HasSubstr("unit"));
}

TEST(Diagnosis, TellsWhatIsInstalled) {
  Diagnosis diagnosis = sound();
  diagnosis.installed = {{"library", "/usr/lib/libpapilio.so.0.2"}, {"MPI", ""}, {"FFTW", ""}};
  EXPECT_THAT(as_text(diagnosis),
              HasSubstr("installed\n  library    /usr/lib/libpapilio.so.0.2\n  not found  MPI, FFTW; "));
  const auto installed = nlohmann::json::parse(as_json(diagnosis)).at("installed");
  EXPECT_EQ(installed.at("library"), "/usr/lib/libpapilio.so.0.2");
  EXPECT_TRUE(installed.at("FFTW").is_null());
}

TEST(Diagnosis, OfWhatIsWrong) {
  Diagnosis diagnosis = sound();
  diagnosis.devices[0].transforms[0].error = 1e-3;
  EXPECT_THAT(diagnosis.failed(), ElementsAre("opencl:0"));
  EXPECT_THAT(as_text(diagnosis), HasSubstr("FAILED, error 1.0e-03"));
  diagnosis.backends[0].failure = "crashed (Aborted)";
  EXPECT_THAT(diagnosis.failed(), ElementsAre("the driver of cuda", "opencl:0"));
  EXPECT_THAT(diagnosis.verdict(), StartsWith("wrong: the driver of cuda, opencl:0 failed"));
  EXPECT_FALSE(nlohmann::json::parse(as_json(diagnosis)).at("fine"));

  diagnosis = sound();
  diagnosis.devices.clear();
  EXPECT_THAT(diagnosis.verdict(), HasSubstr("pocl-opencl-icd"));
  EXPECT_FALSE(nlohmann::json::parse(as_json(diagnosis)).at("fine"));

  diagnosis = sound();
  diagnosis.cache.usable = false;
  EXPECT_THAT(diagnosis.verdict(), HasSubstr("every start compiles"));
}

TEST(Diagnosis, HasNoNameOfTheHomeFolder) {
  ASSERT_EQ(::setenv("HOME", "/home/somebody", 1), 0);
  EXPECT_EQ(without_home("/home/somebody/.cache:/home/somebody"), "~/.cache:~");
  EXPECT_EQ(without_home("/home/somebody2/x"), "/home/somebody2/x");
  Diagnosis diagnosis = sound();
  diagnosis.cache.folder = "/home/somebody/.cache/papilio";
  diagnosis.wisdom.file = "/home/somebody/w";
  diagnosis.wisdom.refused = {"/home/somebody/w: it is read-only"};
  diagnosis.environment = {{"PAPILIO_CACHE_DIR", "/home/somebody/.cache/papilio"}};
  diagnosis.devices[0].failure = "cannot open /home/somebody/lib.so";
  for (const std::string& report : {as_text(diagnosis), as_json(diagnosis)}) {
    EXPECT_THAT(report, Not(HasSubstr("somebody")));
    EXPECT_THAT(report, HasSubstr("~/.cache/papilio"));
  }
}

}  // namespace
}  // namespace papilio::tool
