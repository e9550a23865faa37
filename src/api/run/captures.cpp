// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/captures.hpp"

#include <papilio/error.hpp>

#include "api/access.hpp"

namespace papilio::api {

void require_not_captured(const Stream& stream, const std::string& what, const char* remedy) {
  if (!unwrap(stream).capturing()) return;
  throw Error::invalid_argument(what + " while the stream is captured",
                                "plans and work memory may be gone when the graph is launched", remedy);
}

}  // namespace papilio::api
