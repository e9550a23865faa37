function y = papilio_idct (varargin)
%PAPILIO_IDCT  Inverse discrete cosine transform along one dimension.
%
%   x = PAPILIO_IDCT (y), PAPILIO_IDCT (y, n), PAPILIO_IDCT (y, n, dim), and
%   x = PAPILIO_IDCT (..., 'Type', t), the inverse of the type t of PAPILIO_DCT.
%
%   See also PAPILIO_DCT.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  y = papilio_mex ('idct', varargin{:});
end
