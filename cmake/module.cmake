# privet_module(NAME SOURCES ... [LINK ...] [TESTS ...] [TEST_LINK ...])
#
# One folder of src/ = one module: an object library (so that everything installs as one archive, Privet::privet)
# and one gtest program, run by ctest under the label "unit". Who may include whom is checked by tools/layering,
# not by the linker.
include(GNUInstallDirs)

add_library(privet_flags INTERFACE)
target_compile_options(privet_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  -Wnon-virtual-dtor -Wold-style-cast -Werror
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # g++ 12 cries wolf on string + string (GCC bug 105651)
if(PRIVET_SANITIZER)
  target_compile_options(privet_flags INTERFACE -fsanitize=${PRIVET_SANITIZER} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(privet_flags INTERFACE -fsanitize=${PRIVET_SANITIZER})
endif()

set_property(GLOBAL PROPERTY PRIVET_MODULES "")
set_property(GLOBAL PROPERTY PRIVET_LINK "")

function(privet_module NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;TESTS;TEST_LINK" ${ARGN})
  add_library(privet_${NAME} OBJECT ${ARG_SOURCES})
  target_include_directories(privet_${NAME} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(privet_${NAME} PUBLIC ${ARG_LINK} PRIVATE privet_flags)
  set_property(GLOBAL APPEND PROPERTY PRIVET_MODULES privet_${NAME})
  set_property(GLOBAL APPEND PROPERTY PRIVET_LINK ${ARG_LINK})
  if(PRIVET_TESTS AND ARG_TESTS)
    add_executable(${NAME}_test ${ARG_TESTS})
    target_include_directories(${NAME}_test PRIVATE ${PROJECT_SOURCE_DIR})  # for tests/support
    # The archive is made after all modules are known, so it is linked by name.
    target_link_libraries(${NAME}_test PRIVATE privet privet_flags GTest::gtest GTest::gtest_main ${ARG_TEST_LINK})
    add_test(NAME unit.${NAME} COMMAND ${NAME}_test)
    set_tests_properties(unit.${NAME} PROPERTIES LABELS unit TIMEOUT 300
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endif()
endfunction()

# Makes the one archive out of all modules, and what an installed copy needs.
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
  target_link_libraries(privet PUBLIC ${links})
endfunction()
