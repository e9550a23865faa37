// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio::Error as the exceptions of papilio/_errors.py.
#pragma once

namespace papilio::python {

void translate_errors();

}  // namespace papilio::python
