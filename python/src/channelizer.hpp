// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio.Channelizer and papilio.channel_filter.
#pragma once

#include <nanobind/nanobind.h>

namespace papilio::python {

void add_channelizers(nanobind::module_& module);

}  // namespace papilio::python
