# Every header of src/ and apps/ compiles alone: one translation unit each, with nothing before it. Part of no normal
# build; the test check.headers builds the target headers_alone.
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/src/*.h ${PROJECT_SOURCE_DIR}/apps/*.h)
set(units "")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "^src/" "" address ${header})
  string(REGEX REPLACE "\\.h$" ".cpp" unit ${PROJECT_BINARY_DIR}/headers/${header})
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
