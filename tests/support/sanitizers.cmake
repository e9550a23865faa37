# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# ctest reads this before it runs the tests of a build with sanitizers. What the caller says in LSAN_OPTIONS comes last,
# and so wins.
set(ENV{LSAN_OPTIONS} "suppressions=${CMAKE_CURRENT_LIST_DIR}/leaks.txt:print_suppressions=0:$ENV{LSAN_OPTIONS}")
