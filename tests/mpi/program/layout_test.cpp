// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/arrays/layout.hpp"

#include <gmock/gmock.h>

#include <numeric>

#include "mpi/memory/box_copy.hpp"

namespace papilio::mpi {
namespace {

using testing::ElementsAre;

TEST(Layout, PacksInAnyOrder) {
  EXPECT_THAT(packed({2, 3, 4}, natural_order(3)).strides, ElementsAre(12, 4, 1));
  EXPECT_THAT(packed({2, 3, 4}, order_with_first(3, 1)).strides, ElementsAre(4, 8, 1));
  EXPECT_THAT(order_with_first(4, 2), ElementsAre(2, 0, 1, 3));
}

TEST(Layout, FindsThePartOfABox) {
  const Box whole{{0, 10, 20}, {2, 13, 24}};
  const Layout layout = packed(extents_of(whole), natural_order(3), 5);
  const Layout part = part_of(layout, whole, {{1, 11, 20}, {2, 13, 24}});
  EXPECT_EQ(part.offset, 5 + 12 + 4);
  EXPECT_TRUE(is_packed(part, {1, 2, 4}, natural_order(3)));
  EXPECT_FALSE(is_packed(part_of(layout, whole, {{0, 10, 20}, {2, 12, 24}}), {2, 2, 4}, natural_order(3)));
  // A stride along which there is one element does not matter.
  EXPECT_TRUE(is_packed({0, {99, 4, 1}}, {1, 3, 4}, natural_order(3)));
}

TEST(BoxCopy, MovesEveryElementToItsPlace) {
  const Extents extents = {3, 4, 5};
  std::vector<int> from(60);
  std::iota(from.begin(), from.end(), 0);
  for (const DimensionOrder& order : {DimensionOrder{0, 1, 2}, DimensionOrder{1, 0, 2}, DimensionOrder{2, 1, 0}}) {
    std::vector<int> to(70, -1);
    const Layout target = packed(extents, order, 10);
    copy_box({extents, packed(extents, natural_order(3)), target}, sizeof(int),
             reinterpret_cast<const std::byte*>(from.data()), reinterpret_cast<std::byte*>(to.data()));
    for (int i = 0; i < 10; ++i) EXPECT_EQ(to[static_cast<std::size_t>(i)], -1);
    for (std::int64_t a = 0; a < 3; ++a) {
      for (std::int64_t b = 0; b < 4; ++b) {
        for (std::int64_t c = 0; c < 5; ++c) {
          const std::int64_t place = 10 + a * target.strides[0] + b * target.strides[1] + c * target.strides[2];
          EXPECT_EQ(to[static_cast<std::size_t>(place)], a * 20 + b * 5 + c);
        }
      }
    }
  }
}

TEST(BoxCopy, CopiesNothingOfNothing) {
  const Layout none = packed({0, 4}, natural_order(2));
  copy_box({{0, 4}, none, none}, 8, nullptr, nullptr);
}

}  // namespace
}  // namespace papilio::mpi
