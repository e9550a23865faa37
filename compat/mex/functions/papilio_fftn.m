function y = papilio_fftn (varargin)
%PAPILIO_FFTN  Discrete Fourier transform along all dimensions.
%
%   y = PAPILIO_FFTN (x), and y = PAPILIO_FFTN (x, lengths), which cuts or pads x
%   before; lengths has as many elements as x has dimensions.
%
%   As fftn, unscaled. Classes and errors are those of PAPILIO_FFT.
%
%   See also PAPILIO_IFFTN, PAPILIO_FFT2, PAPILIO_FFT.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  y = papilio_mex ('fftn', varargin{:});
end
