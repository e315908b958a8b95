# Run by privet_studio_pages: PAGES (relative to STUDIO) and libraries (below FETCHED) as byte arrays in OUTPUT.
set(names "")
set(files "")
if(STAMP)
  foreach(page IN LISTS PAGES)
    list(APPEND names ${page})
    list(APPEND files ${STUDIO}/${page})
  endforeach()
  # hooks imports "preact" by its bare name, which a browser cannot look up.
  file(READ ${FETCHED}/preact/hooks/dist/hooks.module.js hooks)
  string(REPLACE "from\"preact\"" "from\"./preact.js\"" rewritten "${hooks}")
  if(rewritten STREQUAL hooks)
    message(FATAL_ERROR "preact/hooks does not import \"preact\" as it did; see cmake/embed_pages.cmake")
  endif()
  string(REGEX REPLACE "\n//# sourceMappingURL=[^\n]*" "" rewritten "${rewritten}")
  file(WRITE ${OUTPUT}.hooks.js "${rewritten}")
  list(APPEND names vendor/preact.js vendor/hooks.js vendor/htm.js vendor/uplot.js vendor/uplot.css)
  list(APPEND files ${FETCHED}/preact/dist/preact.module.js ${OUTPUT}.hooks.js ${FETCHED}/htm/dist/htm.module.js
    ${FETCHED}/uplot/dist/uPlot.iife.min.js ${FETCHED}/uplot/dist/uPlot.min.css)
  foreach(package IN ITEMS htm preact uplot)
    list(APPEND names vendor/${package}-licence.txt)
    list(APPEND files ${FETCHED}/${package}/LICENSE)
  endforeach()
endif()

set(arrays "")
set(entries "")
set(number 0)
foreach(name file IN ZIP_LISTS names files)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "constexpr unsigned char kBytes${number}[] = {${bytes}0};\n")
  string(APPEND entries "      {\"${name}\", {reinterpret_cast<const char*>(kBytes${number}), sizeof kBytes${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
list(LENGTH names count)
file(WRITE ${OUTPUT}.new "// Made by cmake/embed_pages.cmake.
#include <array>

#include \"studio/assets.h\"

namespace privet::studio {
namespace {
${arrays}}  // namespace

std::span<const Asset> assets() noexcept {
  static const std::array<Asset, ${count}> all{{
${entries}  }};
  return all;
}

}  // namespace privet::studio
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
