// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A backend that exists only here, written by following docs/how-to/add-a-backend.md. Its one device has host memory
// and executes PTX with tests/support/ptx_machine.hpp.
#pragma once

#include <memory>
#include <papilio/device.hpp>
#include <string_view>

#include "runtime/device.hpp"

namespace papilio::test::host {

DeviceList list_devices();
std::shared_ptr<runtime::Device> open_device(std::string_view id);

/// Calls of compile() in this process.
int compilations();

}  // namespace papilio::test::host
