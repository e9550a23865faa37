// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/study/bainville.hpp"

namespace papilio::tool {

std::vector<Ablation> ablations() {
  using Off = experiments::SwitchedOff;
  return {
      {"all code", Off{}, 681, 845},
      {"A: reads made coalesced", Off{.irregular_reads = true}, 198, 404},
      {"B: writes made coalesced", Off{.irregular_writes = true}, 505, 638},
      {"A+B", Off{.irregular_reads = true, .irregular_writes = true}, 38, 32},
      {"C: twiddles off", Off{.twiddles = true}, 722, 679},
      {"A+B+C", Off{.irregular_reads = true, .irregular_writes = true, .twiddles = true}, 32, 24},
      {"D: local exchange off", Off{.exchange = true}, 569, 843},
      {"A+B+C+D", Off{.irregular_reads = true, .irregular_writes = true, .twiddles = true, .exchange = true}, 21, 20},
      {"E: arithmetic off", Off{.arithmetic = true}, {}, {}},
      {"C+E", Off{.twiddles = true, .arithmetic = true}, {}, {}},
      {"C+D+E", Off{.twiddles = true, .exchange = true, .arithmetic = true}, {}, {}},
      {"A+B+C+D+E",
       Off{.irregular_reads = true, .irregular_writes = true, .twiddles = true, .exchange = true, .arithmetic = true},
       {},
       {}},
  };
}

}  // namespace papilio::tool
