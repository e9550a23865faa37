// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <papilio/error.hpp>
#include <thread>

namespace papilio::mpi::tool {
namespace {

[[noreturn]] void refuse(const std::string& text) {
  throw Error::invalid_argument(fmt::format("the distribution '{}'", text), "it is none that this command knows",
                                "use slabs, slabs:AXIS, pencils:AXIS, bricks, grid:2x1x4 or rank:R");
}

std::vector<int> numbers_of(const std::string& text, const std::string& whole) {
  std::vector<int> numbers;
  const char* place = text.data();
  const char* const end = place + text.size();
  while (place < end) {
    const auto [next, error] = std::from_chars(place, end, numbers.emplace_back());
    if (error != std::errc{} || (next < end && (*next != 'x' || next + 1 == end))) refuse(whole);
    place = next + 1;
  }
  if (numbers.empty()) refuse(whole);
  return numbers;
}

/// Sebastiano Vigna's splitmix64: a number for every index.
std::uint64_t mixed(std::uint64_t index) {
  std::uint64_t z = index * 0x9e3779b97f4a7c15ULL + 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

Distribution parse_distribution(const std::string& text, const std::vector<std::int64_t>& lengths, int ranks) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  if (colon == std::string::npos) {
    if (name == "slabs") return Distribution::slabs(lengths, ranks);
    if (name == "bricks") return Distribution::bricks(lengths, ranks);
    refuse(text);
  }
  const std::vector<int> numbers = numbers_of(text.substr(colon + 1), text);
  if (name == "grid") return Distribution::grid(lengths, numbers);
  if (numbers.size() != 1) refuse(text);
  if (name == "slabs") return Distribution::slabs(lengths, ranks, numbers.front());
  if (name == "pencils") return Distribution::pencils(lengths, ranks, numbers.front());
  if (name == "rank") return Distribution::on_rank(lengths, ranks, numbers.front());
  refuse(text);
}

std::vector<std::byte> make_input(const Problem& problem, const Box& box, Width width) {
  const std::vector<std::int64_t> lengths = problem.input_lengths();
  const int parts = problem.real_input() ? 1 : 2;
  const std::size_t bytes = width == Width::f64 ? sizeof(double) : sizeof(float);
  std::vector<std::byte> result(static_cast<std::size_t>(box.volume() * problem.batch * parts) * bytes);
  std::int64_t volume = 1;
  for (const std::int64_t length : lengths) volume *= length;
  std::byte* to = result.data();
  const std::int64_t row = box.empty() ? 0 : box.extent(lengths.size() - 1);
  for (std::int64_t b = 0; b < problem.batch; ++b) {
    std::vector<std::int64_t> index = box.begin;
    for (std::int64_t done = 0; done < box.volume(); done += row) {
      std::int64_t place = 0;
      for (std::size_t a = 0; a < lengths.size(); ++a) place = place * lengths[a] + index[a];
      const std::int64_t first = (b * volume + place) * parts;
      for (std::int64_t i = first; i < first + row * parts; ++i, to += bytes) {
        // 24 bits, so that both widths are the same numbers.
        const double value = static_cast<double>(mixed(static_cast<std::uint64_t>(i)) >> 40) * 0x1p-23 - 1;
        const auto narrow = static_cast<float>(value);
        std::memcpy(to, width == Width::f64 ? static_cast<const void*>(&value) : &narrow, bytes);
      }
      for (std::size_t a = lengths.size() - 1; a-- > 0;) {
        if (++index[a] < box.end[a]) break;
        index[a] = box.begin[a];
      }
    }
  }
  return result;
}

FirstRanks::FirstRanks(int count) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank < count ? 0 : MPI_UNDEFINED, rank, &comm_);
}

FirstRanks::~FirstRanks() {
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
}

void wait_quietly() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace papilio::mpi::tool
