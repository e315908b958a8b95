// SPDX-License-Identifier: Apache-2.0
// Any bytes are either refused with Error{Input} or read; what was read is written, read again and
// written to the same bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.h"
#include "data/arff/read_arff.h"
#include "data/arff/write_arff.h"

namespace {

std::string text_of(const privet::ArffFile& file, const privet::Run& run) {
  std::string out;
  privet::write_arff(
      file.table, file.relation, file.attributes, [&](std::string_view bytes) { out += bytes; },
      run);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const privet::Run kRun(nullptr, nullptr, 1);
  privet::ArffFile file;
  try {
    file = privet::parse_arff(std::string_view(reinterpret_cast<const char*>(data), size),
                              "fuzz.arff", kRun);
  } catch (const privet::Error& error) {
    if (error.code() != privet::ErrorCode::Input) std::abort();
    return 0;
  }
  const std::string once = text_of(file, kRun);
  const privet::ArffFile again = privet::parse_arff(once, "again.arff", kRun);
  if (text_of(again, kRun) != once) std::abort();
  return 0;
}
