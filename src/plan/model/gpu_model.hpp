// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// GpuModel: every constant by which plans for GPUs are estimated and searched. All were measured on one H200, with
// what is now a part of `papilio tune`, unless a comment says otherwise; quoted titles are sections of
// docs/lab. Another device class needs values of its own: fit them to measurements of its kernels, and name the section
// here.
#pragma once

#include <cstdint>

namespace papilio::plan {

struct GpuModel {
  /// How compute units allocate what work-groups share: NVIDIA's documentation, compute capability 9.0.
  struct {
    int sector_bytes = 32;         ///< smallest unit of a memory transfer
    int register_step = 8;         ///< granularity of register allocation
    int parts = 4;                 ///< of a compute unit, each with a quarter of the registers; a warp runs in one part
    std::int64_t max_groups = 32;  ///< resident at once
    int max_threads_of_group = 1024;               ///< work-items of a work-group
    std::int64_t banks = 16;                       ///< of local memory, each 8 bytes wide
    std::int64_t spare_local_memory = 200 * 1024;  ///< bytes without which the measured clusters do not fit
  } unit;

  /// Share of its speed that memory reaches, by the length of the runs that are accessed: 7,000 kernels, "Changes,
  /// expected and measured" and "Second round of shapes".
  struct {
    double line_bytes = 128;  ///< a line of the cache: longer runs are at full speed
    double half_line_bytes = 64;
    double half_line = 0.9;
    double sector = 0.65;  ///< runs of 32 bytes; shorter ones in proportion
    double neighbours_read =
        0.5;  ///< share of the bytes wasted by short runs that neighbours soon read from the same lines
    /// Cost of the bytes that whole transforms move in vain because their runs begin and end within sectors, relative
    /// to other bytes: "Short lengths in large batches".
    double parts_read = 0.05;
    double parts_written = 0.4;
    double parts_written_cached = 0.7;
    double unaligned_row_bytes = 24;       ///< wasted per row of the user's that does not begin at a sector
    double unaligned_rows = 0.86;          ///< speed of passes over such rows: "Real transforms and arrays"
    double unaligned_rows_written = 0.72;  ///< if they are written, and were not read before
    /// Times as long for passes that gather or scatter single numbers, a sector for each: 1023 transforms of 65537
    /// points, "Convolutions that go back". Not in the L2 cache.
    double gather = 2.6;
    double scatter = 4.9;
    double chirp_traffic =
        1.5;  ///< numbers moved per point; 2 without a chirp, where the user's side has the same length
    double cache_speed = 1.28;  ///< of the L2 cache, relative to memory
    double unit_speed = 2.9;    ///< of one compute unit alone, relative to its share of memory's
  } memory;

  /// Seconds of a kernel: the same fit.
  struct {
    double f64_cycles = 1.9;               ///< cycles of an operation, relative to f32, where half as many begin
    double pair_operations = 9;            ///< of floats, for one of pairs (ir/expand_pairs.hpp); not fitted
    double instructions_per_cycle = 3.69;  ///< of warps of 32, on a compute unit with many warps and 128 lanes
    double single_warp = 0.8;              ///< the same with one warp
    double accesses_per_cycle = 1.32;      ///< of warps of 32, to caches and 128 bytes of local memory in a cycle
    double conflict_weight = 0.52;         ///< cost of an access repeated by bank conflicts, relative to the first
    double launch = 2.2e-6;                ///< least time of any kernel
    double exact_launches = 100;  ///< in units of `launch`: beyond, `launch` changes no estimate by more than 1e-6
    double start = 1.6e-6;
    double first_group = 0.74;  ///< share of memory's time for the first group
    double first_group_start = 1e-7;
    double latency = 2.3e-7;  ///< of a group, and for each barrier:
    double barrier = 3.3e-8;
    double shared_barrier = 1.6e-7;  ///< more per barrier of several warps, if work-groups share the compute unit
    double warp_barrier = 1e-8;      ///< saved per barrier of a single warp: 256 points take 2.00 us, not 2.19
    /// Exponent of the norm that adds times which hide each other: the larger, the better they do. Of passes, and of
    /// whole transforms ("Short lengths in large batches").
    double overlap_passes = 3;
    double overlap = 6;
    double alone = 0.43;  ///< share of memory's time for which a group waits if no other group hides it
    double alone_prefetched = 0.27;
    double alone_start = 1e-7;
    double alone_start_prefetched = -1.3e-7;
  } time;

  /// Other costs of a work-group: the same fit, and for clusters 1,200 kernels ("Clusters").
  struct {
    int points = 16;  ///< of a work-item; each point more costs `point`
    double point = 0.0018;
    int threads = 64;  ///< likewise
    double thread = 5e-5;
    double staged = 0.08;        ///< whole transforms of several stages
    double few_groups = 0.25;    ///< if one work-group is resident, and less if several are
    double early_prime = 0.12;   ///< codelets of large primes in the first of two stages
    double warps = 0.01;         ///< each doubling of the warps of a whole transform
    double cached_copy = -0.15;  ///< "Exchanges across", as the next
    double cached_across = 0.06;
    double cluster = 0.105;                  ///< each doubling of the cluster
    double cluster_nd = 0.2;                 ///< clusters of three axes and more
    std::int64_t local_memory = 100 * 1024;  ///< bytes of a lone group; more of them leave too little L1 cache
    double less_cache = 0.037;
  } strain;

  /// Per warp, for each point that its work-items hold.
  struct Load {
    double instructions = 0;
    double accesses = 0;  ///< of local memory and caches
  };

  /// Instructions of work-groups: counts of instructions that compilers made of such kernels, and the same fit.
  struct {
    double index = 12;          ///< instructions that find a butterfly
    double index_of_many = 30;  ///< the same where a tile holds several transforms
    Load twiddle{5, 2};         ///< each
    double exchange = 4;        ///< accesses of local memory for a number of a butterfly, there and back
    int barriers = 2;           ///< of an exchange
    Load staging{7, 4};         ///< of a side
    Load transfer{4, 4};        ///< between memory and registers, 8 bytes at a time
    Load pass_twiddles{12, 2};  ///< between passes, and between a cluster's phases
    Load paired_pass{30, 4};    ///< r2c and c2r passes: one more exchange, and one twiddle per point
    Load rader{12, 6.4};        ///< permutations, with random addresses
    Load filter{5, 4};
    Load bluestein{9, 13.7};  ///< chirps
  } work;

  /// The steps before and after transforms of half the length: "Folds in registers and runs".
  struct {
    Load pair{6, 0};
    Load trig_pair{12, 0};
    Load shared_pair{8, 2};  ///< where conjugate pairs belong to several work-items
    Load trig_shared_pair{8, 4};
    Load single_numbers{6, 8};  ///< signals whose numbers are accessed one by one, at a stride of four
    Load exchanged{12, 4};      ///< pairs that pass through the exchange
    Load exchanged_interleaved{12, 2};
    Load rows_after{24, 6};  ///< 2-D arrays: every number is computed from two, in the exchange or in the cache
    Load rows_before{16, 3};
  } real;

  /// "Clusters", 2,300 kernels: eight in ten take 0.93 to 1.19 of the estimate.
  struct {
    double accesses = 2;           ///< per point, to another work-group's local memory
    double line_bytes = 128;       ///< shorter runs to another compute unit cost in proportion
    double cut_sector_bytes = 24;  ///< added to runs that are not whole sectors
    int barriers = 20;             ///< cost of the cluster's two barriers, in barriers of one work-group
  } cluster;

  /// The fewest registers of a work-item without spills, for each point that it holds and beside them.
  struct Fewest {
    int f32_point;
    int f64_point;
    int f32_base;
    int f64_base;
    int convolution_stage;
    int several_axes;
    int half_size;   ///< an exchange of half the size, which keeps numbers while others move
    int real_plane;  ///< of several axes, where each number of a half spectrum is computed from two
    int looped;      ///< each butterfly of a work-item that belongs to another transform of a loop
  };

  /// Registers of a work-item: the fewest, and those that compilers use if they are not limited (liked): "Second round
  /// of shapes", "Compile time on GPUs, warm plans, launches", reports of ptxas.
  struct {
    /// ptxas, which computes addresses again where registers are few.
    Fewest recomputing = {2, 4, 24, 32, 0, 0, 0, 0, 0};
    /// Compilers that hold the address of a point, in one register, beside its value: docs/adr/0209.
    Fewest holding = {3, 6, 34, 12, 6, 20, 11, 28, 3};
    int staged = 10;
    int convolution = 24;
    int strided_filter = 12;  ///< one whose frequencies lie apart: f64, ptxas 13.0
    int many_transforms = 4;  ///< a tile of several
    int cluster = 8;
    int f32_cluster_pairs = 32;
    int f64_cluster_pairs = 48;
    double f32_liked_point = 2.5;
    int f32_liked_base = 50;
    int f64_liked_base = 66;
    int pair_terms = 52;       ///< of an operation on pairs; ptxas for sm_90 spills some words with fewer
    double early_prime = 5.5;  ///< of a point of a codelet of a large prime, with twiddles; without them:
    double last_prime = 4;
    int last_prime_base = 4;
    int min_prime = 17;               ///< codelets of smaller ones are like others
    int liked_extra = 16;             ///< convolutions and pairs of rows
    int every_radix = 168;            ///< registers of a codelet of 31 points in f64
    double useful_threads = 5.0 / 8;  ///< share of a compute unit's; more gain nothing, and compilers spill
  } registers;

  /// Points that a work-item may hold: the text of a kernel, and with it the time to compile it, grows with the work of
  /// a work-item ("Compile time on GPUs, warm plans, launches").
  struct {
    int plain = 40;
    int moved = 32;  ///< with chirps and permutations
    int convolution = 32;
    int f64_convolution_middle = 20;
    int rows = 20;  ///< real 2-D arrays, where a number of the half spectrum takes the registers of two
    int cluster_pairs = 32;
    int sums = 16;      ///< of two floats: 1024 points in f32x2 take 1108 us with 32 points, 314 with 16
    int measured = 72;  ///< most that any measured shape holds
  } points;

  /// Fused two-pass launches: 1,050 of them, good to 6 % (f32) and 10 % (f64); "Relays (fused two-pass launches)".
  struct {
    double moved = 0.76;             ///< share of the bytes of two passes
    double efficiency_power = 1.35;  ///< of the tile's memory efficiency
    double unaligned = 1.24;
    double f32_compute = 1.04;
    double f64_compute = 1.49;
    double alone = 1.9;
    double written_once_more = 1.03;  ///< if the second pass does not overwrite the first one's results
    double chunks = 1.12;             ///< if units are chunks of one transform: "Relays by chunks of columns"
    /// Share of the L2 cache by which the first pass is ahead: 11 MB of 60, with units of 0.5 to 8 MB.
    std::int64_t ahead = 2;
    std::int64_t ahead_of = 11;
    std::int64_t min_lag = 2;    ///< units
    std::int64_t min_units = 4;  ///< in lags; with fewer units, one of the passes runs alone for too long
    std::size_t kept = 3;        ///< shapes of a kernel for each number of work-items
    std::size_t compared = 4;    ///< pairs whose bank conflicts are counted, which takes long
  } fused;

  /// Kernels that transform factor by factor: 5,500 kernels of 150 lengths; "Factor by factor".
  struct {
    double heavy_operation = 0.3 / 3.69;  ///< cycles of an operation beyond those that moving the numbers hides
    double light_operations = 12;         ///< operations per number that moving the numbers hides
    double number = 1.44;                 ///< cycles to move a number through local memory
    double butterfly = 3.3;
    double move_instructions = 2;
    double ordered_table = 0.45;  ///< cycles per entry of a spectrum; more if a warp reads several rows:
    double scattered_table = 0.98;
    double ordered_twiddle = 0.76;  ///< the same for a twiddle
    double scattered_twiddle = 0.96;
    double group_twiddle = 1.03;  ///< if every work-item reads another one
    double first_number = 0.42;   ///< the same for the first butterfly, whose numbers come from memory
    double first_twiddle = 0.76;
    double first_twiddle_instructions = 4;
    double result = 1.4;      ///< cycles of a result on its way to memory
    double pair = 3;          ///< and of its partner and their twiddle in half a spectrum
    double pass_twiddle = 2;  ///< and of its twiddle in a pass
    double conflicts = 2;     ///< of a factor without convolution: one more such axis takes a tenth of the time
    double memory = 0.95;     ///< share of memory's time for a group
    double alone = 0.62;      ///< share of memory's time for which a group waits if no other group hides it
    double alone_round = 4.5e-9;
    double alone_instruction = 0.2;  ///< cycles
    double alone_point = 1e-9;
    double alone_step = 1e-8;
    double waited = 1.55;  ///< of a group's time alone, over the groups that share the unit to this power:
    double hiding = 1.15;
    double few_warps = 0.06;    ///< more for many work-groups of one or two warps
    double less_cache = 0.075;  ///< more if groups take more than this share of local memory:
    double cached_tables = 0.86;
    double start = 3e-6;
    double doubt = 1.03;
    double columns = 0.8;  ///< share of the estimate that columns take: four long lengths, 2026-11-30
    int addresses = 8;     ///< taken by addresses, in numbers; with several transforms in a tile:
    int many_addresses = 16;
    int f32_prime_point = 3;  ///< registers in f32 (ptxas 13.0) for a point of a large prime, and beside them
    int f32_prime_base = 8;
    int kept_numbers = 6;  ///< beside twice the items that a work-item moves at once, in numbers
    int butterfly_numbers =
        2;  ///< of other numbers and compilers: held beyond those of the largest butterfly, and of the first one:
    int first_numbers = 7;
    int f32_base = 32;
    int f64_base = 40;
    int f64_large_base = 80;  ///< if a work-item holds at least so many numbers:
    int f64_large = 20;
    double useful_threads = 0.75;  ///< share of a compute unit's
    std::int64_t min_points = 3;   ///< of a work-item
    std::int64_t max_points = 18;
    std::int64_t max_points_of_warp = 32;  ///< if the work-group is a single warp, whose barriers cost nothing
    int many_threads = 256;                ///< with so many, work-items may have more than max_points
    std::int64_t small_tile = 8192;        ///< points
  } factors;

  /// Which shapes are searched: shapes that were never the best are left out. "Second round of shapes", "Around every
  /// line".
  struct {
    std::int64_t min_products = 128;    ///< points; shorter transforms read their twiddles, which is more exact
    std::int64_t largest_tile = 32768;  ///< points
    std::int64_t min_half_size =
        16 * 1024;                       ///< bytes; for smaller exchanges half the size is not worth twice the barriers
    int rader_rounds = 2;                ///< butterflies of a work-item, each with addresses of its own
    std::int64_t long_run_bytes = 64;    ///< of whole transforms: longer runs are accessed directly, not staged
    int min_tile_across = 16;            ///< transforms
    std::int64_t short_row_bytes = 256;  ///< results of real 2-D arrays are staged: 136 bytes gain, 264 do not
    double linear_padding =
        2;  ///< factor of conflicts that padding must save if addresses are then not constants apart
    double linear_padding_nd =
        1.25;  ///< the same for several axes, whose lengths share factors with the number of banks
    double same_conflicts = 0.01;
    double skew_gain =
        0.2;  ///< conflicts that skewing must save: of 1.25 to 1.5, saving 0.25 gains 1 to 4 %, 0.15 nothing
    int usual_padding = 32;          ///< padding with which shapes are searched; choosing less
    double less_padding = 1.05;      ///< afterwards may gain 4 %
    int few_groups = 8;              ///< prefetching gains 5 % with 1 to 4 groups, 1.5 % with 5 to 8
    double padding_in_place = 0.05;  ///< conflicts that padding must save in convolutions in place
    int addresses_in_place = 20;     ///< registers of convolutions in place: "Convolutions in place"
    int f32_base_in_place = 32;
    int f64_base_in_place = 52;
    int min_in_place = 72;
    std::size_t compared = 3;  ///< shapes whose bank conflicts are counted, which takes long; of short transforms:
    std::size_t compared_short = 12;
    std::int64_t short_length = 512;   ///< points: "Short lengths in large batches"
    double tight_registers = 5.0 / 6;  ///< share of a work-item's registers beyond which compilers may spill, and
    double spare_registers = 1.05;     ///< the time that a shape with fewer may take instead: docs/adr/0216
    /// Lengths that spill with so many points a work-item and registers that it can have, and with so many stages (0:
    /// any), unless the first radix is larger than `rest` and no other is: docs/adr/0261.
    struct {
      int length, points, registers, stages, rest;
    } spilling[2] = {{1250, 20, 120, 4, 0},    // RADV of Mesa 22.3 on RDNA 3
                     {15625, 25, 170, 0, 5}};  // clang 15 on MI300
    std::size_t products = 4;                  ///< radix products compared for a length; for each of several axes:
    std::size_t nd_products = 6;
    std::size_t phase_products = 3;  ///< the same for a phase of a cluster
    std::int64_t phase_ratio = 4;    ///< the phases of a cluster differ by this factor at most
    double stage = 20;               ///< cost of one more stage, in operations per point
    int wide_radix = 16;             ///< beyond it, each point of the radix costs `wide`
    double wide = 0.5;
    std::int64_t min_half_length = 512;  ///< points of a pass with pairs alone: of 118 points, 1.3 ms for 0.2
    std::int64_t min_slab = 2048;        ///< points that keep a work-group busy: "Images of real numbers in slabs"
    std::int64_t max_across = 4096;      ///< points; longer transforms leave no room for several columns
    std::int64_t one_kernel = 4096;      ///< points up to which one kernel is always used if they fit
    std::int64_t one_kernel_convolution = 32 * 1024;  ///< bytes: all primes and every 37th length to 4096 (f64: 2048)
    double split_ratio = 4;                           ///< largest ratio of the lengths of two passes
    double split_ratio_of_primes = 16;                ///< the same if large primes must stay whole
    std::int64_t even_ratio = 2;                      ///< the same for two passes with blocks, or fused
    std::int64_t block_ratio = 4;         ///< convolutions with blocks: first passes from a fourth of the equal length
                                          ///< to a fourth more
    std::int64_t exact_rader = 128;       ///< primes to here do not use Bluestein: "Errors of small primes, long
                                          ///< non-smooth lengths, launches"
    double longest_convolution = 1.25;    ///< of the shortest: a longer one was best for 2 of 560 problems
    std::size_t convolution_lengths = 4;  ///< of several kernels, because the search for each takes milliseconds;
    std::int64_t convolution_slack =
        8;                            ///< at most an eighth longer than the shortest, because memory traffic dominates
    std::int64_t scratch_tenths = 3;  ///< tenths of a device's memory that scratch may take
    /// Between elements: from here on, wider tiles save page accesses (512 points).
    std::int64_t far_bytes = std::int64_t{1} << 16;
  } search;

  /// Factors that make estimates comparable with each other and with measured shapes: the mean of measured over
  /// estimated times of one kind of kernel, relative to the kind that it competes with.
  struct {
    double pass = 1.15;          ///< passes without blocks that are not complex slabs, against measured shapes
    double rader = 1.05;         ///< 150 lengths, against kernels that transform factor by factor
    double rader_of_many = 1.2;  ///< the same, several transforms in a tile
    double cluster = 1.1;
    double more_passes = 1.13;   ///< fused plans with more passes, against slabs and several axes in one kernel
    double one_more_pass = 1.1;  ///< passes of long transforms are slower than those that were measured
    double unpaired = 1.2;       ///< real transforms of full length, which move twice the numbers
    double slow_across = 1.1;    ///< passes across slabs whose shape is slow in place
  } doubts;

  /// The time of a measured shape (src/plan/tuned), apart from its share of memory's speed.
  struct {
    double start = 3e-6;
    double fused_start = 5e-6;
    double narrow = 0.8;  ///< numbers of two bytes in a shape that was measured with wider ones
    double narrow_fused = 0.85;
  } tuned;
};

inline constexpr GpuModel gpu_model{};

}  // namespace papilio::plan
