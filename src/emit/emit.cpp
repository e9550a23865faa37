// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "emit/emit.hpp"

#include <papilio/error.hpp>

#include "emit/c/cuda.hpp"
#include "emit/c/opencl.hpp"
#include "emit/ptx/ptx.hpp"

namespace papilio::emit {

Source emit(const ir::Module& module, Dialect dialect, int architecture) {
  switch (dialect) {
    case Dialect::opencl:
      return {dialect, OpenCl(module).render()};
    case Dialect::cuda:
      return {dialect, Cuda(module).render()};
    case Dialect::ptx:
      return {dialect, Ptx(module, architecture).render()};
  }
  throw Error::internal("dialect");
}

}  // namespace papilio::emit
