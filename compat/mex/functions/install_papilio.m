function install_papilio (varargin)
%INSTALL_PAPILIO  Makes papilio_fft and its relatives available.
%
%   INSTALL_PAPILIO () adds the folder of this file to the path, and compiles the
%   MEX function for this program if it is not there: with mkoctfile in Octave
%   (Debian: octave-dev), with mex in MATLAB (R2018a or later, a C++20 compiler).
%   INSTALL_PAPILIO ('-save') also saves the path for later sessions.
%   INSTALL_PAPILIO ('-force') compiles in any case.
%
%   Papilio must be installed or built: the library is looked for where this file
%   is installed, and else where PAPILIO_ROOT says, the prefix of an installation.
%
%   Errors: papilio:option, papilio:install.
%
%   See also PAPILIO_FFT, PAPILIO_DEMO.

% SPDX-FileCopyrightText: The Papilio authors
% SPDX-License-Identifier: MIT
  for i = 1:nargin
    if ~ any (strcmp (varargin{i}, {'-save', '-force'}))
      error ('papilio:option', 'install_papilio: the options are ''-save'' and ''-force''');
    end
  end
  folder = fileparts (mfilename ('fullpath'));
  binary = fullfile (folder, ['papilio_mex.' mexext()]);
  if any (strcmp (varargin, '-force')) || ~ exist (binary, 'file')
    compile (folder, binary);
  end
  addpath (folder);
  if any (strcmp (varargin, '-save')) && savepath () ~= 0
    error ('papilio:install', 'install_papilio: the path cannot be saved');
  end
end

function compile (folder, binary)
  source = fullfile (folder, 'src');
  files = dir (fullfile (source, '*.cpp'));
  if isempty (files)
    error ('papilio:install', 'install_papilio: no sources in %s', source);
  end
  files = cellfun (@(name) fullfile (source, name), {files.name}, 'UniformOutput', false);
  root = prefix (folder);
  libraries = fileparts (fileparts (folder));
  if ~ isempty (getenv ('PAPILIO_ROOT'))
    libraries = fullfile (root, 'lib');
  end
  options = {'-R2018a', ['-I' source], ['-I' fullfile(root, 'include')], ['-L' folder], ['-L' libraries], ...
             '-lpapilio_radix248', '-lpapilio'};
  % nodelete: a driver's threads may be in the libraries when the function is cleared
  run_path = sprintf ('-Wl,-rpath,%s:%s,-z,nodelete', folder, libraries);
  if exist ('OCTAVE_VERSION', 'builtin')
    flags = getenv ('CXXFLAGS');
    setenv ('CXXFLAGS', '-std=c++20 -O2');
    restore = onCleanup (@() setenv ('CXXFLAGS', flags));
    [text, status] = mkoctfile ('--mex', options{:}, run_path, '-o', binary, files{:});
    if status ~= 0
      error ('papilio:install', 'install_papilio: mkoctfile failed:\n%s', text);
    end
  else
    mex (options{:}, 'CXXFLAGS=$CXXFLAGS -std=c++20', ['LDFLAGS=$LDFLAGS ' run_path], '-output', binary, files{:});
  end
end

function root = prefix (folder)
  % PREFIX/lib/papilio/mex, or PREFIX/lib/x86_64-linux-gnu/papilio/mex
  root = getenv ('PAPILIO_ROOT');
  candidate = folder;
  while isempty (root)
    parent = fileparts (candidate);
    if strcmp (parent, candidate)
      error ('papilio:install', 'install_papilio: no papilio/papilio.hpp above %s: set PAPILIO_ROOT', folder);
    end
    candidate = parent;
    if exist (fullfile (candidate, 'include', 'papilio', 'papilio.hpp'), 'file')
      root = candidate;
    end
  end
end
