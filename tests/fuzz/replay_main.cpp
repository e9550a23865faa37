// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runs a fuzz target without libFuzzer: every seed of a corpus, then pseudo-random mutations of them that are the same
// in each run and on each machine, so that a failure in CI can be reproduced anywhere.
//
//   NAME_fuzz_replay [--mutations N] FILE-or-FOLDER…
//
// An input that crashes the target is written to crash-fuzz.input in the current folder.
#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

/// SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators"): the standard library's
/// distributions differ between implementations, and these runs must not.
class Random {
 public:
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

 private:
  std::uint64_t state_ = 1;
};

std::vector<Input> read_seeds(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::filesystem::path> files;
  for (const auto& path : paths) {
    if (std::filesystem::is_directory(path)) {
      for (const auto& entry : std::filesystem::directory_iterator(path)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
    } else {
      files.push_back(path);
    }
  }
  // The order of a directory listing is the file system's; ours must be the same everywhere.
  std::sort(files.begin(), files.end());
  std::vector<Input> seeds;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
      std::fprintf(stderr, "cannot read the seed %s: no such file or no permission; check the path\n", file.c_str());
      std::exit(1);
    }
    seeds.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return seeds;
}

void erase_range(Input& input, Random& random) {
  if (input.empty()) return;
  const std::size_t from = random.below(input.size());
  const std::size_t count = 1 + random.below(input.size() - from);
  const auto begin = input.begin() + static_cast<std::ptrdiff_t>(from);
  input.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

void mutate_once(Input& input, const std::vector<Input>& seeds, Random& random) {
  const auto position = static_cast<std::ptrdiff_t>(random.below(input.size() + 1));
  switch (random.below(5)) {
    case 0:
      if (!input.empty()) input[random.below(input.size())] ^= static_cast<std::uint8_t>(1u << random.below(8));
      break;
    case 1:
      input.insert(input.begin() + position, static_cast<std::uint8_t>(random.next()));
      break;
    case 2:  // a printable character: a text grammar rejects most other bytes at once
      input.insert(input.begin() + position, static_cast<std::uint8_t>(' ' + random.below(95)));
      break;
    case 3:
      erase_range(input, random);
      break;
    default: {  // splice: the tail of another seed from a random place on
      const Input& other = seeds[random.below(seeds.size())];
      const auto from = static_cast<std::ptrdiff_t>(random.below(other.size() + 1));
      input.resize(static_cast<std::size_t>(position));
      input.insert(input.end(), other.begin() + from, other.end());
    }
  }
}

/// The input under test, for the signal handler: the one piece of state that outlives a call, in this program only.
const Input* current_input = nullptr;

extern "C" void report_input(int signal) {
  if (std::FILE* file = std::fopen("crash-fuzz.input", "wb"); file != nullptr && current_input != nullptr) {
    std::fwrite(current_input->data(), 1, current_input->size(), file);
    std::fclose(file);
    std::fputs("the failing input is in crash-fuzz.input; pass that file to this program to see it again\n", stderr);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run_one(const Input& input) {
  current_input = &input;
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  long mutations = 0;
  std::vector<std::filesystem::path> paths;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--mutations" && i + 1 < argc) {
      mutations = std::strtol(argv[++i], nullptr, 10);
    } else {
      paths.emplace_back(argv[i]);
    }
  }
  std::vector<Input> seeds = read_seeds(paths);
  if (seeds.empty()) {
    std::fputs("no seeds: the corpus folder is empty; give at least one file\n", stderr);
    return 1;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL}) std::signal(signal, report_input);

  for (const Input& seed : seeds) run_one(seed);
  Random random;
  for (long i = 0; i < mutations; ++i) {
    Input input = seeds[random.below(seeds.size())];
    for (std::size_t steps = 1 + random.below(4); steps > 0; --steps) mutate_once(input, seeds, random);
    run_one(input);
  }
  std::printf("%zu seeds and %ld mutations: no crash\n", seeds.size(), mutations);
  return 0;
}
