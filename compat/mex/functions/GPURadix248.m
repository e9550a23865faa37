function varargout = GPURadix248 (varargin)
%GPURADIX248  Forward FFT with radix 8, 4 and 2, with choices made by hand.
%
%   y = GPURADIX248 (Data) transforms a row, a column, or each column of a matrix;
%   the columns' length is a power of two. As fft: element 1 is DC, unscaled.
%   y = GPURADIX248 (Data, TwiddleOpt): 1, the default, reads the twiddles from a
%   table; 0 computes them where they are needed.
%   y = GPURADIX248 (Data, TwiddleOpt, SMemOpt): 1, the default, exchanges numbers
%   between the last stages, as many as it holds, through local memory (CUDA calls
%   it shared); 0 through global memory, a kernel for each stage.
%   [y, text] = GPURADIX248 (...) also says what computed it, kernels apart by
%   commas: '8, 8x8x8x4: twiddles read, exchange local'.
%
%   Stages are decimated in frequency, with radix 8 as often as it divides the
%   length, then 4 or 2. Data are double, single or logical, real or complex; y is
%   complex. At most 2^29 points in all.
%
%   This function is for comparing choices ('papilio study' does it with all of
%   them); PAPILIO_FFT is faster.
%
%   Errors: papilio:type, papilio:length, papilio:option, papilio:arguments, and
%   those of the library.
%
%   See also PAPILIO_FFT.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  [varargout{1:max(nargout, 1)}] = papilio_mex ('radix248', varargin{:});
end
