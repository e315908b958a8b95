# The headers that an installed Privet offers: those named here, and what they include. Everything else is Privet's
# own affair and may change.
set(PRIVET_PUBLIC_HEADERS
  base/error.h base/json.h base/run.h base/version.h  # errors, answers, progress and the wish to stop
  data/table.h data/memory_input.h data/formats/open_table.h  # tables: in memory, and from and to files
  job/inspect/inspect_job.h report/inspect/inspect_view.h  # what a table holds
  job/release/release_job.h report/release/release_view.h  # a checked release
  job/risk/risk_job.h report/risk/risk_view.h)  # what a table gives away

# privet_include_closure(OUT HEADER...): the headers of src/ and all headers of src/ that they include.
function(privet_include_closure OUT)
  set(todo ${ARGN})
  set(found "")
  while(todo)
    list(POP_FRONT todo header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found ${header})
    file(STRINGS ${PROJECT_SOURCE_DIR}/src/${header} includes REGEX "^#include \"")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" include ${include})
      list(APPEND todo ${include})
    endforeach()
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${header})
  endwhile()
  list(SORT found)
  set(${OUT} ${found} PARENT_SCOPE)
endfunction()
