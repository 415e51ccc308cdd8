# Three kinds of libraries: model (plain C++, shared by all), runtime (no compiler header) and compiler (MLIR, with one precompiled header).

find_package(nlohmann_json REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)

# A library that includes neither mlir/ nor llvm/.
#   det_add_runtime_library(NAME SOURCES... [LINK libs...])
function(det_add_runtime_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

if(DET_COMPILER)
  find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
  list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
  set(LLVM_LINK_LLVM_DYLIB ON)
  include(TableGen)
  include(AddLLVM)
  include(AddMLIR)
  separate_arguments(DET_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")

  # The precompiled header brings a pass file from 14 s to 2 s with Clang, which also instantiates templates in it once for all; to 6 s with
  # GCC. Every compiler library shares it, so all must have equal flags.
  add_library(DetPrecompiled STATIC ${CMAKE_SOURCE_DIR}/cmake/Precompiled.cpp)
  add_dependencies(DetPrecompiled DetDialectIncGen)
  target_include_directories(DetPrecompiled SYSTEM PUBLIC ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(DetPrecompiled PUBLIC ${DET_LLVM_DEFINITIONS})
  target_precompile_headers(DetPrecompiled PRIVATE ${CMAKE_SOURCE_DIR}/cmake/Precompiled.h)
endif()

# A library on MLIR.  det_add_compiler_library(NAME SOURCES... [DEPENDS targets...] [LINK libs...])
function(det_add_compiler_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  det_use_mlir(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# Gives a target MLIR's include folders, definitions, precompiled header and shared libraries.
function(det_use_mlir name)
  target_include_directories(${name} SYSTEM PUBLIC ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${name} PUBLIC ${DET_LLVM_DEFINITIONS})
  target_precompile_headers(${name} REUSE_FROM DetPrecompiled)
  target_link_libraries(${name} PUBLIC MLIR LLVM)
endfunction()

# An executable on MLIR.
function(det_add_compiler_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  # Compiled like the libraries: with -fPIE instead of -fPIC the precompiled header would be passed over in silence.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
  det_use_mlir(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
endfunction()

# Adds a folder that has a CMakeLists.txt.
function(det_add_if_present folder)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
    add_subdirectory(${folder})
  endif()
endfunction()
