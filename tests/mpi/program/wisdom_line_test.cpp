// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/choose/wisdom_line.hpp"

#include <gmock/gmock.h>

#include <papilio/wisdom.hpp>

#include "mpi/arrays.hpp"

namespace papilio::mpi {
namespace {

using testing::HasSubstr, testing::StartsWith;

Request request_of() {
  Request request;
  request.problem = Problem::parse("c2c:f32:8x12:inverse:scale=1/n");
  request.in = Distribution::slabs(request.problem.lengths, 4, 0);
  request.out = Distribution::slabs(request.problem.lengths, 4, 1);
  return request;
}

TEST(RememberedChoices, HaveAKeyOfEverythingThatDecides) {
  Request request = request_of();
  const std::string key = key_of(request, {"device", 2});
  EXPECT_EQ(key, request.problem.normalised().token() + "@ranks=4/hosts=2/in=grid:4x1/out=grid:1x4/carrier=auto");
  EXPECT_NE(key_of(request, {"device", 1}), key);
  request.options.chunks = 4;
  EXPECT_EQ(key_of(request, {"device", 2}), key + "/chunks=4");
  request = request_of();
  request.options.carrier = Carrier::nccl;
  EXPECT_THAT(key_of(request, {"device", 2}), HasSubstr("carrier=nccl"));
  request = request_of();
  request.options.axis_order = AxisOrder::parse("any");
  EXPECT_EQ(key_of(request, {"device", 2}), key + "/order=any");
  request.options.axis_order = AxisOrder::parse("1,0");
  EXPECT_EQ(key_of(request, {"device", 2}), key + "/order=1,0");
  request.options.axis_order = AxisOrder::parse("0,1");
  EXPECT_EQ(key_of(request, {"device", 2}), key) << "the fixed order of inverse c2c";
  request = request_of();
  request.options.bytes_per_second = 1;  // the model's alone
  EXPECT_EQ(key_of(request, {"device", 2}), key);
}

TEST(RememberedChoices, NameBoxes) {
  EXPECT_EQ(name_of_boxes(Distribution::on_rank({4, 4}, 3, 2)), "rank:2");
  const Distribution boxes = test::random_boxes({9, 9}, 5, 1);
  EXPECT_THAT(name_of_boxes(boxes), StartsWith("boxes:"));
  EXPECT_NE(name_of_boxes(boxes), name_of_boxes(test::random_boxes({9, 9}, 5, 2)));
}

TEST(RememberedChoices, AreLinesOfWisdom) {
  const std::string key = key_of(request_of(), {"device", 1});
  const std::string configuration = "input=1/output=1/chunks=2/carrier=mpi";
  const std::string line = line_of("cuda:GPU:80", key, {configuration, 12.5e-6, true});
  EXPECT_EQ(line, "cuda:GPU:80 " + key + " " + configuration + " 12.5us exhaustive");
  const WisdomImport import = import_wisdom(line + "\n");
  EXPECT_EQ(import.taken, 1U) << testing::PrintToString(import.refused);
  const std::string wisdom = export_wisdom();
  const std::optional<WisdomLine> found = find_wisdom_line(wisdom, "cuda:GPU:80", key);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->configuration, configuration);
  EXPECT_DOUBLE_EQ(found->seconds, 12.5e-6);
  EXPECT_TRUE(found->exhaustive);
  EXPECT_FALSE(find_wisdom_line(wisdom, "cuda:GPU:81", key));
  EXPECT_FALSE(find_wisdom_line(wisdom, "cuda:GPU:80", key + "x"));
  forget_wisdom();
}

TEST(RememberedChoices, AreRefusedIfTheyAreDamaged) {
  const WisdomImport import = import_wisdom(
      "device c2c:f32:8x@ranks=2 input=1 3us\n"
      "device c2c:f32:8x8@ranks=2 input=1 soon\n"
      "device c2c:f32:8x8:forward@ranks=2 input=1 3us\n");
  EXPECT_EQ(import.taken, 0U);
  EXPECT_EQ(import.refused.size(), 3U);
}

}  // namespace
}  // namespace papilio::mpi
