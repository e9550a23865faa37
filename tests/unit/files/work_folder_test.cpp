// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/work_folder.hpp"

#include <sys/stat.h>

#include <array>
#include <optional>

#include "unit/files/temporary_folder.hpp"

namespace papilio::files {
namespace {

using ::testing::HasSubstr;

class WorkFolderTest : public FolderTest {};

void put(WorkFile& file, std::int64_t position, std::string_view text) {
  file.write(position, std::as_bytes(std::span(text)));
}
std::string get(const WorkFile& file, std::int64_t position, std::size_t bytes) {
  std::string text(bytes, '?');
  file.read(position, std::as_writable_bytes(std::span(text)));
  return text;
}

TEST_F(WorkFolderTest, KeepsItsFilesAndItsNote) {
  {
    WorkFolder folder(file("work"));
    EXPECT_EQ(folder.note(), std::nullopt);
    folder.write_note("half");
    WorkFile work = folder.file("a", 100, WorkFileState::new_file);
    put(work, 90, "the end");
    work.sync();
  }
  const WorkFolder folder(file("work"));
  EXPECT_EQ(folder.note(), "half");
  EXPECT_EQ(get(folder.file("a", 100, WorkFileState::kept_file), 90, 7), "the end");
}

TEST_F(WorkFolderTest, AFileTakesThePlaceOfTheOutputWithItsMode) {
  write(file("out"), "old");
  ::chmod(file("out").c_str(), 0640);
  WorkFolder folder(file("work"));
  WorkFile work = folder.file("a", 3, WorkFileState::new_file);
  put(work, 0, "new");
  folder.move_file("a", target_of(file("out")));
  folder.remove(std::array<std::string, 2>{"a", "b"});
  EXPECT_EQ(read(file("out")), "new");
  struct stat status {};
  ASSERT_EQ(::stat(file("out").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
  EXPECT_FALSE(std::filesystem::exists(file("work")));
}

TEST_F(WorkFolderTest, RemovesNothingOfOthers) {
  WorkFolder folder(file("work"));
  write(file("work") / "theirs", "x");
  folder.write_note("half");
  folder.remove({});
  EXPECT_EQ(read(file("work") / "theirs"), "x");
  EXPECT_EQ(folder.note(), std::nullopt);
}

TEST_F(WorkFolderTest, IsOneProcesss) {
  std::optional<WorkFolder> first(std::in_place, file("work"));
  EXPECT_THAT(message_of([&] { WorkFolder second(file("work")); }), HasSubstr("another process is at this work"));
  first.reset();
  EXPECT_NO_THROW(WorkFolder(file("work")));
}

TEST_F(WorkFolderTest, RefusesWhatCannotBeTrusted) {
  std::filesystem::create_directory(file("open"));
  ::chmod(file("open").c_str(), 0777);
  EXPECT_THAT(message_of([&] { WorkFolder folder(file("open")); }), HasSubstr("others may write in it"));
  write(file("plain"), "x");
  EXPECT_THAT(message_of([&] { WorkFolder folder(file("plain")); }), HasSubstr("cannot be opened"));
  std::filesystem::create_directory_symlink(file("open"), file("link"));
  EXPECT_THAT(message_of([&] { WorkFolder folder(file("link")); }), HasSubstr("cannot be opened"));
  EXPECT_THAT(message_of([&] { WorkFolder folder(file("none") / "work"); }), HasSubstr("cannot be made"));
}

TEST_F(WorkFolderTest, AKeptFileMustBeThereWithItsLength) {
  const WorkFolder folder(file("work"));
  EXPECT_THAT(message_of([&] { (void)folder.file("a", 10, WorkFileState::kept_file); }), HasSubstr("--restart"));
  (void)folder.file("a", 10, WorkFileState::new_file);
  EXPECT_THAT(message_of([&] { (void)folder.file("a", 11, WorkFileState::kept_file); }), HasSubstr("another length"));
  std::filesystem::create_symlink("a", file("work") / "b");
  EXPECT_THAT(message_of([&] { (void)folder.file("b", 10, WorkFileState::new_file); }), HasSubstr("cannot be opened"));
}

TEST_F(WorkFolderTest, AFullDiskIsFoundBeforeTheWork) {
  const WorkFolder folder(file("work"));
  EXPECT_THAT(message_of([&] { (void)folder.file("a", std::int64_t{1} << 50, WorkFileState::new_file); }),
              HasSubstr("setting its space aside failed"));
}

}  // namespace
}  // namespace papilio::files
