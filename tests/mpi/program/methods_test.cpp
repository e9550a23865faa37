// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/methods/methods.hpp"

#include <gtest/gtest.h>

#include <set>

namespace papilio::mpi {
namespace {

TEST(Methods, HaveNamesOfTheirOwnAndOneForAnyProblem) {
  std::set<std::string_view> names;
  for (const Method* const method : methods()) names.insert(method->name);
  EXPECT_EQ(names.size(), methods().size());
  EXPECT_EQ(method_for(Problem::parse("c2c:f32:64")).name, "six-step");
  for (const char* token : {"c2c:f32:61", "dct2:f32:64", "c2c:f32:8x8", "r2c:f64:4x4x4:axes=1"}) {
    EXPECT_EQ(method_for(Problem::parse(token)).name, "by axes") << token;
  }
  EXPECT_EQ(method_named("six-step"), &method_for(Problem::parse("r2c:f32:64")));
  EXPECT_EQ(method_named("by axes"), nullptr) << "configurations have its stages";
}

TEST(WorkArrays, AreFreeBesideOthersAndAsLargeAsTheLargestValue) {
  EXPECT_EQ(WorkArrays::free_beside({}), Place::first);
  EXPECT_EQ(WorkArrays::free_beside({Place::input}), Place::first);
  EXPECT_EQ(WorkArrays::free_beside({Place::first}), Place::second);
  EXPECT_EQ(WorkArrays::free_beside({Place::second, Place::first}), Place::third);
  WorkArrays work;
  for (const std::int64_t bytes : {16, 48, 32}) work.reserve(Place::second, bytes);
  work.reserve(Place::output, 64);
  EXPECT_EQ(work.bytes(Place::second), 48);
  EXPECT_EQ(work.bytes(Place::first) + work.bytes(Place::third), 0);
}

}  // namespace
}  // namespace papilio::mpi
