# Every header of src/ and apps/ compiles alone, with nothing before it. A source file that includes its header first
# shows that already; each other header gets a translation unit here. Part of no normal build; the test check.headers
# builds the target headers_alone.
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/src/*.h ${PROJECT_SOURCE_DIR}/apps/*.h)
set(units "")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "^src/" "" address ${header})
  string(REGEX REPLACE "\\.h$" ".cpp" source ${header})
  if(EXISTS ${PROJECT_SOURCE_DIR}/${source})
    file(STRINGS ${PROJECT_SOURCE_DIR}/${source} includes REGEX "^#include " LIMIT_COUNT 1)
    if(includes STREQUAL "#include \"${address}\"")
      continue()
    endif()
  endif()
  set(unit ${PROJECT_BINARY_DIR}/headers/${source})
  file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${address}\"\n")
  list(APPEND units ${unit})
endforeach()

add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${units})
target_link_libraries(headers_alone PRIVATE privet privet_flags)
target_include_directories(headers_alone PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_options(headers_alone PRIVATE -O0 -g0)

add_test(NAME check.headers COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target headers_alone)
# Two builds in one folder at a time would disturb each other.
set_tests_properties(check.headers PROPERTIES LABELS check TIMEOUT 1200 RESOURCE_LOCK build PROCESSORS 2)
