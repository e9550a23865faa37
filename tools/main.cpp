// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio: the command-line tool. tools/commands/commands.hpp and lab/commands/commands.hpp list the commands.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "lab/commands/commands.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/strict.hpp"
#include "tools/out_of_memory.hpp"
#include "tools/standard_streams.hpp"
#include "tools/terminal/paint.hpp"
#include "tools/version_text.hpp"

namespace {

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

/// Every failure is one line on stderr. A token that does not parse adds two lines that point at the position.
int fail(int code, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');  // of a compiler's log
  // fputs and not fmt::print, which throws where standard error is closed.
  const papilio::tool::Paint paint(papilio::tool::StandardStream::error);
  std::fputs(fmt::format("{} {}\n", paint.wrong("papilio:"), message).c_str(), stderr);
  return code;
}

/// Exceptions of other libraries are printed in the form of Papilio's errors.
int fail(papilio::ErrorCode code, const std::string& what, const std::string& why, const std::string& remedy) {
  return fail(static_cast<int>(code), papilio::Error(code, what, why, remedy).what());
}

/// Exit handlers do not run: a driver's would destroy what its threads use, which may still be starting after an early
/// error, and one in which memory ran out may hold a lock for which its own would wait for ever.
[[noreturn]] void end_at_once(int code) {
  std::fflush(nullptr);
  std::_Exit(code);
}

/// Adds all commands; those of the laboratory have a heading of their own.
void add_commands(CLI::App& app) {
  for (const papilio::tool::AddCommand add : papilio::tool::commands) add(app);
  const std::size_t product = app.get_subcommands({}).size();
  for (const papilio::tool::AddCommand add : papilio::tool::laboratory_commands) add(app);
  const std::vector<CLI::App*> all = app.get_subcommands({});
  for (std::size_t i = product; i < all.size(); ++i) all[i]->group(papilio::tool::laboratory);
}

/// Says which command or option is wrong, and what was meant.
int fail_parsing(const CLI::App& app, const CLI::ParseError& error, int count, char** arguments) {
  const auto chosen = app.get_subcommands();
  if (chosen.empty() && count > 1) {
    return fail(papilio::ErrorCode::invalid_argument, fmt::format("'{}'", arguments[1]),
                arguments[1][0] == '-' ? "is not an option" : "is not a command",
                papilio::tool::guess_of(app, arguments[1]) + "see papilio --help");
  }
  const std::string command = chosen.empty() ? "papilio" : "papilio " + chosen.front()->get_name();
  if (const std::string twice = chosen.empty() ? "" : papilio::tool::repeated_option(*chosen.front()); !twice.empty()) {
    return fail(papilio::ErrorCode::invalid_argument, twice, fmt::format("{} takes it once", command), "give it once");
  }
  const std::vector<std::string> extra = chosen.empty() ? std::vector<std::string>() : chosen.front()->remaining();
  if (!extra.empty() && extra.front().starts_with('-')) {
    return fail(papilio::ErrorCode::invalid_argument, fmt::format("'{}'", extra.front()),
                fmt::format("is not an option of {}", command),
                fmt::format("{}see {} --help", papilio::tool::guess_of(*chosen.front(), extra.front()), command));
  }
  if (!extra.empty() && dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    return fail(papilio::ErrorCode::invalid_argument, fmt::format("'{}'", extra.front()),
                fmt::format("{} takes fewer arguments", command), fmt::format("see {} --help", command));
  }
  return fail(papilio::ErrorCode::invalid_argument, "command line", error.what(),
              fmt::format("see {} --help", command));
}

int run(int count, char** arguments) {
  CLI::App app("Fast Fourier transforms on GPUs and CPUs", "papilio");
  app.require_subcommand(1);
  app.set_version_flag("--version", papilio::tool::version_text());
  add_commands(app);
  for (CLI::App* const command : app.get_subcommands({})) {
    const std::string details = command->get_footer();
    command->footer(details.empty() ? exit_codes : details + "\n" + exit_codes);
  }
  papilio::tool::be_strict(app);
  app.footer(exit_codes);                                        // now: a command that is added takes over its parent's
  app.parse_complete_callback(papilio::tool::tell_cache_notes);  // before the command's own: it may fail for their sake
  try {
    const bool help = count == 1 || (count <= 3 && std::string_view(arguments[1]) == "help");
    help ? app.parse(fmt::format("{} --help", count == 3 ? arguments[2] : "")) : app.parse(count, arguments);
    papilio::tool::tell_cache_notes();
    papilio::tool::finish_standard_output();
    return 0;
  } catch (const CLI::Success& request) {  // --help
    const int code = app.exit(request);
    papilio::tool::finish_standard_output();
    return code;
  } catch (const CLI::ParseError& error) {
    return fail_parsing(app, error, count, arguments);
  }
}

}  // namespace

int main(int count, char** arguments) {
  papilio::tool::handle_exhausted_memory();
  papilio::tool::occupy_standard_streams();
  papilio::tool::make_size_limit_an_error();
  papilio::tool::tell_of_compilation();
  try {
    return run(count, arguments);
  } catch (const papilio::TokenError& error) {
    const int code = fail(static_cast<int>(error.code()), error.what());
    std::fputs((error.explanation() + "\n").c_str(), stderr);
    return code;
  } catch (const papilio::Error& error) {
    end_at_once(fail(static_cast<int>(error.code()), error.what()));
  } catch (const std::bad_alloc&) {
    end_at_once(papilio::tool::tell_exhausted_memory());
  } catch (const std::system_error& error) {  // fmt::print, where standard output does not take it
    return fail(papilio::ErrorCode::io, "output", error.what(), "send it somewhere that takes it");
  } catch (const std::exception& error) {
    return fail(1, papilio::Error(papilio::ErrorCode::internal, error.what()).what());
  }
}
