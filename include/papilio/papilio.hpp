// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The whole C++ API, except interoperability with OpenCL and CUDA (opencl.hpp, cuda.hpp) and the functions of the Rust
// crate gpu-fft (gpu_fft.hpp).
#pragma once

#include <papilio/cache.hpp>
#include <papilio/channelizer.hpp>
#include <papilio/convolution.hpp>
#include <papilio/device.hpp>
#include <papilio/device_function.hpp>
#include <papilio/effort.hpp>
#include <papilio/error.hpp>
#include <papilio/estimate.hpp>
#include <papilio/features.hpp>
#include <papilio/host_span.hpp>
#include <papilio/norm.hpp>
#include <papilio/nufft.hpp>
#include <papilio/one_liners.hpp>
#include <papilio/operator.hpp>
#include <papilio/overlap_save.hpp>
#include <papilio/plan.hpp>
#include <papilio/problem.hpp>
#include <papilio/programs.hpp>
#include <papilio/ragged.hpp>
#include <papilio/spectral_convolution.hpp>
#include <papilio/spectrum_averager.hpp>
#include <papilio/sphere.hpp>
#include <papilio/stft.hpp>
#include <papilio/verification.hpp>
#include <papilio/version.hpp>
#include <papilio/wisdom.hpp>
