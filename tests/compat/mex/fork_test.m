% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
%
% A child of fork() whose parent has used a device: its calls fail at once, and name fork() and the remedy.
source (fullfile (fileparts (mfilename ('fullpath')), 'prepare.m'));

function refused = is_refused (call)
  refused = false;
  try
    call ();
  catch failure
    refused = strcmp (failure.identifier, 'papilio:device_failed') && any (strfind (failure.message, 'fork()')) ...
              && any (strfind (failure.message, 'exec()'));
    if ! refused
      printf ('%s: %s\n', failure.identifier, failure.message);
    end
  end
end

function check_child ()
  child = fork ();
  assert (child >= 0);
  if child == 0
    transformed = is_refused (@() papilio_fft ([1, 0, 0, 0]));
    planned = is_refused (@() papilio_plan (1:5));
    radix = is_refused (@() GPURadix248 (single (ones (8, 1))));
    exit (7 * (transformed && planned && radix));
  end
  [ended, status] = waitpid (child);
  assert (ended, child);
  assert (WIFEXITED (status) && WEXITSTATUS (status) == 7);
end

% Each of the two libraries alone has used a device, then both.
assert (norm (GPURadix248 (single ([1; 0; 0; 0])) - 1) == 0);
check_child ();
assert (norm (papilio_fft ([1, 0, 0, 0]) - 1) == 0);
check_child ();
clear papilio_mex
assert (norm (papilio_fft ([1, 0, 0, 0]) - 1) == 0);
check_child ();
disp ('ok');
