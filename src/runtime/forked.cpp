// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/forked.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

namespace papilio::runtime {

void require_not_forked(const char* what) {
  if (!is_forked()) return;
  throw Error::device_failed(fmt::format("{} in a forked process", what),
                             "its parent had used a device, and drivers do not survive fork()",
                             "fork() before the first use of a device, or start a program with exec()");
}

}  // namespace papilio::runtime
