// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio: the command-line tool. The commands are listed in commands/commands.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <papilio/error.hpp>
#include <string>

#include "tools/commands/commands.hpp"

namespace {

constexpr int usage_error = static_cast<int>(papilio::ErrorCode::invalid_argument);

constexpr const char* exit_codes =
    "Exit codes:\n"
    "   0  success\n"
    "   1  an error of another kind\n"
    "   2  a wrong command line or value\n"
    "   3  a problem token that does not parse\n"
    "   4  a problem that this version or device cannot do\n"
    "   5  no device\n"
    "   6  out of memory\n"
    "   7  a kernel that the device's compiler rejected\n"
    "   8  a file that cannot be read, understood or written\n"
    "   9  a device that failed\n"
    "  10  a check that failed\n"
    "  11  a defect of Papilio itself\n";

/// Every failure is one line on stderr; a token that does not parse adds two that point at the place.
int fail(int code, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  fmt::print(stderr, "papilio: {}\n", message);
  return code;
}

int run(int count, char** arguments) {
  CLI::App app("Fast Fourier transforms on GPUs and CPUs", "papilio");
  app.require_subcommand(1);
  app.footer(exit_codes);
  for (const papilio::tool::AddCommand add : papilio::tool::commands) {
    add(app);
  }
  for (CLI::App* const command : app.get_subcommands({})) {
    const std::string details = command->get_footer();
    command->footer(details.empty() ? exit_codes : details + "\n" + exit_codes);
  }
  try {
    app.parse(count, arguments);
    return 0;
  } catch (const CLI::Success& request) {  // --help
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty() && count > 1 && arguments[1][0] != '-') {
      return fail(usage_error, fmt::format("'{}': is no command; see papilio --help", arguments[1]));
    }
    const std::string command = chosen.empty() ? "papilio" : "papilio " + chosen.front()->get_name();
    return fail(usage_error, fmt::format("command line: {}; see {} --help", error.what(), command));
  }
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(count, arguments);
  } catch (const papilio::TokenError& error) {
    const int code = fail(static_cast<int>(error.code()), error.what());
    fmt::print(stderr, "{}\n", error.explanation());
    return code;
  } catch (const papilio::Error& error) {
    return fail(static_cast<int>(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(static_cast<int>(papilio::ErrorCode::out_of_memory),
                "memory: the host has no more; free some, or work on less at a time");
  } catch (const std::exception& error) {
    return fail(1, error.what());
  }
}
