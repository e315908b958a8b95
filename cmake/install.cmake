# What `cmake --install` puts where, beside the programs (see apps/): the one archive, its public headers (cmake/public_headers.cmake), and the files with which another CMake
# project says find_package(Privet) and links Privet::privet. tests/consumer is such a project.
include(CMakePackageConfigHelpers)

# For each library the archive links to, the package that brings it. A new one gets a line here; pkg-config:NAME is for
# those without CMake files, found by pkg_check_modules(X IMPORTED_TARGET NAME) as PkgConfig::X.
set(package_of_fmt::fmt fmt)
set(package_of_Threads::Threads Threads)
set(package_of_ZLIB::ZLIB ZLIB)
set(package_of_SQLite::SQLite3 SQLite3)
set(package_of_PostgreSQL::PostgreSQL PostgreSQL)
set(package_of_PkgConfig::LIBZIP pkg-config:libzip)
set(package_of_PkgConfig::PUGIXML pkg-config:pugixml)
set(package_of_tomlplusplus::tomlplusplus tomlplusplus)
set(package_of_OpenSSL::Crypto OpenSSL)
set(package_of_OpenSSL::SSL OpenSSL)
set(package_of_PkgConfig::SODIUM pkg-config:libsodium)
set(package_of_PkgConfig::GMP pkg-config:gmp)
set(package_of_PkgConfig::XAPIAN pkg-config:xapian-core)
set(package_of_PkgConfig::HTTPLIB pkg-config:cpp-httplib)
set(package_of_PkgConfig::XLSXWRITER pkg-config:xlsxwriter)

get_property(links GLOBAL PROPERTY PRIVET_INSTALLED_LINK)
set(packages "")
set(PRIVET_FIND_DEPENDENCIES "")
foreach(link IN LISTS links)
  if(NOT link MATCHES "::")
    continue()  # a bare library name, left to the linker
  endif()
  if(NOT DEFINED package_of_${link})
    message(FATAL_ERROR "cmake/install.cmake does not say which package brings ${link}")
  endif()
  set(package ${package_of_${link}})
  if(package IN_LIST packages)
    continue()
  endif()
  list(APPEND packages ${package})
  if(package MATCHES "^pkg-config:(.*)")
    string(REPLACE "PkgConfig::" "" prefix ${link})
    string(APPEND PRIVET_FIND_DEPENDENCIES "find_dependency(PkgConfig)\n"
      "pkg_check_modules(${prefix} REQUIRED IMPORTED_TARGET ${CMAKE_MATCH_1})\n")
  else()
    string(APPEND PRIVET_FIND_DEPENDENCIES "find_dependency(${package})\n")
  endif()
endforeach()

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Privet)
configure_package_config_file(cmake/PrivetConfig.cmake.in ${PROJECT_BINARY_DIR}/PrivetConfig.cmake
  INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/PrivetConfigVersion.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS privet EXPORT PrivetTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY reproduce/ DESTINATION ${CMAKE_INSTALL_DATADIR}/privet/reproduce)
include(cmake/public_headers.cmake)
privet_include_closure(headers ${PRIVET_PUBLIC_HEADERS})
foreach(header IN LISTS headers)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/privet/${folder})
endforeach()
install(EXPORT PrivetTargets NAMESPACE Privet:: DESTINATION ${config_folder})
install(FILES ${PROJECT_BINARY_DIR}/PrivetConfig.cmake ${PROJECT_BINARY_DIR}/PrivetConfigVersion.cmake
  DESTINATION ${config_folder})
