// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/engine/pass_callbacks.hpp"

#include <gmock/gmock.h>

namespace papilio::mpi {
namespace {

using testing::AllOf, testing::HasSubstr, testing::IsEmpty;

TEST(PassCallbacks, AreNoneOfPlainPasses) {
  const Callbacks none = callbacks_of(Pass{});
  EXPECT_THAT(none.load, IsEmpty());
  EXPECT_THAT(none.store, IsEmpty());
}

TEST(PassCallbacks, ConjugateWhatIsReadBesideTwiddles) {
  Pass pass;
  pass.twiddles = TwiddleTable{720, Direction::inverse, 24, 0, 16, 1};
  pass.read = Conjugation{{24, 16, 0, 30, 1}, 360};
  const Callbacks both = callbacks_of(pass);
  EXPECT_THAT(both.load, AllOf(HasSubstr("papilio_load"), HasSubstr("i / 16 % 24 * 30 + i % 16 + 0"),
                               HasSubstr("if (index > 360) im = -im;")));
  EXPECT_THAT(both.store, HasSubstr("papilio_store"));
}

TEST(PassCallbacks, ConjugateWhatIsWritten) {
  Pass pass;
  pass.written = Conjugation{{24, 5, 8, 30, 1}, 360};
  const Callbacks callbacks = callbacks_of(pass);
  EXPECT_THAT(callbacks.load, IsEmpty());
  EXPECT_THAT(callbacks.store, AllOf(HasSubstr("papilio_store"), HasSubstr("i / 5 % 24 * 30 + i % 5 + 8")));
}

}  // namespace
}  // namespace papilio::mpi
