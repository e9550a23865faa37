# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT

# papilio_help(TARGET): manual pages and completions, written by the command TARGET itself when it has been built, and
# installed where man and the shells look. Left out where the build machine cannot run the command. Run as a script, this
# file writes them.
if(CMAKE_SCRIPT_MODE_FILE)
  file(REMOVE_RECURSE ${FOLDER})
  file(MAKE_DIRECTORY ${FOLDER}/man1 ${FOLDER}/bash ${FOLDER}/zsh ${FOLDER}/fish)
  execute_process(COMMAND ${PAPILIO} manual --folder ${FOLDER}/man1 COMMAND_ERROR_IS_FATAL ANY)
  foreach(shell file IN ZIP_LISTS SHELLS COMPLETION_FILES)
    execute_process(COMMAND ${PAPILIO} completion ${shell} OUTPUT_FILE ${FOLDER}/${shell}/${file} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  if(GZIP)
    file(GLOB pages ${FOLDER}/man1/*)
    execute_process(COMMAND ${GZIP} -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  return()
endif()

function(papilio_help target)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/help)
  set(zsh_folder zsh/site-functions)
  set(gzip "")
  if(PAPILIO_PACKAGE)  # Debian's policy
    set(zsh_folder zsh/vendor-completions)
    find_program(PAPILIO_GZIP gzip REQUIRED)
    set(gzip ${PAPILIO_GZIP})
  endif()
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/help.stamp)
  add_custom_command(OUTPUT ${stamp} DEPENDS ${target} ${CMAKE_CURRENT_FUNCTION_LIST_FILE} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DPAPILIO=$<TARGET_FILE:${target}> -DFOLDER=${folder} -DGZIP=${gzip}
            "-DSHELLS=bash;zsh;fish" "-DCOMPLETION_FILES=papilio;_papilio;papilio.fish"
            -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp})
  add_custom_target(${target}_help ALL DEPENDS ${stamp})
  # Folders, as the files are known only when they have been written.
  install(DIRECTORY ${folder}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools OPTIONAL)
  install(DIRECTORY ${folder}/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tools OPTIONAL)
  install(DIRECTORY ${folder}/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/${zsh_folder} COMPONENT tools OPTIONAL)
  install(DIRECTORY ${folder}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tools OPTIONAL)
endfunction()
