# privet_module(NAME [TOGETHER] [TOGETHER_IN FOLDER...] [COLD] [SHARDS N] SOURCES ... [FOR_TESTS ...] [APART ...] [LINK ...] [TESTS ...] [TEST_LINK ...]
#               [LIBRARY_ONLY ...] [LIBRARY_ONLY_TESTS ...] [TESTS_APART ...] [UNSANITIZED ...])
#
# One folder of src/ = one module: an object library (so that everything installs as one archive, Privet::privet)
# and one gtest program, run by ctest under the label "unit". Who may include whom is checked by tools/layering,
# not by the linker. TOGETHER: see privet_compile_together; TOGETHER_IN: the same in these of its folders. APART lists sources, named above too, that are compiled for
# themselves all the same, because their private names are those of others in the folder. Tests are always compiled
# together; TESTS_APART lists those that cannot be. COLD: the folder only orchestrates and shows, so it is not
# worth more of the compiler's time than -O1. SHARDS: its tests take long, so ctest runs them in N processes, each a part.
# UNSANITIZED lists tests (Suite.Name) on large or many tables, which a sanitizer makes seven times slower: without one they always run.
#
# LIBRARY_ONLY lists the sources that no command of privet uses; they and the tests that need them (label
# "library_only") are left out of ./test --fast. FOR_TESTS lists those that no command uses either, but the other tests
# do. If privet or a test program does not link because it has come to use such a source, move the source to SOURCES (or
# the test to LIBRARY_ONLY_TESTS). The test check.library_only says which sources are in the wrong list.
include(GNUInstallDirs)

add_library(privet_flags INTERFACE)
target_compile_options(privet_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  -Wnon-virtual-dtor -Wold-style-cast
  # g++ 12 warns of string + string (GCC bug 105651), and of the standard library's strings where its headers come
  # precompiled, without cause.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds>)
if(NOT PRIVET_SANITIZER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
  # Code that is instrumented or hardly optimised makes g++ warn of what is not there, and clang has warnings of its
  # own: clang-tidy judges those.
  target_compile_options(privet_flags INTERFACE -Werror)
endif()
if(PRIVET_SANITIZER)
  target_compile_options(privet_flags INTERFACE -fsanitize=${PRIVET_SANITIZER} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(privet_flags INTERFACE -fsanitize=${PRIVET_SANITIZER})
endif()

# No fuzz target follows its way through the code of a test. (After privet_flags: the last option counts.)
add_library(privet_test_flags INTERFACE)
if(PRIVET_SANITIZER MATCHES "fuzzer-no-link")
  target_compile_options(privet_test_flags INTERFACE -fno-sanitize=fuzzer-no-link)
endif()

set(PRIVET_PATIENCE 300)  # seconds for the unit tests of a folder
if(PRIVET_SANITIZER)
  set(PRIVET_PATIENCE 900)
endif()
add_custom_target(unit_tests)  # every unit test program, and nothing else
add_custom_target(fast)  # what ./test --fast runs: the command, its scenarios, the unit tests of what it uses

set_property(GLOBAL PROPERTY PRIVET_MODULES "")
set_property(GLOBAL PROPERTY PRIVET_LIBRARY_ONLY "")
set_property(GLOBAL PROPERTY PRIVET_LISTED "")  # a line for each source, for tools/library_only
set_property(GLOBAL PROPERTY PRIVET_LINK "")

# The standard headers that most of the library includes, parsed once for all of it. Every source still includes what
# it uses: the test check.headers compiles headers without this.
set(PRIVET_COMMON_HEADERS <algorithm> <array> <atomic> <bit> <charconv> <cmath> <concepts> <cstdint> <cstring>
  <functional> <limits> <map> <memory> <numeric> <optional> <set> <span> <string> <string_view> <tuple> <unordered_map>
  <utility> <variant> <vector> <fmt/format.h>)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/common_headers.cpp CONTENT "namespace privet {}\n")
add_library(common_headers OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/common_headers.cpp)
target_link_libraries(common_headers PRIVATE privet_flags fmt::fmt)
target_precompile_headers(common_headers PRIVATE ${PRIVET_COMMON_HEADERS})

function(privet_module NAME)
  cmake_parse_arguments(ARG "TOGETHER;COLD" "SHARDS" "TOGETHER_IN;SOURCES;UNSANITIZED;FOR_TESTS;APART;LINK;TESTS;TESTS_APART;TEST_LINK;LIBRARY_ONLY;LIBRARY_ONLY_TESTS" ${ARGN})
  if(ARG_SOURCES)
    privet_objects(privet_${NAME} PRIVET_MODULES ${ARG_SOURCES} ${ARG_FOR_TESTS})
    if(ARG_TOGETHER_IN)
      set(ARG_TOGETHER YES)
      foreach(source IN LISTS ARG_SOURCES ARG_FOR_TESTS)
        get_filename_component(folder ${source} DIRECTORY)
        if(NOT folder IN_LIST ARG_TOGETHER_IN)
          list(APPEND ARG_APART ${source})
        endif()
      endforeach()
    endif()
    if(ARG_TOGETHER)
      privet_compile_together(privet_${NAME} ${ARG_APART})
    endif()
    if(ARG_COLD)
      target_compile_options(privet_${NAME} PRIVATE -O1)
    endif()
  endif()
  if(ARG_LIBRARY_ONLY)
    privet_objects(privet_${NAME}_more PRIVET_LIBRARY_ONLY ${ARG_LIBRARY_ONLY})
  endif()
  list(TRANSFORM ARG_SOURCES PREPEND "SOURCES ${NAME}/")
  list(TRANSFORM ARG_FOR_TESTS PREPEND "FOR_TESTS ${NAME}/")
  # Of sources that are compiled together the linker's map does not show which of them is used.
  foreach(source IN LISTS ARG_SOURCES ARG_FOR_TESTS)
    string(REGEX REPLACE "^[A-Z_]+ [a-z]+/" "" path ${source})
    if(IS_ABSOLUTE "${path}")
      continue()  # generated
    endif()
    if(NOT ARG_TOGETHER OR NOT PRIVET_TOGETHER OR path IN_LIST ARG_APART)
      set_property(GLOBAL APPEND PROPERTY PRIVET_LISTED ${source})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY PRIVET_LINK ${ARG_LINK})
  if(NOT PRIVET_TESTS)
    return()
  endif()
  if(ARG_TESTS)
    privet_unit_test(${NAME} unit privet_commands ${ARG_TESTS})
    add_dependencies(fast ${NAME}_test)
  endif()
  if(ARG_LIBRARY_ONLY_TESTS)
    set(ARG_SHARDS 1)
    privet_unit_test(${NAME}_more "unit;library_only" privet ${ARG_LIBRARY_ONLY_TESTS})
  endif()
endfunction()

# For privet_module, whose arguments LINK and TEST_LINK it sees.
function(privet_objects TARGET PROPERTY)
  add_library(${TARGET} OBJECT ${ARGN})
  target_include_directories(${TARGET} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${TARGET} PUBLIC ${ARG_LINK} PRIVATE privet_flags)
  target_link_libraries(${TARGET} PRIVATE fmt::fmt)
  target_precompile_headers(${TARGET} REUSE_FROM common_headers)
  set_property(GLOBAL APPEND PROPERTY ${PROPERTY} ${TARGET})
endfunction()

# privet_compile_together(TARGET [APART...]): the sources of each folder of the target as one translation unit (of at most ten), so
# that what they all include and instantiate is compiled once: a third of the time. Names in anonymous namespaces must
# therefore differ within a folder, except in the sources APART. Sources that are built alike, such as those of tasks, put
# theirs in a namespace of their own inside the anonymous one, named after the file.
function(privet_compile_together TARGET)
  if(NOT PRIVET_TOGETHER)
    return()
  endif()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${TARGET} SOURCES)
  foreach(source IN LISTS sources)
    if(source IN_LIST ARGN)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder "${folder}" NAME)
    string(MAKE_C_IDENTIFIER "${TARGET}_${folder}" group)
    if(NOT DEFINED count_${group})
      set(count_${group} 0)
    endif()
    math(EXPR number "${count_${group}} / 10")
    math(EXPR count_${group} "${count_${group}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${number})
  endforeach()
endfunction()

function(privet_unit_test NAME LABELS LIBRARY)
  privet_test_program(${NAME}_test LIBRARY ${LIBRARY} ${ARGN})
  privet_compile_together(${NAME}_test ${ARG_TESTS_APART})
  target_link_libraries(${NAME}_test PRIVATE ${ARG_TEST_LINK})
  add_dependencies(unit_tests ${NAME}_test)
  if(NOT ARG_SHARDS)
    set(ARG_SHARDS 1)
  endif()
  set(filter "")
  if(PRIVET_SANITIZER AND ARG_UNSANITIZED)
    list(JOIN ARG_UNSANITIZED ":" names)
    set(filter "--gtest_filter=-${names}")
  endif()
  math(EXPR last "${ARG_SHARDS} - 1")
  foreach(shard RANGE ${last})
    set(test unit.${NAME})
    if(ARG_SHARDS GREATER 1)
      set(test unit.${NAME}.${shard})
    endif()
    add_test(NAME ${test} COMMAND ${NAME}_test ${filter})
    set_tests_properties(${test} PROPERTIES LABELS "${LABELS}" TIMEOUT ${PRIVET_PATIENCE}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${ARG_SHARDS};GTEST_SHARD_INDEX=${shard}" WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endforeach()
endfunction()

# privet_test_program(NAME [LIBRARY NAME] SOURCE...): a gtest program, with the whole library by default. The library it tests is optimised as users have it; the tests'
# own code is compiled quickly, with the headers they all include parsed once for all of them.
function(privet_test_program NAME)
  cmake_parse_arguments(PROGRAM "" "LIBRARY" "" ${ARGN})
  if(NOT PROGRAM_LIBRARY)
    set(PROGRAM_LIBRARY privet)
  endif()
  if(NOT TARGET test_headers)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test_headers.cpp CONTENT "int main() { return 0; }\n")
    add_executable(test_headers EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/test_headers.cpp)
    privet_test_settings(test_headers privet_commands)
    target_precompile_headers(test_headers PRIVATE <algorithm> <array> <cstdint> <functional> <map> <memory> <optional>
      <random> <set> <span> <sstream> <string> <thread> <vector> <gtest/gtest.h>)
  endif()
  add_executable(${NAME} ${PROGRAM_UNPARSED_ARGUMENTS})
  privet_test_settings(${NAME} ${PROGRAM_LIBRARY})
  target_precompile_headers(${NAME} REUSE_FROM test_headers)
endfunction()

function(privet_test_settings NAME LIBRARY)
  target_include_directories(${NAME} PRIVATE ${PROJECT_SOURCE_DIR})  # for tests/support
  target_compile_options(${NAME} PRIVATE -O1
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized>)  # wrong at -O1 (g++ 12)
  # The archive is made after all modules are known, so it is linked by name.
  target_link_libraries(${NAME} PRIVATE ${LIBRARY} privet_flags privet_test_flags GTest::gtest GTest::gtest_main)
endfunction()

# Makes the archives out of all modules: privet, which is installed, of everything, and privet_commands of what the
# program uses. What they link to must stand in cmake/install.cmake as well.
function(privet_library)
  get_property(modules GLOBAL PROPERTY PRIVET_MODULES)
  get_property(more GLOBAL PROPERTY PRIVET_LIBRARY_ONLY)
  privet_archive(privet ${modules} ${more})
  privet_archive(privet_commands ${modules})
  # Without copies of the objects: the linker's map then names them by their paths, for check.library_only.
  set_target_properties(privet_commands PROPERTIES STATIC_LIBRARY_OPTIONS --thin)
  add_library(Privet::privet ALIAS privet)

  get_property(links GLOBAL PROPERTY PRIVET_LINK)
  list(REMOVE_DUPLICATES links)
  foreach(link IN LISTS links)
    set(brings_code YES)
    if(TARGET ${link} AND NOT link STREQUAL "Threads::Threads")
      get_target_property(kind ${link} TYPE)
      get_target_property(behind ${link} INTERFACE_LINK_LIBRARIES)
      if(kind STREQUAL "INTERFACE_LIBRARY" AND NOT behind)
        set(brings_code NO)
      endif()
    endif()
    target_link_libraries(privet_commands PUBLIC ${link})
    if(brings_code)
      target_link_libraries(privet PUBLIC ${link})
      set_property(GLOBAL APPEND PROPERTY PRIVET_INSTALLED_LINK ${link})
    else()
      # Only headers, and only inside our .cpp files: who uses an installed copy does not need them.
      target_link_libraries(privet PUBLIC $<BUILD_INTERFACE:${link}>)
    endif()
  endforeach()
endfunction()

function(privet_archive NAME)
  set(objects "")
  foreach(module IN LISTS ARGN)
    list(APPEND objects $<TARGET_OBJECTS:${module}>)
  endforeach()
  add_library(${NAME} STATIC ${objects})
  target_include_directories(${NAME} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/privet>)
  target_compile_features(${NAME} PUBLIC cxx_std_20)
endfunction()
