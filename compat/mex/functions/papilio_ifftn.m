function y = papilio_ifftn (varargin)
%PAPILIO_IFFTN  Inverse of PAPILIO_FFTN.
%
%   x = PAPILIO_IFFTN (y), PAPILIO_IFFTN (y, lengths), and with 'symmetric' at the
%   end if x is real; as ifftn, scaled by one over the number of elements.
%
%   See also PAPILIO_FFTN, PAPILIO_IFFT.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  y = papilio_mex ('ifftn', varargin{:});
end
