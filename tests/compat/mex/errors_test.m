% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
%
% Wrong arguments are errors with identifiers, and after them the functions work; papilio_plan; help.
source (fullfile (fileparts (mfilename ('fullpath')), 'prepare.m'));

check_error ('papilio:arguments', @() papilio_fft ());
check_error ('papilio:arguments', @() papilio_ifft2 ());
check_error ('papilio:arguments', @() papilio_fftn ());
check_error ('papilio:arguments', @() papilio_dct ());
check_error ('papilio:arguments', @() papilio_plan ());
check_error ('papilio:arguments', @() GPURadix248 ());
check_error ('papilio:arguments', @() papilio_fft (1, 2, 1, 4));
check_error ('papilio:arguments', @() papilio_mex ());
check_error ('papilio:arguments', @() papilio_mex ('transform', 1));
check_error ('papilio:arguments', @() papilio_mex (1));
check_error ('papilio:type', @() papilio_fft ('text'));
check_error ('papilio:type', @() papilio_fft ({1, 2}));
check_error ('papilio:type', @() papilio_fft (int32 ([1, 2, 3])));
check_error ('papilio:type', @() papilio_fft (sparse ([1, 2, 3])));
check_error ('papilio:type', @() papilio_fft (struct ('a', 1)));
check_error ('papilio:type', @() papilio_fftn (@sin));
for wrong = {-1, 1.5, NaN, Inf, [1, 2], 1i, {1}, 1e300}
  check_error ('papilio:length', @() papilio_fft (1:4, wrong{1}));
  check_error ('papilio:dimension', @() papilio_fft (1:4, [], wrong{1}));
  check_error ('papilio:length', @() papilio_fft2 (ones (4), 4, wrong{1}));
end
check_error ('papilio:dimension', @() papilio_fft (1:4, [], 0));
check_error ('papilio:length', @() papilio_fftn (ones (4), 4));
check_error ('papilio:length', @() papilio_fftn (ones (4), [4, -4]));
check_error ('papilio:length', @() papilio_fftn (ones (4), single ([4, 4])));
check_error ('papilio:option', @() papilio_ifft (1:4, 'real'));
check_error ('papilio:option', @() papilio_ifft (1:4, 'symmetric', 4));
check_error ('papilio:option', @() papilio_fft (1:4, 'symmetric'));
check_error ('papilio:option', @() papilio_dct (1:4, 'Type', 5));
check_error ('papilio:option', @() papilio_dct (1:4, 'Kind', 2));
check_error ('papilio:option', @() papilio_dct (1:4, 'Type'));
check_error ('papilio:invalid_argument', @() papilio_dct (1, 'Type', 1));
check_error ('papilio:unsupported', @() papilio_fft (1, 2^28));
check_error ('papilio:invalid_token', @() papilio_plan ('c2c:f32'));
check_error ('papilio:token', @() papilio_plan (['ab'; 'cd']));
check_error ('papilio:arguments', @() papilio_plan ('c2c:f32:8', 2));
check_error ('papilio:option', @() install_papilio ('-quiet'));

% The functions work after errors.
assert (norm (papilio_fft ([1, 0, 0, 0]) - 1) == 0);

[text, token] = papilio_plan (complex (single (ones (64, 10))));
assert (token, 'c2c:f32:64*10');
assert (! isempty (strfind (text, '64')));
[~, token] = papilio_plan (ones (8, 5, 3), 6, 2);
assert (token, 'r2c:f64:6x8*3:axes=0');
[text, token] = papilio_plan ('c2c:f32:2^8:inverse');
assert (token, 'c2c:f32:256:inverse');
assert (ischar (papilio_plan (1:4)));

functions = {'papilio_fft', 'papilio_ifft', 'papilio_fft2', 'papilio_ifft2', 'papilio_fftn', 'papilio_ifftn', ...
             'papilio_dct', 'papilio_idct', 'papilio_plan', 'papilio_demo', 'install_papilio', 'GPURadix248'};
for name = functions
  text = get_help_text (name{1});
  assert (! isempty (strfind (text, upper (name{1}))), name{1});
  assert (isempty (strfind (text, 'SPDX')), name{1});
end

% Octave's own `demo` finds the one of papilio_fft.
assert (! isempty (strfind (evalc ("demo ('papilio_fft', 1)"), '440 Hz and 1000 Hz')));
disp ('ok');
