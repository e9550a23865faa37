// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which choice a plan has and why, and the ranking of choices by the model. Needs no MPI.
#pragma once

#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "configuration.hpp"
#include "forecast.hpp"
#include "request.hpp"

namespace papilio::mpi {

struct Selection {
  enum class Source { model, wisdom, measured, given };
  Configuration configuration;
  Source source = Source::model;
  Forecast forecast;
  double seconds = 0;  ///< as measured, now or when the wisdom was made; 0: not measured
  bool exhaustive = false;
  std::string note;      ///< wisdom that is not used or could not be kept, and why; empty: none
  std::string given_up;  ///< why the carriers before this one cannot be had
};
std::string_view name_of(Selection::Source source);

/// The input of the model: links and times of passes.
struct Estimates {
  Machine machine;
  std::vector<double> pass_seconds;  ///< of the whole array on one device, by axis
};

/// Choices by their forecasts, the fastest first: `most` schedules at most, each in the number of chunks that suits it
/// best, or in Options::chunks. At least one. With the first of `carriers`; one axis has messages, so its schedules
/// take the first one that carries any.
std::vector<Selection> rank_configurations(const Request& request, const Estimates& estimates,
                                           const std::vector<Carrier>& carriers, std::size_t most);

/// Chunks that exchanges through peer memory may have: several where copy engines can push messages, as GPUs' do.
enum class PeerChunks { one, several };
/// The same stages in other numbers of chunks, then with the other carriers, and with other orders of the axes within
/// stages where the request allows them.
std::vector<Configuration> variations_of(const Configuration& configuration, const Request& request,
                                         const std::vector<Carrier>& carriers,
                                         PeerChunks peer_chunks = PeerChunks::one);

/// Replaces a carrier that has failed by the next one of `carriers`, with a note that says why. Returns false, and
/// changes nothing, if the caller has named the carrier, or if the error is about something else.
bool give_up_carrier(const Request& request, const std::vector<Carrier>& carriers, const Error& error,
                     Selection& selection);

}  // namespace papilio::mpi
