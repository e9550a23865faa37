// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The steps of all ranks' programs, hashed, are those of golden_programs.txt: 1 to 8 ranks, kinds, 1-D to 3-D, slabs,
// pencils and grids, exchanges in one chunk and in four, and stores in the memory of other ranks. For an intended
// change, PAPILIO_UPDATE_GOLDEN=1 rewrites the file, and the difference shows which programs changed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "mpi/arrays/distribution_text.hpp"
#include "mpi/methods/methods.hpp"
#include "mpi/program/program.hpp"
#include "mpi/program/program_text.hpp"
#include "support/golden_file.hpp"

namespace papilio::mpi {
namespace {

constexpr const char* tokens[] = {
    // One axis takes six steps.
    "c2c:f32:1024", "c2c:f64:360*2:inverse", "c2c:f32:2310:inplace", "r2c:f32:1024", "r2c:f64:945*3", "c2r:f32:1024",
    "c2r:f64:210*2",
    // Two and three axes.
    "c2c:f32:24x40", "c2c:f32:24x40*8:inplace", "r2c:f32:24x40", "c2r:f32:24x40:inplace", "dct2:f32:24x40",
    "dst4:f64:12x21*3", "dht:f32:24x40:inplace", "c2c:f16:16x12", "c2c:f32:24x40:scratch=f16", "c2c:f32:5x3",
    "c2c:f32:16x24x20", "c2c:f64:16x24x20*5:inverse", "c2c:f32:16x24x20:inplace", "r2c:f32:16x24x20",
    "r2c:f32:16x24x20:inplace", "c2r:f32:16x24x20", "dct3:f32:16x24x20", "c2c:f32:9x7x13",
    "c2c:f32:16x24x20:scratch=bf16", "c2c:f32:16x24x20:axes=1", "c2c:f32:16x24x20:scale=1/n"};

struct Ends {
  const char* in;
  const char* out;
};
/// Of a number of axes.
std::vector<Ends> ends_for(std::size_t axes) {
  if (axes == 1) return {{"slabs", "slabs"}, {"slabs", "rank:0"}, {"rank:0", "slabs"}};
  std::vector<Ends> ends = {
      {"slabs", "slabs"}, {"slabs:1", "slabs:0"}, {"slabs:0", "slabs:1"}, {"bricks", "slabs:1"}, {"rank:0", "bricks"}};
  if (axes == 3) {
    ends.insert(ends.end(), {{"pencils:0", "pencils:2"}, {"pencils:2", "pencils:2"}, {"slabs:2", "slabs:0"}});
  }
  return ends;
}

/// Messages in so many chunks, or stores in the memory of other ranks.
struct Exchanges {
  const char* name;
  int chunks;
};
constexpr Exchanges messages{"messages", 1};
constexpr Exchanges in_portions{"4-chunks", 4};
constexpr Exchanges stores{"stores", 0};

class Hash {
 public:
  void add(const std::string& text) {
    for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

std::string hash_line(const Problem& problem, const Ends& ends, int ranks, const Exchanges& way) {
  const bool stored = way.chunks == 0;
  const Distribution in = parse_distribution(ends.in, problem.input_lengths(), ranks);
  const Distribution out = parse_distribution(ends.out, problem.output_lengths(), ranks);
  RankLink link;
  link.stores = stored;
  const Schedule schedule = make_schedule(problem, in, out, link);
  Hash hash;
  std::size_t steps = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const Program program =
        stored ? make_storing_program(problem, schedule, rank) : make_program(problem, schedule, rank, way.chunks);
    steps += program.steps.size();
    hash.add(text_of(program));
  }
  return fmt::format("{} ranks={} {}>{} {} steps={} {:016x}\n", problem.token(), ranks, ends.in, ends.out, way.name,
                     steps, hash.value());
}

std::string programs() {
  std::string text;
  for (const char* token : tokens) {
    const Problem problem = Problem::parse(token).normalised();
    for (const int ranks : {1, 2, 3, 4, 7, 8}) {
      for (const Ends& ends : ends_for(problem.lengths.size())) {
        text += hash_line(problem, ends, ranks, messages);
        if (problem.lengths.size() == 1) continue;
        text += hash_line(problem, ends, ranks, in_portions);
        text += hash_line(problem, ends, ranks, stores);
      }
    }
  }
  return text;
}

TEST(GoldenPrograms, AreAsRecorded) { test::expect_golden(programs(), "tests/mpi/program/golden_programs.txt"); }

TEST(GoldenPrograms, AreTextsOfSteps) {
  const Problem problem = Problem::parse("c2c:f32:4x4").normalised();
  const Distribution slabs = Distribution::slabs(problem.lengths, 2);
  const Program program =
      make_program(problem, make_schedule(problem, slabs, Distribution::slabs(problem.lengths, 2, 1)), 0);
  const std::string text = text_of(program);
  EXPECT_EQ(text.substr(0, 8), "program ") << text;
  EXPECT_NE(text.find("\npass 0 input -> work0\n  c2c:f32:"), std::string::npos) << text;
  EXPECT_NE(text.find("\nexchange work1 -> work0 chunks=1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  send peer=1 bytes="), std::string::npos) << text;
}

}  // namespace
}  // namespace papilio::mpi
