// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The commands of `papilio`. Each lives in its own file and adds itself to the command line; its work is the callback
// of its subcommand and reports failures by throwing papilio::Error.
#pragma once

#include <CLI/CLI.hpp>

namespace papilio::tool {

void add_bench(CLI::App& app);
void add_channelize(CLI::App& app);
void add_check(CLI::App& app);
void add_completion(CLI::App& app);
void add_convolve(CLI::App& app);
void add_devices(CLI::App& app);
void add_features(CLI::App& app);
void add_image(CLI::App& app);
void add_manual(CLI::App& app);
void add_operator(CLI::App& app);
void add_pack(CLI::App& app);
void add_plan(CLI::App& app);
void add_scale(CLI::App& app);
void add_source(CLI::App& app);
void add_spectrogram(CLI::App& app);
void add_spectrum(CLI::App& app);
void add_transform(CLI::App& app);
void add_doctor(CLI::App& app);
void add_tune(CLI::App& app);
void add_zoom(CLI::App& app);

/// Prints on stderr which variables of the compile cache cannot be followed, and which damaged entries were met; each
/// once.
void tell_cache_notes();
/// Has one line printed on stderr, if that is a terminal, when a kernel has been compiled for a second: what is
/// done, and which folder keeps kernels.
void tell_of_compilation();

/// Help text of --device.
inline constexpr const char* device_help = "auto, cuda, vulkan, opencl, or an id: opencl:0 …";

using AddCommand = void (*)(CLI::App& app);

/// The product's commands, in the order of --help; those of the laboratory are in lab/commands/commands.hpp.
inline constexpr AddCommand commands[] = {
    add_devices, add_doctor,    add_spectrum, add_spectrogram, add_zoom,   add_features,   add_channelize,
    add_image,   add_transform, add_convolve, add_operator,    add_check,  add_bench,      add_scale,
    add_plan,    add_pack,      add_source,   add_tune,        add_manual, add_completion,
};

}  // namespace papilio::tool
