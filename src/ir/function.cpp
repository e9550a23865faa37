// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/function.hpp"

#include <papilio/error.hpp>
#include <string>

#include "ir/semantics.hpp"

namespace papilio::ir {

std::int64_t value_at(Expr value, std::int64_t thread) {
  const auto argument = [&](std::size_t i) { return value_at(value->args[i], thread); };
  switch (value->op) {
    case Op::int_constant:
      return value->integer;
    case Op::thread_id:
      return thread;
    case Op::select:
      return argument(argument(0) != 0 ? 1 : 2);
    case Op::neg:
      return -argument(0);
    case Op::cast:
      return argument(0);
    default:
      break;
  }
  if (value->args.size() == 2) {
    if (const auto result = result_of(value->op, argument(0), argument(1))) return *result;
  }
  throw Error::internal("the index of an element", "it depends on more than the work-item: " + print(value));
}

}  // namespace papilio::ir
