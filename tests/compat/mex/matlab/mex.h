// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// MATLAB's C Matrix API as its reference documents it: what compat/mex uses of it, and nothing else, to compile the
// sources without MATLAB. Written from the "C Syntax" of https://www.mathworks.com/help/matlab/apiref/NAME.html, NAME
// in small letters; no header of MATLAB was copied. With MX_HAS_INTERLEAVED_COMPLEX it is the interface of mex -R2018a,
// without it that of mex -R2017b. check_matlab.py reads it.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct papilio_test_mxArray mxArray;
typedef size_t mwSize;
typedef bool mxLogical;
typedef double mxDouble;
typedef float mxSingle;
typedef enum { mxREAL, mxCOMPLEX } mxComplexity;
typedef enum { mxDOUBLE_CLASS = 6, mxSINGLE_CLASS = 7 } mxClassID;

// In both interfaces.
int mexAtExit(void (*ExitFcn)(void));
void mexErrMsgIdAndTxt(const char* errorid, const char* errormsg, ...);
void mexFunction(int nlhs, mxArray* plhs[], int nrhs, const mxArray* prhs[]);
mxArray* mxCreateNumericArray(mwSize ndim, const mwSize* dims, mxClassID classid, mxComplexity ComplexFlag);
mxArray* mxCreateString(const char* str);
const char* mxGetClassName(const mxArray* pm);
const mwSize* mxGetDimensions(const mxArray* pm);
mxLogical* mxGetLogicals(const mxArray* array_ptr);
size_t mxGetM(const mxArray* pm);
mwSize mxGetNumberOfDimensions(const mxArray* pm);
size_t mxGetNumberOfElements(const mxArray* pm);
double mxGetScalar(const mxArray* pm);
int mxGetString(const mxArray* pm, char* str, mwSize strlen);
bool mxIsChar(const mxArray* pm);
bool mxIsComplex(const mxArray* pm);
bool mxIsDouble(const mxArray* pm);
bool mxIsEmpty(const mxArray* pm);
bool mxIsLogical(const mxArray* pm);
bool mxIsNumeric(const mxArray* pm);
bool mxIsSingle(const mxArray* pm);
bool mxIsSparse(const mxArray* pm);

#if MX_HAS_INTERLEAVED_COMPLEX
typedef struct {
  mxDouble real, imag;
} mxComplexDouble;
typedef struct {
  mxSingle real, imag;
} mxComplexSingle;
mxDouble* mxGetDoubles(const mxArray* pa);
mxSingle* mxGetSingles(const mxArray* pa);
mxComplexDouble* mxGetComplexDoubles(const mxArray* pa);
mxComplexSingle* mxGetComplexSingles(const mxArray* pa);
#else
void* mxGetData(const mxArray* pm);
void* mxGetImagData(const mxArray* pm);
#endif

#ifdef __cplusplus
}
#endif
