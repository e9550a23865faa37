// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan that is chosen by measurements, and what it leaves for later ones.
#include <cstdio>
#include <papilio/papilio.hpp>

int main() {
  try {
    papilio::Device device("auto");
    papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:4096*64"), papilio::Effort::measure);
    std::string lines = papilio::export_wisdom();
    papilio::forget_wisdom();
    papilio::import_wisdom(lines);
    std::printf("%s%s\n", lines.c_str(), papilio::Plan(device, plan.problem()).describe().c_str());
  } catch (const papilio::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return static_cast<int>(error.code());
  }
}
