function y = papilio_fft2 (varargin)
%PAPILIO_FFT2  Discrete Fourier transform of a matrix, or of each page of an array.
%
%   y = PAPILIO_FFT2 (x) transforms along the first and the second dimension.
%   y = PAPILIO_FFT2 (x, m, n) cuts or pads x to m rows and n columns before.
%
%   As fft2, unscaled. Classes and errors are those of PAPILIO_FFT.
%
%   See also PAPILIO_IFFT2, PAPILIO_FFTN, PAPILIO_FFT.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  y = papilio_mex ('fft2', varargin{:});
end
