// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/input_file.hpp"

#include <array>

#include "unit/files/temporary_folder.hpp"

namespace papilio::files {
namespace {

using ::testing::HasSubstr;
using InputFileTest = FolderTest;

TEST_F(InputFileTest, ReadsToTheEnd) {
  write(file("x"), "12345");
  InputFile in(file("x"));
  EXPECT_EQ(in.size(), 5);
  std::array<std::byte, 4> block;
  EXPECT_EQ(in.read({}), 0U);
  EXPECT_EQ(in.read(block), 4U);
  EXPECT_EQ(in.read(block), 1U);
  EXPECT_EQ(in.read(block), 0U);
}

TEST_F(InputFileTest, SaysWhatIsWrong) {
  EXPECT_THAT(message_of([&] { InputFile{file("none")}; }), HasSubstr("No such file"));
  EXPECT_THAT(message_of([&] { InputFile{file("")}; }), HasSubstr("is a folder"));
  EXPECT_THAT(message_of([&] { (void)InputFile("/dev/null").size(); }), HasSubstr("its size is unknown"));
}

TEST_F(InputFileTest, ATextHasALimit) {
  const std::string text(100000, 'x');
  write(file("x"), text);
  EXPECT_EQ(read_text(file("x"), text.size()), text);
  EXPECT_EQ(read_text("/dev/null", 0), "");
  EXPECT_THAT(message_of([&] { (void)read_text(file("x"), text.size() - 1); }), HasSubstr("longer than 99999 bytes"));
  EXPECT_THAT(message_of([&] { (void)read_text("/dev/zero", 1 << 20); }), HasSubstr("longer than 1048576 bytes"));
}

}  // namespace
}  // namespace papilio::files
