# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
# Toolchain for 64-bit Windows with Debian's g++-mingw-w64-x86-64-posix. scripts/cross-windows makes the folder of headers
# that PAPILIO_CROSS_ROOT names; nothing of this machine's own /usr/include may be seen.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PAPILIO_CROSS_ROOT)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${PAPILIO_CROSS_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Windows 10: what the loader's search options and UTF-8 as the code page need.
add_compile_definitions(_WIN32_WINNT=0x0A00 WIN32_LEAN_AND_MEAN NOMINMAX)
# The program then needs no library of the compiler's beside it.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
# Sources with many templates have more sections than the usual format takes.
set(CMAKE_CXX_FLAGS_INIT "-Wa,-mbig-obj")
