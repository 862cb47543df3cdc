# Writes the commit that is being built into a header, at build time: results name it, and it changes
# without a new configure. Touches the header only where the commit is another.
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "-")
endif()
set(text "#define WARPLINE_COMMIT \"${commit}\"\n")
if(EXISTS "${HEADER}")
  file(READ "${HEADER}" before)
endif()
if(NOT text STREQUAL "${before}")
  file(WRITE "${HEADER}" "${text}")
endif()
