# Finds out whether, and with which flags, GPU code can be built: compiles and links a real target
# region and looks into the result for its PTX. gcc's own exit status does not tell: without the
# offload compiler it builds host code alone and says nothing.
#
# Sets WARPLINE_GPU_FLAGS (a list, empty where there is no GPU code), WARPLINE_GPU_ISA and
# WARPLINE_GPU_WHY (the reason, where there is none).

# The PTX levels to try, newest that old drivers take first. A ptxas of CUDA 13 on the PATH refuses
# all levels that gcc 12 knows, so nvptx-as must not ask it.
set(WARPLINE_PTX_LEVELS
    "-misa=sm_53 -mptx=6.3 -Wa,--no-verify"
    "-misa=sm_53 -Wa,--no-verify"
    "-misa=sm_35 -Wa,--no-verify"
    "-Wa,--no-verify")

function(warpline_try_level level result)
  set(object "${CMAKE_BINARY_DIR}/probe.so")
  file(REMOVE "${object}")
  set(flags -fopenmp -foffload=nvptx-none "-foffload-options=nvptx-none=-O3 ${level}")
  execute_process(
    COMMAND "${CMAKE_C_COMPILER}" -O2 -fPIC -shared ${flags} -Wl,-z,notext
            "${PROJECT_SOURCE_DIR}/offload/probe.c" -o "${object}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(${result} "" PARENT_SCOPE)
  if(NOT status EQUAL 0)
    set(WARPLINE_GPU_WHY "${output}" PARENT_SCOPE)
    return()
  endif()
  file(STRINGS "${object}" found REGEX "\\.target[ \t]+sm_[0-9]+")
  file(STRINGS "${object}" kernel REGEX "probe\\$_omp_fn")
  if(found AND kernel)
    string(REGEX MATCH "sm_[0-9]+" isa "${found}")
    set(WARPLINE_GPU_ISA "${isa}" PARENT_SCOPE)
    set(${result} "${flags}" PARENT_SCOPE)
  else()
    set(WARPLINE_GPU_WHY "the compiler left the GPU code out" PARENT_SCOPE)
  endif()
endfunction()

function(warpline_find_gpu_flags)
  set(flags "")
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU" OR CMAKE_C_COMPILER_VERSION VERSION_LESS 12)
    set(WARPLINE_GPU_WHY "it needs gcc 12 or newer, this is ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}")
  else()
    foreach(level IN LISTS WARPLINE_PTX_LEVELS)
      if(NOT flags)
        warpline_try_level("${level}" flags)
      endif()
    endforeach()
  endif()
  string(REGEX REPLACE "\n.*" "" why "${WARPLINE_GPU_WHY}")
  if(why MATCHES "mkoffload|lto-wrapper|could not find|offload|left the GPU code out")
    string(REGEX MATCH "^[0-9]+" major "${CMAKE_C_COMPILER_VERSION}")
    string(APPEND why " (is the package gcc-${major}-offload-nvptx there?)")
  endif()
  set(WARPLINE_GPU_FLAGS "${flags}" PARENT_SCOPE)
  set(WARPLINE_GPU_ISA "${WARPLINE_GPU_ISA}" PARENT_SCOPE)
  set(WARPLINE_GPU_WHY "${why}" PARENT_SCOPE)
endfunction()
