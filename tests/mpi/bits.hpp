// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transforms over all ranks and over one, and their bits.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <papilio/mpi.hpp>
#include <span>
#include <string>

#include "arrays.hpp"
#include "environment.hpp"

namespace papilio::test {

/// This rank's part of whole_input().
inline Bytes input_of(const mpi::Plan& plan) {
  const Problem& problem = plan.problem();
  return cut_out(whole_input(problem), problem.input_lengths(), problem.batch, problem.input_element_bytes(),
                 plan.input().boxes[static_cast<std::size_t>(rank())]);
}

/// From slabs to random boxes, the same on all ranks.
inline mpi::Plan plan_to_random_boxes(const Device& device, const Problem& problem, const mpi::Options& options) {
  return {MPI_COMM_WORLD,
          device,
          problem,
          mpi::Distribution::slabs(problem.input_lengths(), ranks()),
          random_boxes(problem.output_lengths(), ranks(), 5),
          options};
}

/// Size of the output of this rank.
inline std::size_t output_bytes(const mpi::Plan& plan) {
  return static_cast<std::size_t>(plan.output_elements() * plan.problem().output_element_bytes());
}

/// This rank's result from host memory, in the plan's own work memory or the caller's.
inline Bytes transform(const mpi::Plan& plan, Bytes in, const mpi::CallerWork* work = nullptr) {
  Bytes out(output_bytes(plan));
  if (plan.problem().placement == Placement::out_of_place) {
    work == nullptr ? plan.execute(in, std::span(out)) : plan.execute(in, std::span(out), *work);
    return out;
  }
  in.resize(std::max(in.size(), out.size()));
  work == nullptr ? plan.execute(std::span(in)) : plan.execute(std::span(in), *work);
  in.resize(out.size());
  return in;
}

/// The same in device memory; `execute` is given the two buffers, one in place, and a stream.
template <typename Execute>
Bytes transform_buffers(const Device& device, const mpi::Plan& plan, const Execute& execute) {
  const Bytes in = input_of(plan);
  Bytes out(output_bytes(plan));
  const Stream stream(device);
  const bool in_place = plan.problem().placement == Placement::in_place;
  const std::size_t first = in_place ? std::max(in.size(), out.size()) : in.size();
  const Buffer from = first == 0 ? Buffer() : Buffer(device, first);
  const Buffer to = in_place ? from : out.empty() ? Buffer() : Buffer(device, out.size());
  if (!in.empty()) stream.upload(from, in.data(), in.size());
  execute(from, to, stream);
  if (!out.empty()) stream.download(to, out.data(), out.size());
  return out;
}

inline Bytes one_rank(const Problem& problem, const Bytes& in, const mpi::Options& options = {}) {
  const mpi::Plan plan(MPI_COMM_SELF, device(), problem, mpi::Distribution::on_rank(problem.input_lengths(), 1),
                       mpi::Distribution::on_rank(problem.output_lengths(), 1), options);
  if (problem.placement == Placement::in_place) return transform(plan, in);
  Bytes out(output_bytes(plan));
  const mpi::ExecutionTimes timing = plan.execute(in, std::span(out));
  EXPECT_EQ(timing.sent_bytes, 0);
  return out;
}

/// Runs the problem over all ranks; the output of this one.
inline Bytes all_ranks(const mpi::Plan& plan, const Bytes& part) {
  if (plan.problem().placement == Placement::in_place) return transform(plan, part);
  Bytes out(output_bytes(plan));
  const Bytes before(part.begin(), part.end());
  plan.execute(part, std::span(out));
  EXPECT_TRUE(part == before) << "the input has changed";
  return out;
}

struct Case {
  const char* token;
  mpi::Distribution in;
  mpi::Distribution out;
};

inline void expect_same_bits(const Case& test) {
  SCOPED_TRACE(std::string(test.token) + " from " + test.in.text() + " to " + test.out.text());
  const Problem problem = Problem::parse(test.token);
  const Bytes in = whole_input(problem);
  const Bytes expected = cut_out(one_rank(problem, in), problem.output_lengths(), problem.batch,
                                 problem.output_element_bytes(), test.out.boxes[static_cast<std::size_t>(rank())]);
  const Bytes part = cut_out(in, problem.input_lengths(), problem.batch, problem.input_element_bytes(),
                             test.in.boxes[static_cast<std::size_t>(rank())]);
  const mpi::Plan plan(MPI_COMM_WORLD, device(), problem, test.in, test.out);
  EXPECT_TRUE(all_ranks(plan, part) == expected) << plan.describe();
  EXPECT_TRUE(all_ranks(plan, part) == expected) << "the second execution: " << plan.describe();
  mpi::Options options;
  options.chunks = 3;
  const mpi::Plan chunks(MPI_COMM_WORLD, device(), problem, test.in, test.out, options);
  EXPECT_TRUE(all_ranks(chunks, part) == expected) << "in chunks: " << chunks.describe();
  options.chunks = 1;
  options.carrier = mpi::Carrier::mpi_host;
  const mpi::Plan messages(MPI_COMM_WORLD, device(), problem, test.in, test.out, options);
  EXPECT_TRUE(all_ranks(messages, part) == expected) << "in messages: " << messages.describe();
}

/// Relative, of f32.
inline double error_of(const Bytes& actual, const Bytes& expected) {
  double error = 0;
  double norm = 0;
  for (std::size_t i = 0; i < expected.size(); i += sizeof(float)) {
    float wanted = 0;
    float is = 0;
    std::memcpy(&wanted, expected.data() + i, sizeof(float));
    std::memcpy(&is, actual.data() + i, sizeof(float));
    error += std::pow(static_cast<double>(wanted) - is, 2);
    norm += std::pow(static_cast<double>(wanted), 2);
  }
  EXPECT_GT(norm, 0);
  return std::sqrt(error / norm);
}

}  // namespace papilio::test
