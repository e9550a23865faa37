// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The genuine library under another version: its plans are not taken for FFTW's own.
#if defined(PAPILIO_TEST_SINGLE)
const char fftwf_version[] = "another-1.0";
#else
const char fftw_version[] = "another-1.0";
#endif
