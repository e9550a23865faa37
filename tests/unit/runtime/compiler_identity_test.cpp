// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/compiler_identity.hpp"

#include "cache_fixture.hpp"

namespace papilio::runtime {
namespace {

class CompilerIdentity : public CacheTest {
 protected:
  void SetUp() override {
    CacheTest::SetUp();
    const char* kept = getenv("PAPILIO_CACHE_DIR");
    before_ = kept != nullptr ? kept : "";
    setenv("PAPILIO_CACHE_DIR", (root_ / "identity").c_str(), 1);
  }
  void TearDown() override {
    before_.empty() ? unsetenv("PAPILIO_CACHE_DIR") : setenv("PAPILIO_CACHE_DIR", before_.c_str(), 1);
    CacheTest::TearDown();
  }

 private:
  std::string before_;
};

TEST_F(CompilerIdentity, IsRememberedInTheCompileCache) {
  EXPECT_FALSE(remembered_identity("sm_90").has_value());
  remember_identity("sm_90", "nvrtc 12.4");
  remember_identity("sm_80", "nvrtc 12.3");
  EXPECT_EQ(remembered_identity("sm_90"), "nvrtc 12.4");
  remember_identity("sm_90", "nvrtc 13.0");
  EXPECT_EQ(remembered_identity("sm_90"), "nvrtc 13.0");
  EXPECT_EQ(remembered_identity("sm_80"), "nvrtc 12.3");
}

}  // namespace
}  // namespace papilio::runtime
