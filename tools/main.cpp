// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio: the command-line tool. The commands are listed in commands/commands.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <papilio/error.hpp>
#include <papilio/version.hpp>
#include <string>
#include <system_error>

#include "tools/commands/commands.hpp"
#include "tools/standard_streams.hpp"

namespace {

constexpr int usage_error = static_cast<int>(papilio::ErrorCode::invalid_argument);
constexpr int io_error = static_cast<int>(papilio::ErrorCode::io);

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
    "   8  a file, or standard output, that cannot be read, understood or written\n"
    "   9  a device that failed\n"
    "  10  a check that failed\n"
    "  11  a defect of Papilio itself\n";

/// Every failure is one line on stderr; a token that does not parse adds two that point at the place.
int fail(int code, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  // fputs and not fmt::print, which throws where standard error is closed.
  std::fputs(fmt::format("papilio: {}\n", message).c_str(), stderr);
  return code;
}

int run(int count, char** arguments) {
  CLI::App app("Fast Fourier transforms on GPUs and CPUs", "papilio");
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string(papilio::version()));
  for (const papilio::tool::AddCommand add : papilio::tool::commands) {
    add(app);
  }
  for (CLI::App* const command : app.get_subcommands({})) {
    const std::string details = command->get_footer();
    command->footer(details.empty() ? exit_codes : details + "\n" + exit_codes);
  }
  app.footer(exit_codes);  // now: a command that is added takes over its parent's
  try {
    app.parse(count, arguments);
    papilio::tool::finish_standard_output();
    return 0;
  } catch (const CLI::Success& request) {  // --help
    const int code = app.exit(request);
    papilio::tool::finish_standard_output();
    return code;
  } catch (const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty() && count > 1) {
      return fail(usage_error, fmt::format("'{}': is no {}; see papilio --help", arguments[1],
                                           arguments[1][0] == '-' ? "option" : "command"));
    }
    const std::string command = chosen.empty() ? "papilio" : "papilio " + chosen.front()->get_name();
    return fail(usage_error, fmt::format("command line: {}; see {} --help", error.what(), command));
  }
}

}  // namespace

int main(int count, char** arguments) {
  papilio::tool::occupy_standard_streams();
  try {
    return run(count, arguments);
  } catch (const papilio::TokenError& error) {
    const int code = fail(static_cast<int>(error.code()), error.what());
    std::fputs((error.explanation() + "\n").c_str(), stderr);
    return code;
  } catch (const papilio::Error& error) {
    return fail(static_cast<int>(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(static_cast<int>(papilio::ErrorCode::out_of_memory),
                "memory: the host has no more; free some, or work on less at a time");
  } catch (const std::system_error& error) {  // fmt::print, where standard output does not take it
    return fail(io_error, fmt::format("output: {}; send it somewhere that takes it", error.what()));
  } catch (const std::exception& error) {
    return fail(1, error.what());
  }
}
