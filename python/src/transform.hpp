// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of papilio.fft on NumPy's arrays.
#pragma once

#include <nanobind/nanobind.h>

#include "call.hpp"
#include "plans.hpp"

namespace papilio::python {

/// papilio.Plan.
struct PlanObject {
  std::shared_ptr<const PreparedPlan> prepared;
};

struct CallOptions {
  PyObject* overwrite = nullptr;  ///< overwrite_x: the input's memory may become the result's
  PyObject* plan = nullptr;       ///< a papilio.Plan to use
  PyObject* out = nullptr;        ///< an array for the result
};

nanobind::object transform(FftFunction function, PyObject* x, const CallArguments& arguments,
                           const CallOptions& options);

/// Executes on host memory; makes no Python objects. Must be called with the GIL held, and releases it meanwhile.
void execute_request(const PreparedPlan& plan, const NumPyRequest& request, const ArrayOperand& in,
                     const ArrayOperand& out);

/// An array of another library than NumPy, which papilio/_foreign.py takes.
bool is_foreign(PyObject* x);
/// A function of that file.
nanobind::object of_other_libraries(const char* function);
/// `plan`, a papilio.Plan, which must be for this problem and device (null: any); or for None one of the cache (null:
/// for the current device).
std::shared_ptr<const PreparedPlan> plan_for(const NumPyRequest& request, PyObject* plan, OpenDevice* device);

/// Adds transform() and what belongs to it.
void add_transforms(nanobind::module_& module);

}  // namespace papilio::python
