/* SPDX-FileCopyrightText: The Papilio authors
   SPDX-License-Identifier: MIT
   The library that the environment names: it tells when it is loaded. */
#include <stdio.h>

__attribute__((constructor)) static void tell(void) { fputs("the named library runs\n", stderr); }
