function varargout = papilio_plan (varargin)
%PAPILIO_PLAN  How Papilio computes a transform.
%
%   text = PAPILIO_PLAN (x), PAPILIO_PLAN (x, n), PAPILIO_PLAN (x, n, dim) is the
%   plan of PAPILIO_FFT with the same arguments, on the device that it uses: the
%   kernels, their radices and work-groups, and the memory traffic.
%   text = PAPILIO_PLAN (token) is the plan of a problem token, such as
%   'c2c:f32:4096*512'.
%   [text, token] = PAPILIO_PLAN (...) returns the token too: with it the problem
%   can be run by 'papilio bench TOKEN' and given in bug reports. Its lengths are
%   in the opposite order of Octave's and MATLAB's.
%
%   The plan is made, and its kernels are compiled, unless they are known.
%
%   Errors: those of PAPILIO_FFT, and papilio:invalid_token.
%
%   See also PAPILIO_FFT.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  [varargout{1:max(nargout, 1)}] = papilio_mex ('plan', varargin{:});
end
