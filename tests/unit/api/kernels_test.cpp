// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/kernels.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace papilio::api {
namespace {

namespace fs = std::filesystem;
using kernel::TableKind;
using kernel::TableSpec;

class KeptTables : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "papilio-tables-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] runtime::CompileCache cache(std::int64_t limit = std::int64_t{1} << 28) const {
    runtime::CacheConfig config;
    config.directory = folder_;
    config.limit_bytes = limit;
    return runtime::CompileCache(config);
  }
  [[nodiscard]] std::vector<fs::path> entries() const {
    std::vector<fs::path> all;
    for (const auto& file : fs::directory_iterator(folder_)) all.push_back(file.path());
    return all;
  }

  fs::path folder_;
};

TableSpec spectrum(std::int64_t n, std::int64_t m) {
  TableSpec spec;
  spec.kind = TableKind::chirp_spectrum;
  spec.n = n;
  spec.m = m;
  return spec;
}

TEST_F(KeptTables, AreReadTheSecondTime) {
  const TableSpec spec = spectrum(8209, 16448);
  const std::vector<std::byte> made = kernel::make_table(spec);
  EXPECT_EQ(contents_of(spec, cache()), made);
  ASSERT_EQ(entries().size(), 1U);
  const auto written = fs::file_size(entries().front());
  EXPECT_GT(written, made.size());
  EXPECT_EQ(contents_of(spec, cache()), made);
  EXPECT_EQ(entries().size(), 1U);
  EXPECT_EQ(contents_of(spectrum(8208, 16448), cache()), kernel::make_table(spectrum(8208, 16448)));
  EXPECT_EQ(entries().size(), 2U);
}

TEST_F(KeptTables, AreMadeAnewWhereTheEntryIsSpoilt) {
  const TableSpec spec = spectrum(8209, 16448);
  const std::vector<std::byte> made = contents_of(spec, cache());
  std::fstream file(entries().front(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(-1, std::ios::end);
  file.put(static_cast<char>(~std::to_integer<int>(made.back())));
  file.close();
  EXPECT_EQ(contents_of(spec, cache()), made);
}

TEST_F(KeptTables, AreThoseThatTakeLongAndFit) {
  EXPECT_EQ(contents_of(spectrum(509, 1024), cache()), kernel::make_table(spectrum(509, 1024))) << "short";
  TableSpec roots;
  roots.kind = TableKind::roots;
  roots.n = 1 << 16;
  roots.m = 1 << 15;
  EXPECT_EQ(contents_of(roots, cache()), kernel::make_table(roots));
  const TableSpec spec = spectrum(8209, 16448);
  EXPECT_EQ(contents_of(spec, cache(8 * 2 * 4 * 16448 - 1)), kernel::make_table(spec)) << "an eighth of the limit";
  EXPECT_EQ(contents_of(spec, runtime::CompileCache({})), kernel::make_table(spec)) << "no cache";
  EXPECT_TRUE(entries().empty());
}

}  // namespace
}  // namespace papilio::api
