// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/kernel_pack.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "unit/runtime/cache_fixture.hpp"

namespace papilio::runtime {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class KernelPackTest : public CacheTest {
 protected:
  void SetUp() override {
    CacheTest::SetUp();
    file_ = root_ / "kernels.pack";
    write_file(file_, content_);
  }

  std::filesystem::path file_;
  std::string content_ = KernelPack::bytes_of(
      {{"a", bytes_of("first")}, {"b", {}}, {"a", bytes_of("again")}, {"long", Bytes(5000, std::byte{7})}});
};

TEST_F(KernelPackTest, HasItsEntries) {
  const KernelPack pack(file_);
  EXPECT_EQ(pack.refusal(), "");
  EXPECT_EQ(pack.find("a"), bytes_of("first")) << "of two with one key the first counts";
  EXPECT_EQ(pack.find("b"), Bytes());
  EXPECT_EQ(pack.find("long"), Bytes(5000, std::byte{7}));
  EXPECT_EQ(pack.find("c"), std::nullopt);
  write_file(file_, KernelPack::bytes_of({}));
  EXPECT_EQ(pack.refusal(), "");
  EXPECT_EQ(pack.find("a"), std::nullopt);
}

TEST_F(KernelPackTest, IsReadAfterTheFolders) {
  const CompileCache with_pack({.directory = root_ / "first", .read_only = {}, .pack = file_});
  EXPECT_EQ(with_pack.find("a"), bytes_of("first"));
  with_pack.store("a", bytes_of("own"));
  EXPECT_EQ(with_pack.find("a"), bytes_of("own"));
  ASSERT_EQ(with_pack.entries().size(), 1U);
  EXPECT_EQ(with_pack.entries().front().key, "a");
  EXPECT_EQ(read_file(file_), content_) << "it is never written";
}

TEST_F(KernelPackTest, AnyTruncationIsRefused) {
  for (std::size_t bytes = 0; bytes < content_.size(); bytes += bytes < 300 ? 1 : 97) {
    write_file(file_, content_.substr(0, bytes));
    EXPECT_THAT(KernelPack(file_).refusal(), HasSubstr(file_.string() + ": it is")) << bytes;
    EXPECT_EQ(KernelPack(file_).find("a"), std::nullopt) << bytes;
  }
  write_file(file_, content_ + "x");
  EXPECT_THAT(KernelPack(file_).refusal(), HasSubstr("bytes behind its end"));
}

TEST_F(KernelPackTest, AnyWrongByteIsNoticed) {
  for (std::size_t at = 0; at < content_.size(); at += at < 500 ? 1 : 97) {
    std::string wrong = content_;
    wrong[at] = static_cast<char>(wrong[at] ^ 1);
    write_file(file_, wrong);
    for (const auto& [key, payload] :
         {std::pair("a", bytes_of("first")), std::pair("long", Bytes(5000, std::byte{7}))}) {
      const auto found = KernelPack(file_).find(key);
      EXPECT_TRUE(!found || *found == payload) << key << " at " << at;
      EXPECT_TRUE(KernelPack(file_).refusal().empty() || !found) << at;
    }
  }
}

TEST_F(KernelPackTest, TheIndexIsReadOnceForEachStateOfTheFile) {
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(file_, long_ago);
  EXPECT_EQ(KernelPack(file_).find("a"), bytes_of("first"));
  std::string damaged = content_;
  damaged[60] = static_cast<char>(damaged[60] ^ 1);  // in the first record, which the hash of the records notices
  write_file(file_, damaged);
  std::filesystem::last_write_time(file_, long_ago);
  EXPECT_EQ(KernelPack(file_).refusal(), "") << "the stamp is the same, so the index is not read again";
  EXPECT_EQ(KernelPack(file_).find("a"), bytes_of("first"));
  std::filesystem::last_write_time(file_, long_ago + std::chrono::seconds(1));
  EXPECT_THAT(KernelPack(file_).refusal(), HasSubstr("it is damaged"));
  ASSERT_EQ(chmod(file_.c_str(), 0664), 0);
  EXPECT_THAT(KernelPack(file_).refusal(), HasSubstr("others may write it")) << "trust is looked up each time";
}

TEST_F(KernelPackTest, DamagedEntriesAreTold) {
  const auto notes = [this] {
    const auto all = CacheConfig::from_environment().notes;
    return std::ranges::count_if(
        all, [this](const std::string& note) { return note.find(root_.string()) != std::string::npos; });
  };
  std::string damaged = content_;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);  // in the payload of one entry
  write_file(file_, damaged);
  const std::vector<std::string> keys = {"a", "b", "long"};
  EXPECT_EQ(std::ranges::count_if(keys, [this](const auto& key) { return KernelPack(file_).find(key).has_value(); }),
            2);
  EXPECT_EQ(KernelPack(file_).find("c"), std::nullopt);
  EXPECT_EQ(notes(), 1);
  cache().store("a", bytes_of("first"));
  EXPECT_EQ(cache().find("a"), bytes_of("first"));
  EXPECT_EQ(cache().find("b"), std::nullopt);
  EXPECT_EQ(notes(), 1) << "a missing entry is no damage";
  write_file(cache().path_of("a"), "torn");
  EXPECT_EQ(cache().find("a"), std::nullopt);
  EXPECT_EQ(cache().find("a"), std::nullopt);
  EXPECT_EQ(notes(), 2) << "once for each file";
}

TEST_F(KernelPackTest, SaysWhyItIsRefused) {
  EXPECT_THAT(KernelPack(root_ / "none").refusal(), EndsWith("none: it is not there; correct the path"));
  EXPECT_THAT(KernelPack(root_).refusal(), EndsWith(": it is not a file; name the file itself"));
  ASSERT_EQ(chmod(file_.c_str(), 0664), 0);
  EXPECT_THAT(KernelPack(file_).refusal(), EndsWith("others may write it; leave that to its owner (chmod go-w)"));
  EXPECT_EQ(KernelPack(file_).find("a"), std::nullopt);
  ASSERT_EQ(chmod(file_.c_str(), 0644), 0);
  write_file(file_, "PAPILIOP" + std::string("\2\0\0\0", 4) + content_.substr(12));
  EXPECT_THAT(KernelPack(file_).refusal(), HasSubstr("its format is 2, and this version of Papilio reads 1"));
  write_file(file_, content_.substr(0, 12) + "\xff\xff\xff\xff" + content_.substr(16));
  EXPECT_THAT(KernelPack(file_).refusal(), HasSubstr("it has 4294967295 entries, and 1048576 are the most; make it"));
  write_file(file_, "# papilio wisdom\n");
  EXPECT_THAT(KernelPack(file_).refusal(), HasSubstr("it is not a kernel pack"));
}

TEST_F(KernelPackTest, LinksNameIt) {
  const std::filesystem::path link = root_ / "link.pack";
  std::filesystem::create_symlink("kernels.pack", link);
  EXPECT_EQ(KernelPack(link).refusal(), "");
  EXPECT_EQ(KernelPack(link).find("a"), bytes_of("first"));
  ASSERT_EQ(chmod(file_.c_str(), 0646), 0);
  EXPECT_THAT(KernelPack(link).refusal(), HasSubstr("link.pack: others may write it")) << "the target counts";
  EXPECT_EQ(KernelPack(link).find("a"), std::nullopt);
  std::filesystem::remove(file_);
  EXPECT_THAT(KernelPack(link).refusal(), HasSubstr("link.pack: it is not there"));
}

TEST_F(KernelPackTest, ItsOwnerIsThisUserOrRoot) {
  if (chown(file_.c_str(), 65534, 65534) != 0) GTEST_SKIP() << "only root gives files away";
  EXPECT_THAT(KernelPack(file_).refusal(), HasSubstr("it belongs to another user; let this user or root own it"));
}

TEST_F(KernelPackTest, TheEnvironmentNamesIt) {
  ASSERT_EQ(setenv("PAPILIO_KERNEL_PACK", file_.c_str(), 1), 0);
  EXPECT_EQ(CacheConfig::from_environment().pack, file_);
  write_file(file_, "");
  const CacheConfig config = CacheConfig::from_environment();
  unsetenv("PAPILIO_KERNEL_PACK");
  EXPECT_EQ(config.pack, "");
  ASSERT_FALSE(config.notes.empty());
  EXPECT_THAT(config.notes.front(), HasSubstr("PAPILIO_KERNEL_PACK: " + file_.string() + ": it is not a kernel pack"));
}

}  // namespace
}  // namespace papilio::runtime
