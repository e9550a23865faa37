// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/pocl_pack.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace papilio::backend::opencl {
namespace {

namespace fs = std::filesystem;

class PoclPackTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "papilio-pocl-pack-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
    add("AA/ONE", "papilio_a", "first");
    add("AA/TWO", "papilio_b", "second");
    add("BB/OTHER", "somebody_s", "third");
    write("kernels.pack", runtime::KernelPack::bytes_of(pack_pocl_programs(root_ / "from", "device 1")));
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& content) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << content;
  }
  void add(const std::string& program, const std::string& kernel, const std::string& code) const {
    write("from/" + program + "/program.bc", code);
    write("from/" + program + "/" + kernel + "/1-1-1/" + kernel + ".so", code + " machine code");
    write("from/" + program + "/last_accessed", "");
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(root_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::size_t files_in(const std::string& folder) const {
    const fs::recursive_directory_iterator begin(root_ / folder);
    return static_cast<std::size_t>(
        std::count_if(begin, {}, [](const auto& entry) { return entry.is_regular_file(); }));
  }

  fs::path root_;
};

TEST_F(PoclPackTest, ProgramsAreWhereTheyWere) {
  unpack_pocl_programs(root_ / "kernels.pack", "device 1", root_ / "to");
  EXPECT_EQ(read("to/AA/ONE/papilio_a/1-1-1/papilio_a.so"), "first machine code");
  EXPECT_EQ(read("to/AA/TWO/program.bc"), "second");
  EXPECT_EQ(files_in("to"), 6U) << "nobody else's, and nothing unfinished";
}

TEST_F(PoclPackTest, FoldersArePrivate) {
  const mode_t before = umask(0);
  unpack_pocl_programs(root_ / "kernels.pack", "device 1", root_ / "to");
  umask(before);
  EXPECT_EQ(fs::status(root_ / "to").permissions(), fs::perms::owner_all);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_ / "to")) {
    if (entry.is_directory()) {
      EXPECT_EQ(entry.status().permissions(), fs::perms::owner_all) << entry.path();
    }
  }
}

TEST_F(PoclPackTest, ProgramsThatAreThereStay) {
  write("to/AA/ONE/program.bc", "newer");
  unpack_pocl_programs(root_ / "kernels.pack", "device 1", root_ / "to");
  EXPECT_EQ(read("to/AA/ONE/program.bc"), "newer");
  EXPECT_EQ(files_in("to"), 4U);
}

TEST_F(PoclPackTest, OtherDevicesGetNothing) {
  unpack_pocl_programs(root_ / "kernels.pack", "device 2", root_ / "to");
  unpack_pocl_programs(root_ / "none", "device 1", root_ / "to");
  EXPECT_FALSE(fs::exists(root_ / "to"));
}

TEST_F(PoclPackTest, NothingIsWrittenOutsideTheFolder) {
  std::vector<runtime::CacheEntry> entries = pack_pocl_programs(root_ / "from", "device 1");
  const auto bytes = [](const std::string& text) {
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    return std::vector<std::byte>(begin, begin + text.size());
  };
  for (runtime::CacheEntry& entry : entries) {
    if (entry.key.starts_with("pocl programs")) entry.payload = bytes("../out\n/out\nAA/../../out\nAA/ONE\nAA/TWO\n");
    if (entry.key.ends_with("ONE")) {
      entry.key.replace(entry.key.size() - 6, 6, "../out");
    } else if (entry.key.ends_with("TWO")) {
      std::string files(16, '\0');
      files[0] = 6;  // bytes of the name
      entry.payload = bytes(files + "../out");
    }
  }
  write("wrong.pack", runtime::KernelPack::bytes_of(entries));
  unpack_pocl_programs(root_ / "wrong.pack", "device 1", root_ / "to");
  EXPECT_FALSE(fs::exists(root_ / "out"));
  EXPECT_EQ(files_in("to"), 0U);
}

}  // namespace
}  // namespace papilio::backend::opencl
