# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# ctest reads this file before it runs the tests of a build with sanitizers. The caller's LSAN_OPTIONS come last and take
# precedence.
set(ENV{LSAN_OPTIONS} "suppressions=${CMAKE_CURRENT_LIST_DIR}/leaks.txt:print_suppressions=0:$ENV{LSAN_OPTIONS}")
