// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's wisdom: each function checks its pointers and calls its C++ counterpart.
#include <papilio/wisdom.h>

#include <papilio/wisdom.hpp>

#include "api/c/c_support.hpp"

using papilio::Effort;
using papilio::WisdomScope;
using papilio::api::enumerator;
using papilio::api::from_c;
using papilio::api::guarded;
using papilio::api::make_handle;

namespace {

WisdomScope scope_of(papilio_wisdom_scope scope) {
  return enumerator<WisdomScope>(scope, 2, "scope", "papilio_wisdom_scope");
}

}  // namespace

papilio_status papilio_plan_create_with_effort(const papilio_device* device, const papilio_problem* problem,
                                               papilio_effort effort, papilio_plan** plan) {
  return make_handle(plan, __func__, {{device, "device"}, {problem, "problem"}}, [&] {
    return papilio::Plan(device->value, from_c(*problem), enumerator<Effort>(effort, 3, "effort", "papilio_effort"));
  });
}

papilio_status papilio_wisdom_export(char* text, size_t capacity, size_t* length) {
  return guarded([&] {
    papilio::api::give_text(papilio::export_wisdom(), {text, capacity, length}, "papilio_wisdom_export");
  });
}

papilio_status papilio_wisdom_import(const char* text, papilio_wisdom_scope scope, size_t* taken, size_t* refused) {
  return guarded(__func__, {{text, "text"}}, [&] {
    const papilio::WisdomImport result = papilio::import_wisdom(text, scope_of(scope));
    if (taken != nullptr) *taken = result.taken;
    if (refused != nullptr) *refused = result.refused.size();
  });
}

papilio_status papilio_wisdom_forget(papilio_wisdom_scope scope) {
  return guarded([&] { papilio::forget_wisdom(scope_of(scope)); });
}
