// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PlanWisdom: to and from files, strings and functions.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "api.hpp"
#include "planner.hpp"

namespace papilio::fftw3 {
namespace {

using WisdomFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

template <typename Read>
int import_from(Read read) {
  return guarded(0, [&] { return planner::import_wisdom(read_expression(read)) ? 1 : 0; });
}

}  // namespace

extern "C" {

void PAPILIO_FFTW(forget_wisdom)() {
  guarded_call([] { planner::forget_wisdom(); });
}

char* PAPILIO_FFTW(export_wisdom_to_string)() {
  return guarded(static_cast<char*>(nullptr), [] { return strdup(planner::export_wisdom().c_str()); });
}

void PAPILIO_FFTW(export_wisdom)(WriteChar write, void* data) {
  if (write == nullptr) return;
  guarded_call([&] {
    for (const char c : planner::export_wisdom()) write(c, data);
  });
}

void PAPILIO_FFTW(export_wisdom_to_file)(std::FILE* file) {
  if (file == nullptr) return;
  guarded_call([&] { std::fputs(planner::export_wisdom().c_str(), file); });
}

int PAPILIO_FFTW(export_wisdom_to_filename)(const char* name) {
  if (name == nullptr) return 0;
  return guarded(0, [&] {
    WisdomFile file(std::fopen(name, "w"), std::fclose);
    if (!file) return 0;
    const bool written = std::fputs(planner::export_wisdom().c_str(), file.get()) >= 0;
    return std::fclose(file.release()) == 0 && written ? 1 : 0;
  });
}

int PAPILIO_FFTW(import_wisdom)(ReadChar read, void* data) {
  if (read == nullptr) return 0;
  return import_from([&] { return read(data); });
}

int PAPILIO_FFTW(import_wisdom_from_string)(const char* text) {
  if (text == nullptr) return 0;
  return import_from([&] { return *text != '\0' ? static_cast<unsigned char>(*text++) : -1; });
}

int PAPILIO_FFTW(import_wisdom_from_file)(std::FILE* file) {
  if (file == nullptr) return 0;
  return import_from([&] { return std::fgetc(file); });
}

int PAPILIO_FFTW(import_wisdom_from_filename)(const char* name) {
  if (name == nullptr) return 0;
  const WisdomFile file(std::fopen(name, "r"), std::fclose);
  return file ? PAPILIO_FFTW(import_wisdom_from_file)(file.get()) : 0;
}

int PAPILIO_FFTW(import_system_wisdom)() {
  return guarded(0, [] { return planner::import_system_wisdom() ? 1 : 0; });
}

}  // extern "C"

}  // namespace papilio::fftw3
