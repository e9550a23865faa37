// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/driver_library.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace papilio::runtime {
namespace {

/// A function table like a backend's, for the C mathematics library.
struct Symbols {
  double (*cos)(double) = nullptr;
  double (*sin)(double) = nullptr;
  template <typename Visit>
  void for_each(Visit visit) {
    visit("cos", cos);
    visit("sin", sin);
  }
};
struct StrangeSymbols {
  double (*cos)(double) = nullptr;
  void (*first)() = nullptr;
  void (*second)() = nullptr;
  template <typename Visit>
  void for_each(Visit visit) {
    visit("cos", cos);
    visit("papilio_has_no_such_function", first);
    visit("papilio_has_no_such_thing", second);
  }
};

template <typename Table>
class TestLibrary : public DriverLibrary<Table> {
 public:
  explicit TestLibrary(const std::vector<std::string>& names)
      : DriverLibrary<Table>(names, "the mathematics library", "library of mathematics") {}
  using DriverLibrary<Table>::reject;
};

TEST(DriverLibrary, FindsEveryFunction) {
  const TestLibrary<Symbols> library({"libpapilio-none.so.1", "libm.so.6"});
  ASSERT_TRUE(library) << library.problem();
  EXPECT_EQ(library.problem(), "");
  EXPECT_EQ(library.name(), "libm.so.6");
  EXPECT_EQ(library.symbols().cos(0), 1);
  EXPECT_EQ(library.symbols().sin(0), 0);
}

TEST(DriverLibrary, SaysWhatItLookedFor) {
  const TestLibrary<Symbols> library({"libpapilio-none.so.1", "libpapilio-none.so"});
  EXPECT_FALSE(library);
  EXPECT_EQ(library.name(), "");
  EXPECT_THAT(library.problem(), testing::StartsWith("the mathematics library was not found, tried "
                                                     "libpapilio-none.so.1 ("));
  EXPECT_THAT(library.problem(), testing::HasSubstr(", libpapilio-none.so ("));
}

TEST(DriverLibrary, SaysWhatIsMissing) {
  const TestLibrary<StrangeSymbols> library({"libm.so.6"});
  EXPECT_FALSE(library);
  EXPECT_EQ(library.problem(),
            "libm.so.6 is no library of mathematics, it lacks papilio_has_no_such_function, papilio_has_no_such_thing");
}

TEST(DriverLibrary, MayBeRejectedLater) {
  TestLibrary<Symbols> library({"libm.so.6"});
  library.reject("it is tired");
  EXPECT_FALSE(library);
  EXPECT_EQ(library.problem(), "it is tired");
}

}  // namespace
}  // namespace papilio::runtime
