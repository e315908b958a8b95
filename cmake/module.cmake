# privet_module(NAME SOURCES ... [LINK ...] [TESTS ...] [TEST_LINK ...])
#
# One folder of src/ = one module: an object library (so that everything installs as one archive, Privet::privet)
# and one gtest program, run by ctest under the label "unit". Who may include whom is checked by tools/layering,
# not by the linker.
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

set(PRIVET_PATIENCE 300)  # seconds for the unit tests of a folder
if(PRIVET_SANITIZER)
  set(PRIVET_PATIENCE 900)
endif()
add_custom_target(unit_tests)  # every unit test program, and nothing else

set_property(GLOBAL PROPERTY PRIVET_MODULES "")
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
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;TESTS;TEST_LINK" ${ARGN})
  add_library(privet_${NAME} OBJECT ${ARG_SOURCES})
  target_include_directories(privet_${NAME} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(privet_${NAME} PUBLIC ${ARG_LINK} PRIVATE privet_flags)
  target_link_libraries(privet_${NAME} PRIVATE fmt::fmt)
  target_precompile_headers(privet_${NAME} REUSE_FROM common_headers)
  set_property(GLOBAL APPEND PROPERTY PRIVET_MODULES privet_${NAME})
  set_property(GLOBAL APPEND PROPERTY PRIVET_LINK ${ARG_LINK})
  if(PRIVET_TESTS AND ARG_TESTS)
    privet_test_program(${NAME}_test ${ARG_TESTS})
    target_link_libraries(${NAME}_test PRIVATE ${ARG_TEST_LINK})
    add_dependencies(unit_tests ${NAME}_test)
    add_test(NAME unit.${NAME} COMMAND ${NAME}_test)
    set_tests_properties(unit.${NAME} PROPERTIES LABELS unit TIMEOUT ${PRIVET_PATIENCE}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endif()
endfunction()

# privet_test_program(NAME SOURCE...): a gtest program. The library it tests is optimised as users have it; the tests'
# own code is compiled quickly, with the headers they all include parsed once for all of them.
function(privet_test_program NAME)
  if(NOT TARGET test_headers)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test_headers.cpp CONTENT "int main() { return 0; }\n")
    add_executable(test_headers EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/test_headers.cpp)
    privet_test_settings(test_headers)
    target_precompile_headers(test_headers PRIVATE <algorithm> <array> <cstdint> <functional> <map> <memory> <optional>
      <random> <set> <span> <sstream> <string> <thread> <vector> <gtest/gtest.h>)
  endif()
  add_executable(${NAME} ${ARGN})
  privet_test_settings(${NAME})
  target_precompile_headers(${NAME} REUSE_FROM test_headers)
endfunction()

function(privet_test_settings NAME)
  target_include_directories(${NAME} PRIVATE ${PROJECT_SOURCE_DIR})  # for tests/support
  target_compile_options(${NAME} PRIVATE -O1
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized>)  # wrong at -O1 (g++ 12)
  # The archive is made after all modules are known, so it is linked by name.
  target_link_libraries(${NAME} PRIVATE privet privet_flags GTest::gtest GTest::gtest_main)
endfunction()

# Makes the one archive out of all modules. What it links to must stand in cmake/install.cmake as well.
function(privet_library)
  get_property(modules GLOBAL PROPERTY PRIVET_MODULES)
  get_property(links GLOBAL PROPERTY PRIVET_LINK)
  list(REMOVE_DUPLICATES links)
  set(objects "")
  foreach(module IN LISTS modules)
    list(APPEND objects $<TARGET_OBJECTS:${module}>)
  endforeach()
  add_library(privet STATIC ${objects})
  add_library(Privet::privet ALIAS privet)
  target_include_directories(privet PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/privet>)
  target_compile_features(privet PUBLIC cxx_std_20)
  foreach(link IN LISTS links)
    set(brings_code YES)
    if(TARGET ${link} AND NOT link STREQUAL "Threads::Threads")
      get_target_property(kind ${link} TYPE)
      get_target_property(behind ${link} INTERFACE_LINK_LIBRARIES)
      if(kind STREQUAL "INTERFACE_LIBRARY" AND NOT behind)
        set(brings_code NO)
      endif()
    endif()
    if(brings_code)
      target_link_libraries(privet PUBLIC ${link})
      set_property(GLOBAL APPEND PROPERTY PRIVET_INSTALLED_LINK ${link})
    else()
      # Only headers, and only inside our .cpp files: who uses an installed copy does not need them.
      target_link_libraries(privet PUBLIC $<BUILD_INTERFACE:${link}>)
    endif()
  endforeach()
endfunction()
