// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NumPy's C interface. Every source but module.cpp uses the table that module.cpp imports.
#pragma once

#include <Python.h>

#define PY_ARRAY_UNIQUE_SYMBOL papilio_numpy_api
#ifndef PAPILIO_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
