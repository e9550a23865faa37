// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// papilio_mex(NAME, ...): the one MEX function behind the functions of functions/, which document it.
#include <mex.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <papilio/error.hpp>

#include "arguments.hpp"
#include "failure.hpp"
#include "radix248_call.hpp"
#include "session.hpp"
#include "transforms.hpp"

namespace papilio::mex {
namespace {

using MexResults = std::span<mxArray*>;

const char* name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::invalid_token:
      return "invalid_token";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::no_device:
      return "no_device";
    case ErrorCode::out_of_memory:
      return "out_of_memory";
    case ErrorCode::build_failed:
      return "build_failed";
    case ErrorCode::device_failed:
      return "device_failed";
    default:
      return "internal";
  }
}

// The request comes first: only checked arguments have an array.
template <MexOperation operation>
void one(MexResults results, MexArguments arguments) {
  const MexRequest request = along_one(operation, arguments);
  results[0] = execute(request, arguments[0]);
}
template <MexOperation operation>
void two(MexResults results, MexArguments arguments) {
  const MexRequest request = along_two(operation, arguments);
  results[0] = execute(request, arguments[0]);
}
template <MexOperation operation>
void all(MexResults results, MexArguments arguments) {
  const MexRequest request = along_all(operation, arguments);
  results[0] = execute(request, arguments[0]);
}

/// A token, or the arguments of papilio_fft.
void plan(MexResults results, MexArguments arguments) {
  expect_count(arguments, 1, 3);
  const bool token = mxIsChar(arguments[0]);
  if (token) expect_count(arguments, 1, 1);
  const Problem problem = token ? Problem::parse(text_of(arguments[0], "token", "a token"))
                                : problem_of(along_one(MexOperation::fft, arguments));
  const Plan& plan = Session::get().plan(problem.normalised());
  results[0] = mxCreateString(plan.describe().c_str());
  if (results.size() > 1) results[1] = mxCreateString(plan.problem().token().c_str());
}

struct Command {
  const char* name;
  std::size_t most_results;
  void (*run)(MexResults, MexArguments);
};

constexpr std::array commands = {
    Command{"fft", 1, one<MexOperation::fft>},
    Command{"ifft", 1, one<MexOperation::ifft>},
    Command{"fft2", 1, two<MexOperation::fft>},
    Command{"ifft2", 1, two<MexOperation::ifft>},
    Command{"fftn", 1, all<MexOperation::fft>},
    Command{"ifftn", 1, all<MexOperation::ifft>},
    Command{"dct", 1, one<MexOperation::dct>},
    Command{"idct", 1, one<MexOperation::idct>},
    Command{"plan", 2, plan},
    Command{"radix248", 2, radix248},
};

/// An error as plain memory: raising it leaves the function without destructors.
struct Raised {
  std::array<char, 64> identifier{};
  std::array<char, 1024> message{};

  void set(const char* id, const char* text) {
    std::snprintf(identifier.data(), identifier.size(), "%s", id);
    std::snprintf(message.data(), message.size(), "%s", text);
  }
};

void run(MexResults results, MexArguments arguments) {
  if (arguments.empty())
    throw MexFailure("arguments", "papilio_mex is called by papilio_fft and others: see help papilio_fft");
  const std::string name = text_of(arguments[0], "arguments", "the name of the function");
  const auto* const command =
      std::ranges::find_if(commands, [&](const Command& candidate) { return name == candidate.name; });
  if (command == commands.end()) throw MexFailure("arguments", "no function \"" + name + "\"");
  // One result is there even if it is not asked for: `ans`.
  if (results.size() > command->most_results) {
    throw MexFailure("arguments", std::to_string(results.size()) + " results, and there are at most " +
                                      std::to_string(command->most_results));
  }
  command->run(results, arguments.subspan(1));
}

/// False if there is an error to raise.
bool run_guarded(MexResults results, MexArguments arguments, Raised& raised) {
  try {
    run(results, arguments);
    return true;
  } catch (const MexFailure& failure) {
    raised.set(failure.identifier().c_str(), failure.what());
  } catch (const Error& error) {
    raised.set((std::string("papilio:") + name_of(error.code())).c_str(), error.what());
  } catch (const std::bad_alloc&) {
    raised.set("papilio:out_of_memory", "there is not enough memory");
  } catch (const std::exception& error) {
    raised.set("papilio:internal", error.what());
  }
  return false;
}

void close() {
  Session::close();
  radix248_close();
}

}  // namespace
}  // namespace papilio::mex

void mexFunction(int result_count, mxArray* results[], int argument_count, const mxArray* arguments[]) {
  mexAtExit(papilio::mex::close);
  papilio::mex::Raised raised;
  const auto at_least_one = static_cast<std::size_t>(result_count > 0 ? result_count : 1);
  if (!papilio::mex::run_guarded({results, at_least_one}, {arguments, static_cast<std::size_t>(argument_count)},
                                 raised)) {
    mexErrMsgIdAndTxt(raised.identifier.data(), "%s", raised.message.data());
  }
}
