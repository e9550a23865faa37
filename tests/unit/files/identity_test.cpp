// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/identity.hpp"

#include <sys/stat.h>

#include "unit/files/temporary_folder.hpp"

namespace papilio::files {
namespace {

using ::testing::HasSubstr;

class IdentityTest : public FolderTest {
 protected:
  static std::string refusal_of(const Paths& inputs, const Paths& outputs) {
    return message_of([&] { require_distinct(inputs, outputs); }, ErrorCode::invalid_argument);
  }
};

TEST_F(IdentityTest, IsTheFilesAndNotTheNames) {
  write(file("a"), "");
  write(file("b"), "");
  std::filesystem::create_hard_link(file("a"), file("hard"));
  std::filesystem::create_symlink("a", file("soft"));
  EXPECT_EQ(identity_of(file("a")), identity_of(file("hard")));
  EXPECT_EQ(identity_of(file("a")), identity_of(file("soft")));
  EXPECT_EQ(identity_of(file("a")), identity_of(file("./a")));
  EXPECT_NE(identity_of(file("a")), identity_of(file("b")));
  EXPECT_FALSE(identity_of(file("none")));
}

TEST_F(IdentityTest, AnOutputIsNoInput) {
  write(file("a"), "");
  std::filesystem::create_hard_link(file("a"), file("hard"));
  std::filesystem::create_symlink("a", file("soft"));
  for (const char* name : {"a", "hard", "soft", "./a"}) {
    EXPECT_THAT(refusal_of({file("b"), file("a")}, {file("c"), file(name)}), HasSubstr("it is the file that is read"))
        << name;
  }
  require_distinct({file("a")}, {file("b")});
  require_distinct({file("none")}, {file("none")});  // reading it will fail
  require_distinct({"", "/dev/null"}, {"", "/dev/null"});
}

TEST_F(IdentityTest, OutputsAreDistinct) {
  write(file("a"), "");
  std::filesystem::create_directory(file("folder"));
  std::filesystem::create_symlink("folder", file("link"));
  std::filesystem::create_symlink("none", file("dangling"));
  EXPECT_THAT(refusal_of({}, {file("a"), file("./a")}), HasSubstr("is the same file"));
  EXPECT_THAT(refusal_of({}, {file("folder/x"), file("link/x")}), HasSubstr("is the same file"));
  EXPECT_THAT(refusal_of({}, {file("none"), file("dangling")}), HasSubstr("is the same file"));
  require_distinct({}, {file("folder/x"), file("x"), file("folder/y")});
  require_distinct({}, {"/dev/null", "/dev/null"});
}

}  // namespace
}  // namespace papilio::files
