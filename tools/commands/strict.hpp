// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checks for all options of all commands. CLI11 by itself reads an empty text as 0 and 010 as 8, wraps negative
// numbers, and truncates numbers that do not fit.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

namespace papilio::tool {

/// From here on the options of the commands that `app` has refuse an empty value, the name of another option as a
/// value, and to be given more often than they can be used, flags included. Numeric options accept only a decimal
/// number of 64 bits, or a finite one of double precision, and nothing before or after it. Must be called after all
/// commands have been added; runs before the options' own checks.
void be_strict(CLI::App& app);

/// The name of an option that is given more often than the command takes it, or nothing.
std::string repeated_option(const CLI::App& command);

/// "did you mean NAME? " for the command or the option of a command that was probably meant, or nothing.
std::string guess_of(const CLI::App& app, const std::string& wrong);

/// Frequencies as people write them: 2400000, 2.4e6, 2.4M, 100.3MHz, with k, M or G. Turns them into Hz.
CLI::Option* take_hertz(CLI::Option* option);

/// Whole numbers between two limits, which the help and the errors name.
CLI::Validator whole(std::int64_t least, std::int64_t most);

/// The largest number of repetitions; a larger one was probably meant as a time limit.
inline constexpr std::int64_t max_repetitions = 1'000'000;
/// The largest number of threads; no machine has as many processors.
inline constexpr std::int64_t most_threads = 1024;

}  // namespace papilio::tool
