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
  for (const char* token : {"c2c:f32:61", "dct2:f32:64", "c2c:f32:8x8", "r2c:f64:4x4x4:axes=1"})
    EXPECT_EQ(method_for(Problem::parse(token)).name, "by axes") << token;
  EXPECT_EQ(method_named("six-step"), &method_for(Problem::parse("r2c:f32:64")));
  EXPECT_EQ(method_named("by axes"), nullptr) << "configurations have its stages";
}

TEST(WorkArrays, AreFreeBesideOthersAndAsLargeAsTheLargestValue) {
  EXPECT_EQ(WorkArrays::free_beside({}), WorkArray::work0);
  EXPECT_EQ(WorkArrays::free_beside({WorkArray::input}), WorkArray::work0);
  EXPECT_EQ(WorkArrays::free_beside({WorkArray::work0}), WorkArray::work1);
  EXPECT_EQ(WorkArrays::free_beside({WorkArray::work1, WorkArray::work0}), WorkArray::work2);
  WorkArrays work;
  for (const std::int64_t bytes : {16, 48, 32}) work.reserve(WorkArray::work1, bytes);
  work.reserve(WorkArray::output, 64);
  EXPECT_EQ(work.bytes(WorkArray::work1), 48);
  EXPECT_EQ(work.bytes(WorkArray::work0) + work.bytes(WorkArray::work2), 0);
}

}  // namespace
}  // namespace papilio::mpi
