% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
%
% GPURadix248 beside fft, with every choice; what computed it is what was chosen.
source (fullfile (fileparts (mfilename ('fullpath')), 'prepare.m'));
randn ('seed', 3);

for type = {'double', 'single'}
  for table = 0:1
    for memory = 0:1
      for n = [2, 4, 8, 64, 256, 2048]
        x = noise ([n, 3], type{1}, 'complex');
        [y, text] = GPURadix248 (x, table, memory);
        check_close (y, fft (x), sprintf ('%d points, %d, %d, %s', n, table, memory, type{1}));
        sources = {'twiddles computed', 'twiddles read'};
        assert (! isempty (strfind (text, sources{table + 1})), text);
        stages = strsplit (strtok (text, ':'), {', ', 'x'});
        assert (prod (cellfun (@str2double, stages)), n);
        assert (any (strtok (text, ':') == ','), logical (! memory && numel (stages) > 1));
      end
    end
  end
end
[~, text] = GPURadix248 (randn (2048, 1));
assert (strtok (text, ':'), '8x8x8x4');
[~, text] = GPURadix248 (randn (2048, 1), 1, 0);
assert (strtok (text, ':'), '8, 8, 8, 4');
% Local memory holds some last stages only.
x = single (randn (2^18, 1));
[y, text] = GPURadix248 (x);
check_close (y, fft (x), 'more than local memory');
kernels = strtok (text, ':');
assert (any (kernels == ',') && any (kernels == 'x'), kernels);

check_close (GPURadix248 (randn (16, 1) > 0) * 0, complex (zeros (16, 1)), 'truth values');
x = randn (1, 32);
check_close (GPURadix248 (x), fft (x), 'a row');
check_error ('papilio:length', @() GPURadix248 (randn (12, 2)));
check_error ('papilio:length', @() GPURadix248 (1));
check_error ('papilio:length', @() GPURadix248 ([]));
check_error ('papilio:type', @() GPURadix248 (randn (4, 4, 4)));
check_error ('papilio:type', @() GPURadix248 ('text'));
check_error ('papilio:option', @() GPURadix248 (randn (4, 1), 2));
check_error ('papilio:option', @() GPURadix248 (randn (4, 1), 1, 'local'));
check_error ('papilio:arguments', @() GPURadix248 (randn (4, 1), 1, 1, 1));
check_error ('papilio:arguments', @() GPURadix248 ());
disp ('ok');
