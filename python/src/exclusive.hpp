// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exclusive: an object of the library with state, in the type of its numbers, that one thread at a time may use.
#pragma once

#include <complex>
#include <memory>
#include <mutex>
#include <variant>

#include "arrays.hpp"
#include "devices.hpp"

namespace papilio::python {

/// The mutex makes a thread wait that does not keep to the rule.
template <template <typename> class Class>
struct Exclusive {
  std::variant<Class<float>, Class<double>, Class<std::complex<float>>, Class<std::complex<double>>> object;
  ElementNumber number;
  OpenDevice* device = nullptr;
  std::unique_ptr<std::mutex> mutex = std::make_unique<std::mutex>();

  template <typename Do>
  auto with(const Do& act) {
    require_not_forked();
    const nanobind::gil_scoped_release release;
    const std::lock_guard lock(*mutex);
    return std::visit(act, object);
  }
};

}  // namespace papilio::python
