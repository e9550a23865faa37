/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The version of these headers, for C and C++. papilio_get_version() and papilio::version() tell that of the library.
 */
#ifndef PAPILIO_VERSION_H
#define PAPILIO_VERSION_H

/** The version of these headers; the build reads the three numbers from here. Before 1.0 a minor version may break the
 * interface (CHANGELOG.md). */
#define PAPILIO_VERSION_MAJOR 0
#define PAPILIO_VERSION_MINOR 2
#define PAPILIO_VERSION_PATCH 0

/** One number for comparisons: 203 is version 0.2.3, and 10000 is 1.0.0. */
#define PAPILIO_VERSION (PAPILIO_VERSION_MAJOR * 10000 + PAPILIO_VERSION_MINOR * 100 + PAPILIO_VERSION_PATCH)

#endif
