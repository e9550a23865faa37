// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/pass_callbacks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papilio::mpi {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(PassCallbacks, AreNoneOfPlainPasses) {
  const Callbacks none = callbacks_of(Pass{});
  EXPECT_THAT(none.load, IsEmpty());
  EXPECT_THAT(none.store, IsEmpty());
}

TEST(PassCallbacks, ConjugateWhatIsReadBesideTwiddles) {
  Pass pass;
  pass.twiddles = Twiddles{720, Direction::inverse, 24, 0, 16, 1};
  pass.read = Edit{Edit::Rule::conjugate, {24, 16, 0, 30, 1}, 360, 1, {}};
  const Callbacks both = callbacks_of(pass);
  EXPECT_THAT(both.load, AllOf(HasSubstr("papilio_load"), HasSubstr("i / 16 % 24 * 30 + i % 16 + 0"),
                               HasSubstr("if (index > 360) im = -im;")));
  EXPECT_THAT(both.store, HasSubstr("papilio_store"));
}

TEST(PassCallbacks, ConjugateWhatIsWritten) {
  Pass pass;
  pass.written = Edit{Edit::Rule::conjugate, {24, 5, 8, 30, 1}, 360, 1, {}};
  const Callbacks callbacks = callbacks_of(pass);
  EXPECT_THAT(callbacks.load, IsEmpty());
  EXPECT_THAT(callbacks.store, AllOf(HasSubstr("papilio_store"), HasSubstr("i / 5 % 24 * 30 + i % 5 + 8")));
}

TEST(PassCallbacks, ChangeRealNumbers) {
  Pass pass;
  pass.read = Edit{Edit::Rule::odd, {24, 5, 8, 30, 1}, 32, 1, {}};
  pass.written = Edit{Edit::Rule::weigh, {24, 5, 8, 30, 1}, 31, 0.5, {}};
  const Callbacks callbacks = callbacks_of(pass);
  EXPECT_THAT(callbacks.load, AllOf(HasSubstr("papilio_real papilio_load(papilio_real x"),
                                    HasSubstr("if (index > 32) y = -y;\n  if (index == 0 || index == 32) y = 0;")));
  EXPECT_THAT(callbacks.store, HasSubstr("if (index == 0 || index == 31) y = y * PAPILIO_WRITTEN_WEIGHT;"));
  EXPECT_THAT(callbacks.parameters, testing::ElementsAre(testing::Pair("PAPILIO_WRITTEN_WEIGHT", 0.5)));
}

/// The arrays of a batch share the table of one.
TEST(PassCallbacks, MultiplyByPhases) {
  Pass pass;
  pass.read = Edit{Edit::Rule::turn_halves, {24, 5, 8, 30, 3}, 0, 1, Phases{2880, 1, 0, 1}};
  pass.written = Edit{Edit::Rule::turn, {24, 5, 8, 30, 1}, 0, 1, Phases{2880, 1, 0, 1}};
  const Callbacks callbacks = callbacks_of(pass);
  EXPECT_THAT(callbacks.load, AllOf(HasSubstr("if (index == 0) y = 0;"), HasSubstr("table[2 * (i % 120) + 1]"),
                                    HasSubstr("im = -im;")));
  EXPECT_THAT(callbacks.store, AllOf(HasSubstr("table[2 * i]"), testing::Not(HasSubstr("im = -im;"))));
}

/// Memory behind the numbers holds anything, also what is no number.
TEST(PassCallbacks, MultiplyByChirpsAndReadNothingElse) {
  Pass pass;
  const Chirp chirp{34, 1, 0, 0, 17, 1, 1, 1};
  pass.read = Edit{Edit::Rule::chirp_real, {6, 3, 0, 6, 2}, 9, 1, {}, chirp};
  pass.written = Edit{Edit::Rule::chirp, {6, 3, 0, 6, 1}, 9, 1, {}, chirp};
  const Callbacks callbacks = callbacks_of(pass);
  EXPECT_THAT(callbacks.load, AllOf(HasSubstr("element = i % 18;"), HasSubstr("if (element < 9)"),
                                    HasSubstr("re = x.x * c;"), HasSubstr("im = x.x * s;")));
  EXPECT_THAT(callbacks.store, AllOf(HasSubstr("element = i;"), HasSubstr("re = x.x * c - y * s;")));
}

TEST(PassCallbacks, MultiplyByTwiddlesAndFilters) {
  Pass pass;
  pass.read_twiddles = Twiddles{36, Direction::inverse, 6, 0, 3, 1};
  pass.written = Edit{Edit::Rule::filter, {3, 6, 0, 6, 2}, 0, 1, {}, {}};
  const Callbacks callbacks = callbacks_of(pass);
  EXPECT_THAT(callbacks.load, HasSubstr("papilio_complex papilio_load(papilio_complex x"));
  EXPECT_THAT(callbacks.store, HasSubstr("table[2 * (i % 18) + 1]"));
}

}  // namespace
}  // namespace papilio::mpi
