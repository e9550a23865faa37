// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <papilio/wisdom.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <papilio/error.hpp>
#include <papilio/wisdom.hpp>
#include <sstream>
#include <thread>

#include "api/measure/wisdom_file.hpp"

namespace papilio {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string heading = "# papilio wisdom\n";
const std::string one = "opencl:a_cpu:2 c2c:f32:1000*4 10x10x10:columns:lanes=8:tile=8 12.5us\n";
const std::string other = "cuda:a_gpu:132 c2c:f32:4096*64 16x16x16:threads=256 30us exhaustive\n";

/// A file of its own, and a process that has forgotten what the tests before have told it.
class WisdomTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("papilio-wisdom-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    use(folder_ / "wisdom");
    forget_wisdom();
  }
  void TearDown() override {
    use("off");
    forget_wisdom();
    fs::remove_all(folder_);
  }

  void use(const fs::path& path) {
    path_ = path;
    ::setenv("PAPILIO_WISDOM", path.c_str(), 1);
  }
  void write(const std::string& text) const {
    std::ofstream(path_.string() + ".new") << text;
    fs::rename(path_.string() + ".new", path_);
  }
  [[nodiscard]] std::string read() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

  fs::path folder_;
  fs::path path_;
};

TEST_F(WisdomTest, IsExportedAsItWasImported) {
  const WisdomImport result = import_wisdom(other + "# a comment\n\n" + one);
  EXPECT_EQ(result.taken, 2U);
  EXPECT_THAT(result.refused, ElementsAre());
  EXPECT_EQ(export_wisdom(), heading + other + one);
  EXPECT_FALSE(fs::exists(path_));
  forget_wisdom();
  EXPECT_EQ(export_wisdom(), heading);
}

TEST_F(WisdomTest, LinesThatAreDamagedOrForeignAreLeftOut) {
  const std::string damaged =
      "opencl:a_cpu:2 c2c:f32:1000*4\n"                             // cut short
      "opencl:a_cpu:2 c2c:f33:1000*4 10x10x10 12us\n"               // no such precision
      "opencl:a_cpu:2 c2c:f32:1000:forward 10x10x10 12us\n"         // not canonical
      "opencl:a_cpu:2 c2c:f32:1000 10x10x10:lanes=eight 12us\n"     // no number
      "opencl:a_cpu:2 c2c:f32:1000 10x10x10:columns -3us\n"         // no time
      "opencl:a_cpu:2 c2c:f32:1000 10x10x10:columns 12us better\n"  // no such column
      "whole:f32:512 8x8x8:threads=32 1.00\n"                       // of a table
      "\x01\xff\x7f\n" +
      std::string(20000, 'x') + "\n";
  const WisdomImport result = import_wisdom(damaged + one);
  EXPECT_EQ(result.taken, 1U);
  ASSERT_EQ(result.refused.size(), 9U);
  EXPECT_THAT(result.refused[1], HasSubstr("wisdom:2: "));
  for (const std::string& why : result.refused) {
    EXPECT_LT(why.size(), 250U);
    for (const char c : why) EXPECT_TRUE(c >= ' ' && c <= '~') << why;
  }
  EXPECT_EQ(export_wisdom(), heading + one);
}

TEST_F(WisdomTest, TheFileIsReadWhenItChanges) {
  EXPECT_EQ(wisdom_state().lines, 0U);
  write(heading + one);
  EXPECT_EQ(wisdom_state().lines, 1U);
  EXPECT_EQ(wisdom_state().file, path_.string());
  write(heading + one + other);
  EXPECT_EQ(export_wisdom(), heading + other + one);
  forget_wisdom();
  EXPECT_EQ(wisdom_state().lines, 0U);  // the file is as it was
  write(heading + other);
  EXPECT_EQ(export_wisdom(), heading + other);
}

TEST_F(WisdomTest, MergesIntoTheFile) {
  write(heading + one + "a line of a later version\n");
  const std::string better = "opencl:a_cpu:2 c2c:f32:1000*4 20x5x10:columns:lanes=8:tile=8 11us\n";
  import_wisdom(better, WisdomScope::file);
  import_wisdom(other, WisdomScope::file);
  EXPECT_EQ(read(), heading + other + better + "a line of a later version\n");
  ASSERT_EQ(wisdom_state().refused.size(), 1U);
  EXPECT_THAT(wisdom_state().refused.front(), HasSubstr("wisdom:4: "));
  // What an exhaustive search found stays.
  import_wisdom("cuda:a_gpu:132 c2c:f32:4096*64 8x8x8x8:threads=512 31us\n", WisdomScope::file);
  EXPECT_THAT(read(), HasSubstr(other));
  forget_wisdom(WisdomScope::file);
  EXPECT_EQ(read(), heading);
}

TEST_F(WisdomTest, MakesItsFileAndFolderForThisUserAlone) {
  use(folder_ / "a" / "b" / "wisdom");
  import_wisdom(one, WisdomScope::file);
  EXPECT_EQ(read(), heading + one);
  struct stat status {};
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_F(WisdomTest, AFileThatOthersMayWriteIsNotTrusted) {
  for (const mode_t mode : {0620, 0602}) {
    forget_wisdom();
    write(heading + one);
    ASSERT_EQ(::chmod(path_.c_str(), mode), 0);
    EXPECT_EQ(wisdom_state().lines, 0U);
    ASSERT_EQ(wisdom_state().refused.size(), 1U);
    EXPECT_THAT(wisdom_state().refused.front(), HasSubstr("only this user may write"));
    EXPECT_THROW(import_wisdom(other, WisdomScope::file), Error);
    EXPECT_EQ(read(), heading + one);
  }
  ASSERT_EQ(::chmod(path_.c_str(), 0644), 0);
  write(heading + one);
  EXPECT_EQ(wisdom_state().lines, 2U);  // the import holds for the process
}

TEST_F(WisdomTest, AFileThatIsTooLongIsNotRead) {
  const std::string line = std::string(99, '#') + "\n";
  std::string text = heading + one;
  while (text.size() + line.size() < std::size_t{4} << 20) text += line;
  write(text);
  EXPECT_EQ(wisdom_state().lines, 1U);
  EXPECT_THAT(wisdom_state().refused, ElementsAre());
  write(text + line);
  EXPECT_EQ(wisdom_state().lines, 0U);
  ASSERT_EQ(wisdom_state().refused.size(), 1U);
  EXPECT_THAT(wisdom_state().refused.front(), HasSubstr("more than 4 MiB"));
  EXPECT_THROW(import_wisdom(other, WisdomScope::file), Error);
  EXPECT_EQ(read(), text + line);
}

TEST_F(WisdomTest, OfManyWrongLinesTenAreTold) {
  std::string text = heading + one;
  for (int i = 0; i < 60; ++i) text += "what is this\n";
  write(text);
  EXPECT_EQ(wisdom_state().lines, 1U);
  ASSERT_EQ(wisdom_state().refused.size(), 11U);
  EXPECT_THAT(wisdom_state().refused.back(), HasSubstr(": 50 more lines; remove them, or the file"));
}

TEST_F(WisdomTest, AFileOfSomethingElseIsLeftAlone) {
  write("export PATH=/bin\n");
  EXPECT_EQ(wisdom_state().lines, 0U);
  ASSERT_EQ(wisdom_state().refused.size(), 1U);
  EXPECT_THAT(wisdom_state().refused.front(), HasSubstr("its first line is not"));
  EXPECT_THROW(import_wisdom(one, WisdomScope::file), Error);
  EXPECT_EQ(read(), "export PATH=/bin\n");
  use(folder_);  // a folder
  EXPECT_EQ(wisdom_state().refused.size(), 1U);
  EXPECT_THROW(import_wisdom(one, WisdomScope::file), Error);
  use("off");
  EXPECT_EQ(wisdom_state().file, "");
  EXPECT_THROW(import_wisdom(one, WisdomScope::file), Error);
}

TEST_F(WisdomTest, AReadOnlyFileStaysAndALinkIsFollowed) {
  write(heading + one);
  ASSERT_EQ(::chmod(path_.c_str(), 0400), 0);
  EXPECT_THROW(import_wisdom(other, WisdomScope::file), Error);
  EXPECT_EQ(read(), heading + one);
  ASSERT_EQ(::chmod(path_.c_str(), 0600), 0);
  const fs::path link = folder_ / "link";
  fs::create_symlink(path_, link);
  use(link);
  import_wisdom(other, WisdomScope::file);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read(), heading + other + one);
}

TEST_F(WisdomTest, ALinkToAFileThatIsNotThereMakesIt) {
  const fs::path link = folder_ / "link";
  fs::create_symlink(path_, link);
  use(link);
  import_wisdom(one, WisdomScope::file);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read(), heading + one);
}

TEST_F(WisdomTest, NothingButAFileIsReplaced) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THROW(import_wisdom(one, WisdomScope::file), Error);
  EXPECT_TRUE(fs::is_fifo(path_));
}

std::string line_of(int process, int number) {
  std::ostringstream line;
  line << "opencl:process_" << process << ":2 c2c:f32:" << 64 + number << " 8x8:columns:lanes=8:tile=8 1us\n";
  return line.str();
}

TEST_F(WisdomTest, EightProcessesLoseNothing) {
  constexpr int processes = 8;
  constexpr int lines = 20;
  std::vector<pid_t> children;
  for (int process = 0; process < processes; ++process) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int status = 0;
      try {
        for (int i = 0; i < lines; ++i) import_wisdom(line_of(process, i), WisdomScope::file);
      } catch (const Error&) {
        status = 1;
      }
      ::_exit(status);
    }
    children.push_back(child);
  }
  // Readers see whole files alone.
  for (int i = 0; i < 200; ++i) {
    EXPECT_THAT(wisdom_state().refused, ElementsAre());
    std::this_thread::yield();
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const std::string text = read();
  for (int process = 0; process < processes; ++process) {
    for (int i = 0; i < lines; ++i) EXPECT_THAT(text, HasSubstr(line_of(process, i)));
  }
  EXPECT_EQ(wisdom_state().lines, static_cast<std::size_t>(processes * lines));
}

TEST_F(WisdomTest, LiesWhereTheVariablesSay) {
  const char* const home = std::getenv("HOME");
  const std::string earlier_home = home == nullptr ? "" : home;
  ::unsetenv("PAPILIO_WISDOM");
  ::setenv("XDG_DATA_HOME", folder_.c_str(), 1);
  EXPECT_EQ(api::wisdom_path(), folder_ / "papilio" / "wisdom");
  ::setenv("XDG_DATA_HOME", "relative", 1);  // which the specification says to ignore
  ::setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(api::wisdom_path(), fs::path("/home/somebody/.local/share/papilio/wisdom"));
  ::unsetenv("HOME");
  EXPECT_EQ(api::wisdom_path(), fs::path());
  ::unsetenv("XDG_DATA_HOME");
  if (home != nullptr) ::setenv("HOME", earlier_home.c_str(), 1);
}

TEST_F(WisdomTest, InC) {
  size_t taken = 9;
  size_t refused = 9;
  ASSERT_EQ(papilio_wisdom_import((one + "damaged\n").c_str(), PAPILIO_WISDOM_FILE, &taken, &refused), PAPILIO_OK);
  EXPECT_EQ(taken, 1U);
  EXPECT_EQ(refused, 1U);
  EXPECT_EQ(read(), heading + one);
  size_t length = 0;
  char text[256];
  ASSERT_EQ(papilio_wisdom_export(text, sizeof(text), &length), PAPILIO_OK);
  EXPECT_EQ(std::string(text, length), heading + one);
  EXPECT_EQ(papilio_wisdom_forget(PAPILIO_WISDOM_PROCESS), PAPILIO_OK);
  ASSERT_EQ(papilio_wisdom_export(text, sizeof(text), &length), PAPILIO_OK);
  EXPECT_EQ(std::string(text, length), heading);
  EXPECT_EQ(papilio_wisdom_forget(static_cast<papilio_wisdom_scope>(2)), PAPILIO_INVALID_ARGUMENT);
  EXPECT_EQ(papilio_wisdom_import(nullptr, PAPILIO_WISDOM_PROCESS, nullptr, nullptr), PAPILIO_INVALID_ARGUMENT);
  EXPECT_EQ(papilio_plan_create_with_effort(nullptr, nullptr, PAPILIO_EFFORT_MEASURE, nullptr),
            PAPILIO_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace papilio
