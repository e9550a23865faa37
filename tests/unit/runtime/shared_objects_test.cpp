// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/shared_objects.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace papilio::runtime {
namespace {

/// Counts the live objects of its type.
struct Counted {
  explicit Counted(std::atomic<int>& count) : alive(count) { ++alive; }
  ~Counted() { --alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  std::atomic<int>& alive;
};

class SharedObjectsTest : public testing::Test {
 protected:
  std::shared_ptr<Counted> get(const std::string& key, std::size_t bytes = 1) {
    return objects_.get<Counted>(key, bytes, [&] {
      ++made_;
      return std::make_shared<Counted>(alive_);
    });
  }

  std::atomic<int> alive_ = 0;
  std::atomic<int> made_ = 0;
  SharedObjects objects_;
};

TEST_F(SharedObjectsTest, OneObjectWhileAnyHandleLives) {
  auto first = get("a");
  EXPECT_EQ(get("a"), first);
  EXPECT_EQ(objects_.find<Counted>("a"), first);
  EXPECT_NE(get("b"), first);
  first.reset();
  EXPECT_EQ(alive_, 0) << "nobody has it open";
  EXPECT_EQ(objects_.find<Counted>("a"), nullptr);
  EXPECT_NE(get("a"), nullptr);
  EXPECT_EQ(made_, 3);
}

TEST_F(SharedObjectsTest, KeptWhileItIsOpen) {
  objects_.open(100);
  objects_.open(100);
  get("a");
  get("a");
  EXPECT_EQ(made_, 1);
  objects_.close();
  EXPECT_EQ(alive_, 1) << "one opening is left";
  const auto own = get("a");
  objects_.close();
  EXPECT_EQ(alive_, 1);
  EXPECT_EQ(own.use_count(), 1) << "it went with the last opening";
  get("b");
  EXPECT_EQ(alive_, 1) << "made after the last opening";
}

TEST_F(SharedObjectsTest, ThoseUsedLastWithinTheBytes) {
  objects_.open(10);
  get("a", 4);
  get("b", 4);
  get("a", 4);
  get("c", 4);  // evicts "b"
  EXPECT_EQ(objects_.kept_bytes(), 8U);
  EXPECT_EQ(objects_.find<Counted>("b"), nullptr);
  EXPECT_NE(objects_.find<Counted>("a"), nullptr);
  EXPECT_NE(objects_.find<Counted>("c"), nullptr);
  get("large", 11);
  EXPECT_EQ(alive_, 2) << "what is larger than all of it drives nothing out";
  objects_.close();
  EXPECT_EQ(alive_, 0);
}

TEST_F(SharedObjectsTest, WhatAPlanStillUsesIsKeptAgain) {
  objects_.open(4);
  {
    const auto used = get("a", 4);
    get("b", 4);
    EXPECT_EQ(get("a", 4), used);
  }
  EXPECT_NE(objects_.find<Counted>("a"), nullptr);
  EXPECT_EQ(objects_.kept_bytes(), 4U);
  objects_.close();
}

TEST_F(SharedObjectsTest, NoMoreObjectsThanTheBound) {
  objects_.open(1000000);
  for (int i = 0; i < 2000; ++i) get(std::to_string(i), 0);
  EXPECT_EQ(alive_, static_cast<int>(SharedObjects::most_kept_objects));
  objects_.close();
}

TEST_F(SharedObjectsTest, LetsGoWhenAsked) {
  objects_.open(100);
  objects_.let_go();
  const auto own = get("a");
  get("b");
  objects_.let_go();
  EXPECT_EQ(alive_, 1) << "only what is in use";
  EXPECT_EQ(objects_.kept_bytes(), 0U);
  EXPECT_EQ(get("a"), own);
  objects_.close();
}

TEST_F(SharedObjectsTest, ManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        objects_.open(8);
        const auto object = get(std::to_string((i * (t + 1)) % 13));
        EXPECT_GE(object->alive, 1);
        if (i % 50 == t) objects_.let_go();
        objects_.close();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(alive_, 0);
}

}  // namespace
}  // namespace papilio::runtime
