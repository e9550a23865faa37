function y = papilio_dct (varargin)
%PAPILIO_DCT  Discrete cosine transform along one dimension.
%
%   y = PAPILIO_DCT (x), PAPILIO_DCT (x, n), PAPILIO_DCT (x, n, dim)
%   y = PAPILIO_DCT (..., 'Type', t) is that of type t, 1 to 4; 2 is the default.
%
%   As dct of MATLAB and of Octave's package signal: orthonormal. Of type 2
%     y(k+1) = w(k) sqrt (2/n) sum x(j+1) cos (pi (2j+1) k / (2n)), j = 0 .. n-1,
%   with w(0) = 1/sqrt (2) and else 1. The arguments are otherwise those of
%   PAPILIO_FFT. y is real if x is; of complex x both parts are transformed. Type 1
%   needs at least 2 elements.
%
%   Errors: those of PAPILIO_FFT, and papilio:option.
%
%   See also PAPILIO_IDCT, PAPILIO_FFT.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  y = papilio_mex ('dct', varargin{:});
end
