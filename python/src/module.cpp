// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio._core: what the package's Python files are made of. Users import papilio.
#define PAPILIO_IMPORTS_NUMPY
#include <nanobind/nanobind.h>

#include "averager.hpp"
#include "channelizer.hpp"
#include "convolution.hpp"
#include "device_arrays.hpp"
#include "errors.hpp"
#include "nonuniform.hpp"
#include "numpy_api.hpp"
#include "objects.hpp"
#include "plans.hpp"
#include "ragged.hpp"
#include "short_time.hpp"
#include "spectral.hpp"
#include "transform.hpp"
#include "xla.hpp"

namespace nb = nanobind;
namespace own = papilio::python;

NB_MODULE(_core, module) {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
  nb::set_leak_warnings(false);  // plans of a cache that lives as long as the process
  own::remember_main_thread();
  own::translate_errors();
  own::add_objects(module);
  own::add_transforms(module);
  own::add_device_arrays(module);
  own::add_convolutions(module);
  own::add_short_time_transforms(module);
  own::add_channelizers(module);
  own::add_averagers(module);
  own::add_nonuniform_transforms(module);
  own::add_ragged_batches(module);
  own::add_spectral_operators(module);
  own::add_xla_handlers(module);
}
