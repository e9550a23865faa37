// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#if defined(_WIN32)
#define PAPILIO_API
#else
#define PAPILIO_API __attribute__((visibility("default")))
#endif
