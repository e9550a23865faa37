function y = papilio_ifft2 (varargin)
%PAPILIO_IFFT2  Inverse of PAPILIO_FFT2.
%
%   x = PAPILIO_IFFT2 (y), PAPILIO_IFFT2 (y, m, n), and with 'symmetric' at the end
%   if x is real; as ifft2, scaled by 1/(m n).
%
%   See also PAPILIO_FFT2, PAPILIO_IFFT.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  y = papilio_mex ('ifft2', varargin{:});
end
