// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/output_file.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/xattr.h>
#endif

#include <array>
#include <csignal>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "unit/files/temporary_folder.hpp"

namespace {
std::function<void()> when_made = [] {};
}  // namespace

/// The C library's, with an event between the file and its name.
extern "C" int mkostemps(char* path, int suffix, int flags) {
  using Function = int(char*, int, int);
  static auto* const original = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, "mkostemps"));
  const int descriptor = original(path, suffix, flags);
  when_made();
  return descriptor;
}

namespace papilio::files {
namespace {

using ::testing::HasSubstr;

class OutputFileTest : public FolderTest {
 protected:
  static void put(const std::filesystem::path& path, std::string_view text) {
    OutputFile out(path);
    out.write(text);
    out.commit();
  }
  static std::string refusal_of(const std::filesystem::path& path) {
    return message_of([&] { const OutputFile out(path); });
  }
  static unsigned mode_of(const std::filesystem::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
  }
};

TEST_F(OutputFileTest, ANewFileTakesNobodysPlace) {
  {
    OutputFile out(file("x"));
    out.write("first");
    OutputFile late(file("x"));
    late.write("second");
    EXPECT_TRUE(out.commit_new());
    EXPECT_FALSE(late.commit_new());
  }
  EXPECT_EQ(read(file("x")), "first");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(file("x").parent_path()), {}), 1);  // no temporary files
  write(file("y"), "there");
  std::filesystem::create_symlink("nowhere", file("z"));
  OutputFile dangling(file("z"));  // makes what the link names
  EXPECT_TRUE(dangling.commit_new());
  OutputFile taken(file("y"));
  EXPECT_FALSE(taken.commit_new());
  EXPECT_EQ(read(file("y")), "there");
}

TEST_F(OutputFileTest, TakesThePlaceOfAnEarlierFileAtTheEnd) {
  write(file("x"), "old");
  {
    OutputFile out(file("x"));
    out.write("new");
    out.flush();
    EXPECT_EQ(read(file("x")), "old");
    EXPECT_EQ(parts(), 1);
    out.commit();
  }
  EXPECT_EQ(read(file("x")), "new");
  EXPECT_EQ(parts(), 0);
}

TEST_F(OutputFileTest, GoesWhenItIsGivenUp) {
  write(file("x"), "old");
  for (const char* name : {"x", "y"}) {
    OutputFile out(file(name));
    out.write("half");
    out.flush();
  }
  EXPECT_EQ(read(file("x")), "old");
  EXPECT_FALSE(std::filesystem::exists(file("y")));
  EXPECT_EQ(parts(), 0);
}

TEST_F(OutputFileTest, KeepsTheModeAndMakesNewFilesInTheUsualWay) {
  write(file("usual"), "");
  for (const unsigned mode : {0600U, 0640U, 0755U, 0222U}) {
    write(file("x"), "old");
    ASSERT_EQ(chmod(file("x").c_str(), mode), 0);
    put(file("x"), "new");
    EXPECT_EQ(mode_of(file("x")), mode);
    chmod(file("x").c_str(), 0600);
    EXPECT_EQ(read(file("x")), "new");
  }
  put(file("y"), "new");
  EXPECT_EQ(mode_of(file("y")), mode_of(file("usual")));
  // Bits that give rights to a program are not handed on to other content.
  ASSERT_EQ(chmod(file("x").c_str(), 04755), 0);
  put(file("x"), "new");
  EXPECT_EQ(mode_of(file("x")), 0755U);
}

#if defined(__linux__)
/// user::rw-, user:0:rw-, group::---, mask::rw-, other::---: a mode of 0660, although the group has nothing.
TEST_F(OutputFileTest, GivesTheGroupNothingWhereThereWasAnAccessList) {
  constexpr std::uint32_t nobody = 0xffffffff;
  const auto entry = [](std::uint16_t tag, std::uint16_t rights, std::uint32_t who) {
    return std::array<std::uint16_t, 4>{tag, rights, static_cast<std::uint16_t>(who),
                                        static_cast<std::uint16_t>(who >> 16U)};
  };
  std::vector<std::uint16_t> list = {2, 0};  // the format's version
  for (const auto& each :
       {entry(1, 6, nobody), entry(2, 6, 0), entry(4, 0, nobody), entry(16, 6, nobody), entry(32, 0, nobody)}) {
    list.insert(list.end(), each.begin(), each.end());
  }
  write(file("x"), "old");
  if (setxattr(file("x").c_str(), "system.posix_acl_access", list.data(), 2 * list.size(), 0) != 0) {
    GTEST_SKIP() << "no access lists here";
  }
  ASSERT_EQ(mode_of(file("x")), 0660U);
  put(file("x"), "new");
  EXPECT_EQ(mode_of(file("x")), 0600U);
}
#endif

TEST_F(OutputFileTest, KeepsTheOwnerWhereItMay) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  write(file("x"), "old");
  ASSERT_EQ(chown(file("x").c_str(), 12345, 23456), 0);
  put(file("x"), "new");
  struct stat status {};
  ASSERT_EQ(::stat(file("x").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 12345U);
  EXPECT_EQ(status.st_gid, 23456U);
}

TEST_F(OutputFileTest, RefusesWhatIsReadOnlyEvenToRoot) {
  write(file("x"), "precious");
  ASSERT_EQ(chmod(file("x").c_str(), 0444), 0);
  EXPECT_THAT(refusal_of(file("x")), HasSubstr("it is read-only; choose another name, or allow it: chmod u+w"));
  EXPECT_EQ(read(file("x")), "precious");
}

TEST_F(OutputFileTest, FollowsSymbolicLinks) {
  std::filesystem::create_directory(file("disk"));
  write(file("disk/x"), "old");
  std::filesystem::create_symlink("disk/x", file("link"));
  std::filesystem::create_symlink("link", file("link to link"));
  put(file("link to link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(file("link")));
  EXPECT_TRUE(std::filesystem::is_symlink(file("link to link")));
  EXPECT_EQ(read(file("disk/x")), "new");
}

TEST_F(OutputFileTest, MakesWhatADanglingLinkNames) {
  std::filesystem::create_directory(file("disk"));
  std::filesystem::create_symlink("disk/none", file("link"));
  std::filesystem::create_symlink("disk", file("folder"));
  std::filesystem::create_symlink("../link", file("disk/back"));
  put(file("folder/back"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(file("link")));
  EXPECT_EQ(read(file("disk/none")), "new");
  std::filesystem::create_symlink("circle", file("circle"));
  EXPECT_THAT(refusal_of(file("circle")), HasSubstr("cannot be written"));
}

TEST_F(OutputFileTest, LeavesOthersOfSuchANameAlone) {
  write(file("victim"), "precious");
  std::filesystem::create_symlink(file("victim"), file("x.part"));
  put(file("x"), "new");
  EXPECT_EQ(read(file("victim")), "precious");
  EXPECT_TRUE(std::filesystem::is_symlink(file("x.part")));
}

TEST_F(OutputFileTest, TakesNamesOfAnyLength) {
  const std::string longest(255, 'x');
  put(file(longest), "new");
  EXPECT_EQ(read(file(longest)), "new");
}

TEST_F(OutputFileTest, RefusesWhatNoFileCanReplace) {
  EXPECT_THAT(refusal_of(file("")), HasSubstr("it is a folder"));
  EXPECT_THAT(refusal_of(file("x/")), HasSubstr("cannot be written"));
  EXPECT_THAT(refusal_of(file("none/x")), HasSubstr("its folder does not exist; make it: mkdir -p "));
  EXPECT_THAT(refusal_of(""), HasSubstr("is empty"));
  EXPECT_THAT(refusal_of("/proc/x"), HasSubstr("its folder takes no new file"));
  write(file("file"), "");
  EXPECT_THAT(refusal_of(file("file/x")), HasSubstr("cannot be written"));
}

TEST_F(OutputFileTest, DoesNotReplaceWhatHasComeMeanwhile) {
  OutputFile out(file("x"));
  out.write("new");
  ASSERT_EQ(mkfifo(file("x").c_str(), 0600), 0);
  EXPECT_THAT(message_of([&] { out.commit(); }), HasSubstr("something else than a regular file has come there"));
  EXPECT_TRUE(std::filesystem::is_fifo(file("x")));
}

TEST_F(OutputFileTest, WritesDevicesThrough) {
  put("/dev/null", std::string(100000, 'x'));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  OutputFile full("/dev/full");
  full.write("x");
  EXPECT_THAT(message_of([&] { full.commit(); }), HasSubstr("free some space on that disk"));
}

TEST_F(OutputFileTest, WritesAFifoThroughThatIsRead) {
  ASSERT_EQ(mkfifo(file("fifo").c_str(), 0600), 0);
  EXPECT_THAT(refusal_of(file("fifo")), HasSubstr("nobody reads it; start its reader first"));
  const int reader = ::open(file("fifo").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  OutputFile out(file("fifo"));
  EXPECT_FALSE(out.seekable());
  out.write("through");
  out.flush();
  char text[16] = {};
  EXPECT_EQ(::read(reader, text, sizeof text), 7);
  EXPECT_STREQ(text, "through");
  EXPECT_THAT(message_of([&] { out.seek(0); }), HasSubstr("nothing can be taken back"));
  // More than a pipe holds: the writer waits, and is not told that it would have to.
  const std::string much(1 << 20, 'x');
  std::thread writer([&] {
    out.write(much);
    out.commit();
  });
  fcntl(reader, F_SETFL, 0);
  std::size_t got = 0;
  std::vector<char> block(1 << 16);
  while (got < much.size()) got += static_cast<std::size_t>(::read(reader, block.data(), block.size()));
  writer.join();
  ::close(reader);
  EXPECT_EQ(got, much.size());
}

TEST_F(OutputFileTest, SeeksWhereThatIsPossible) {
  OutputFile out(file("x"));
  EXPECT_TRUE(out.seekable());
  const std::string much(100000, 'x');
  out.write("head ");
  out.write(much);
  EXPECT_EQ(out.position(), 100005);
  out.seek(0);
  out.write("HEAD");
  EXPECT_EQ(out.position(), 4);
  EXPECT_EQ(out.size(), 100005);
  out.write(std::span<const std::byte>());
  out.commit();
  EXPECT_EQ(read(file("x")), "HEAD " + much);
}

TEST_F(OutputFileTest, SeveralAreIndependent) {
  std::vector<OutputFile> all;
  for (int i = 0; i < 64; ++i) all.emplace_back(file(std::to_string(i)));
  EXPECT_THAT(refusal_of(file("one more")), HasSubstr("64 outputs are open already"));
  EXPECT_EQ(parts(), 64);
  all[0].write("kept");
  all[0].commit();
  all.clear();
  EXPECT_EQ(parts(), 0);
  EXPECT_EQ(read(file("0")), "kept");
  put(file("one more"), "kept");
}

using OutputFileDeathTest = OutputFileTest;

TEST_F(OutputFileDeathTest, IsRemovedWhenTheProcessIsToldToStop) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU}) {
    const auto stop = [&] {
      const OutputFile one(file("x"));
      OutputFile other(file("y"));
      other.write("half");
      raise(signal);
    };
    EXPECT_EXIT(stop(), ::testing::KilledBySignal(signal), "");
    EXPECT_EQ(parts(), 0) << "signal " << signal;
  }
}

/// The file exists, and nobody knows its name yet.
TEST_F(OutputFileDeathTest, IsRemovedWhenTheSignalComesWhileItIsMade) {
  const auto stop = [&] {
    when_made = [] { kill(getpid(), SIGTERM); };
    const OutputFile out(file("x"));
    pause();
  };
  EXPECT_EXIT(stop(), ::testing::KilledBySignal(SIGTERM), "");
  EXPECT_EQ(parts(), 0);
}

TEST_F(OutputFileDeathTest, IsRemovedWhenAnotherThreadGetsTheSignalMeanwhile) {
  const auto stop = [&] {
    std::jthread other([] { pause(); });
    when_made = [&] {
      pthread_kill(other.native_handle(), SIGTERM);  // NOLINT(bugprone-bad-signal-to-kill-thread): it has a handler
      usleep(50000);                                 // its handler runs
    };
    const OutputFile out(file("x"));
    pause();
  };
  EXPECT_EXIT(stop(), ::testing::KilledBySignal(SIGTERM), "");
  EXPECT_EQ(parts(), 0);
}

TEST_F(OutputFileDeathTest, AnEarlierHandlerStillHasItsSay) {
  const auto stop = [&] {
    std::signal(SIGTERM, [](int) { _exit(7); });
    const OutputFile out(file("x"));
    raise(SIGTERM);
  };
  EXPECT_EXIT(stop(), ::testing::ExitedWithCode(7), "");
  EXPECT_EQ(parts(), 0);
}

/// As LLVM's does for SIGQUIT. The file is gone by then.
TEST_F(OutputFileDeathTest, AnEarlierHandlerThatReturnsDoesNotKeepTheProcess) {
  const auto stop = [&] {
    std::signal(SIGQUIT, [](int) {});
    const OutputFile out(file("x"));
    raise(SIGQUIT);
  };
  EXPECT_EXIT(stop(), ::testing::KilledBySignal(SIGQUIT), "");
  EXPECT_EQ(parts(), 0);
}

TEST_F(OutputFileDeathTest, LeavesSignalsAloneThatTheCallerIgnores) {
  const auto survive = [&] {
    std::signal(SIGHUP, SIG_IGN);
    const OutputFile out(file("x"));
    raise(SIGHUP);
    std::exit(parts() == 1 ? 0 : 1);
  };
  EXPECT_EXIT(survive(), ::testing::ExitedWithCode(0), "");
}

TEST_F(OutputFileDeathTest, SignalsAreAsBeforeWhenTheLastIsClosed) {
  const auto stop = [&] {
    std::signal(SIGTERM, [](int) { _exit(8); });
    {
      const OutputFile one(file("x"));
      const OutputFile other(file("y"));
    }
    struct sigaction now = {};
    sigaction(SIGTERM, nullptr, &now);
    std::signal(SIGTERM, now.sa_handler);
    raise(SIGTERM);
  };
  EXPECT_EXIT(stop(), ::testing::ExitedWithCode(8), "");
}

/// A limit on the size of files is what a full disk is to a test without a disk of its own.
TEST_F(OutputFileDeathTest, KeepsTheEarlierFileWhereNoMoreFits) {
  write(file("x"), "precious");
  for (const std::size_t most : {0U, 1U, 65536U, 99999U}) {
    const auto fill = [&] {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{most, most};
      setrlimit(RLIMIT_FSIZE, &limit);
      const std::string message = message_of([&] { put(file("x"), std::string(100000, 'x')); });
      std::exit(message.find("raise the limit of file sizes") != std::string::npos ? 0 : 1);
    };
    EXPECT_EXIT(fill(), ::testing::ExitedWithCode(0), "") << most;
    EXPECT_EQ(read(file("x")), "precious");
    EXPECT_EQ(parts(), 0);
  }
}

}  // namespace
}  // namespace papilio::files
