# privet_studio_pages(OUTPUT): generates the source with the pages of the studio (src/studio/assets.h), from studio/ and
# from what tools/setup studio fetches into build/npm. Where that is missing, the source has no pages.
function(privet_studio_pages OUTPUT)
  set(fetched ${PROJECT_SOURCE_DIR}/build/npm/node_modules)
  file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/studio ${PROJECT_SOURCE_DIR}/studio/*)
  list(TRANSFORM pages PREPEND ${PROJECT_SOURCE_DIR}/studio/ OUTPUT_VARIABLE page_files)
  # The lock file's copy appears when everything was fetched: a new one means a new generation.
  set(stamp ${PROJECT_SOURCE_DIR}/build/npm/fetched)
  file(GLOB stamps CONFIGURE_DEPENDS ${stamp}*)  # looked for at every build: it may come later
  add_custom_command(OUTPUT ${OUTPUT}
    COMMAND ${CMAKE_COMMAND} "-DPAGES=${pages}" -DSTUDIO=${PROJECT_SOURCE_DIR}/studio -DFETCHED=${fetched} "-DSTAMP=${stamps}"
      -DOUTPUT=${OUTPUT} -P ${PROJECT_SOURCE_DIR}/cmake/embed_pages.cmake
    DEPENDS ${page_files} ${stamps} ${PROJECT_SOURCE_DIR}/cmake/embed_pages.cmake
    COMMENT "Embedding the pages of the studio" VERBATIM)
  if(stamps)
    foreach(package IN ITEMS htm preact uplot)
      install(FILES ${fetched}/${package}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/privet/licences RENAME ${package}.txt)
    endforeach()
  endif()
endfunction()
