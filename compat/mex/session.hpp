// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The device and the plans of one session of Octave or MATLAB. They call MEX functions from one thread.
#pragma once

#include <list>
#include <memory>
#include <papilio/plan.hpp>
#include <string>

namespace papilio::mex {

class Session {
 public:
  /// Opened by the first call, on the device that PAPILIO_MEX_DEVICE names, else "auto". Throws Error(no_device).
  static Session& get();
  /// Gives the device and the plans back; the next get() opens it again.
  static void close();
  /// PAPILIO_MEX_DEVICE, or "auto".
  static std::string device_selector();

  /// A plan of the problem; the most recently used ones are kept.
  const Plan& plan(const Problem& problem);

 private:
  Session();

  static std::unique_ptr<Session> current_;
  Device device_;
  std::list<Plan> plans_;  ///< the most recent one first
};

}  // namespace papilio::mex
