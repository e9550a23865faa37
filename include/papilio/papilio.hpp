// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Everything but the objects of OpenCL and CUDA (opencl.hpp, cuda.hpp).
#pragma once

#include <papilio/convolution.hpp>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/gpu_fft.hpp>
#include <papilio/norm.hpp>
#include <papilio/one_liners.hpp>
#include <papilio/overlap_save.hpp>
#include <papilio/plan.hpp>
#include <papilio/problem.hpp>
