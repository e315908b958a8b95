# What an installed Privet has beside program and library: pages of man, completions, the daemon's unit, the Python
# module; and the Debian package of all of it, made by `cpack` in the build folder.
set(pages ${PROJECT_BINARY_DIR}/pages)
set(doc ${CMAKE_INSTALL_DATADIR}/doc/privet)

# The program writes its own pages and scripts, so they are made when it is installed.
install(CODE "
  set(privet \"$<TARGET_FILE:privet_cli>\")
  file(REMOVE_RECURSE \"${pages}\")
  file(MAKE_DIRECTORY \"${pages}\")
  execute_process(COMMAND \${privet} help --write-man ${pages}/man COMMAND_ERROR_IS_FATAL ANY)
  foreach(shell IN ITEMS bash zsh fish)
    execute_process(COMMAND \${privet} help --write-completion \${shell} OUTPUT_FILE ${pages}/\${shell}
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  # The unit of examples/federation, for the place where the program is installed.
  set(bin \"\${CMAKE_INSTALL_PREFIX}/bin\")
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr/*$\")
    set(bin /usr/bin)
  endif()
  file(READ \"${PROJECT_SOURCE_DIR}/examples/federation/privet-party.service\" unit)
  string(REGEX REPLACE \"^#[^\n]*\" \"# A party's daemon: change the folder here if it lies elsewhere.\" unit \"\${unit}\")
  string(REPLACE /usr/local/bin \"\${bin}\" unit \"\${unit}\")
  file(WRITE \"${pages}/privet-party.service\" \"\${unit}\")
  configure_file(\"${PROJECT_SOURCE_DIR}/packaging/changelog\" \"${pages}/changelog\" COPYONLY)
  file(GLOB texts \"${pages}/man/*.1\" \"${pages}/changelog\")
  execute_process(COMMAND gzip -9n \${texts} COMMAND_ERROR_IS_FATAL ANY)
")
install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${pages}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME privet)
install(FILES ${pages}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _privet)
install(FILES ${pages}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME privet.fish)
install(FILES ${pages}/changelog.gz packaging/copyright DESTINATION ${doc})
install(FILES examples/patients.csv examples/patients.toml examples/job.csv DESTINATION ${doc}/examples)
install(FILES ${pages}/privet-party.service DESTINATION lib/systemd/system)
install(FILES packaging/privet.conf DESTINATION lib/sysusers.d)

if(TARGET privet_python)
  # Below /usr Debian's interpreter looks in lib/python3, below /usr/local in the folder of its version.
  install(CODE "
    set(folder \"\${CMAKE_INSTALL_PREFIX}/lib/python${PRIVET_PYTHON_MAJOR}.${PRIVET_PYTHON_MINOR}/dist-packages\")
    if(CMAKE_INSTALL_PREFIX MATCHES \"/usr/*$\")
      set(folder \"\${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages\")
    endif()
    file(GLOB sources \"${PROJECT_SOURCE_DIR}/python/privet/*.py\" \"${PROJECT_SOURCE_DIR}/python/privet/*.pyi\"
      \"${PROJECT_SOURCE_DIR}/python/privet/py.typed\")
    file(INSTALL DESTINATION \"\${folder}/privet\" TYPE FILE FILES \${sources})
    file(INSTALL DESTINATION \"\${folder}/privet\" TYPE FILE FILES \"$<TARGET_FILE:privet_python>\")
    if(CMAKE_INSTALL_DO_STRIP)
      execute_process(COMMAND strip --strip-unneeded \"\$ENV{DESTDIR}\${folder}/privet/$<TARGET_FILE_NAME:privet_python>\")
    endif()
  ")
endif()

set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME privet)
set(CPACK_PACKAGE_VENDOR "The Privet authors")
set(CPACK_PACKAGE_CONTACT "The Privet authors <privet@privet.invalid>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "anonymize tables and mine data together, with every release checked")
set(CPACK_PACKAGE_DESCRIPTION "Privet makes checked releases of tables and baskets in which nobody can be
singled out, measures what a table gives away, mines tables alone or together
with other organisations without anybody showing its data, and encodes tables
for somebody else to mine. With a C++ library and a Python module.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_DEBIAN_PACKAGE_VERSION ${CPACK_PACKAGE_VERSION})
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(TARGET privet_python)
  math(EXPR next "${PRIVET_PYTHON_MINOR} + 1")
  set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "python3 (>= ${PRIVET_PYTHON_MAJOR}.${PRIVET_PYTHON_MINOR}~), python3 (<< ${PRIVET_PYTHON_MAJOR}.${next})")
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-pandas (>= 1.5)")
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-sklearn, python3-tqdm")
endif()
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/postinst)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
