function y = papilio_ifft (varargin)
%PAPILIO_IFFT  Inverse discrete Fourier transform along one dimension.
%
%   x = PAPILIO_IFFT (y), PAPILIO_IFFT (y, n), PAPILIO_IFFT (y, n, dim)
%   As ifft: x(j+1) = 1/n sum y(k+1) exp (+2 pi i j k / n). The arguments are
%   those of PAPILIO_FFT.
%   x = PAPILIO_IFFT (..., 'symmetric') takes y for the spectrum of real numbers:
%   x is real, and of y only the elements 1 to n/2+1 are used.
%   x = PAPILIO_IFFT (..., 'nonsymmetric') is the default.
%
%   Errors: those of PAPILIO_FFT, and papilio:option.
%
%   See also PAPILIO_FFT, PAPILIO_IFFT2, PAPILIO_IFFTN.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  y = papilio_mex ('ifft', varargin{:});
end
