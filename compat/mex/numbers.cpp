// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "numbers.hpp"

namespace papilio::mex {

mxArray* make_array(const Lengths& lengths, Precision precision, Parts parts) {
  const std::vector<mwSize> sizes(lengths.begin(), lengths.end());
  const auto rank = static_cast<mwSize>(sizes.size());
  const bool single = precision == Precision::f32;
  const mxClassID type = single ? mxSINGLE_CLASS : mxDOUBLE_CLASS;
#if MX_HAS_INTERLEAVED_COMPLEX && defined(HAVE_OCTAVE)
  if (parts == Parts::complex) {
    // Octave 7.3 allocates complex arrays half as large as they are, so the memory is our own.
    mxArray* const array = mxCreateNumericMatrix(0, 0, type, mxCOMPLEX);
    (void)mxSetDimensions(array, sizes.data(), rank);
    void* const numbers = mxMalloc(static_cast<std::size_t>(product(lengths)) * 2 * (single ? 4 : 8));
    if (single) {
      mxSetComplexSingles(array, static_cast<mxComplexSingle*>(numbers));
    } else {
      mxSetComplexDoubles(array, static_cast<mxComplexDouble*>(numbers));
    }
    return array;
  }
#endif
  return mxCreateNumericArray(rank, sizes.data(), type, parts == Parts::complex ? mxCOMPLEX : mxREAL);
}

}  // namespace papilio::mex
