# Installs a finished build into a fresh prefix, builds tests/consumer against it and runs it.
# cmake -D BUILD=... -D SOURCE=... -D COMPILER=... -D VERSION=... -P check.cmake
set(work ${BUILD}/consumer)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${result}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer -B ${work}/build -G Ninja -D CMAKE_PREFIX_PATH=${prefix}
  -D CMAKE_CXX_COMPILER=${COMPILER} -D EXPECTED_VERSION=${VERSION} -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/consumer)
if(NOT output MATCHES "^2 rows, age\n")
  message(FATAL_ERROR "the consumer printed: ${output}")
endif()

# An installed copy must not point back into the tree it came from.
file(GLOB_RECURSE installed ${prefix}/*.cmake)
foreach(file IN LISTS installed)
  file(READ ${file} text)
  string(FIND "${text}" "${SOURCE}" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "${file} names the source folder")
  endif()
endforeach()
run(${prefix}/bin/privet version)
if(NOT output MATCHES "${VERSION}")
  message(FATAL_ERROR "privet version printed: ${output}")
endif()
