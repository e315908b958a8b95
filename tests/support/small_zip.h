// SPDX-License-Identifier: Apache-2.0
// A zip archive of these parts, deflated, made by hand: for readers of workbooks.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "data/file_bytes.h"

namespace privet::testing_support {

inline void append_little(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xffU);
}

inline std::string small_zip(const std::map<std::string, std::string>& parts) {
  std::string out;
  std::string directory;
  for (const auto& [name, text] : parts) {
    // A gzip file is ten bytes, the deflated text, its checksum and its length.
    const std::string packed = gzip(text);
    const std::string body = packed.substr(10, packed.size() - 18);
    std::string common;
    append_little(common, 20, 2);     // version
    append_little(common, 0x800, 2);  // names are in UTF-8
    append_little(common, 8, 2);      // deflated
    append_little(common, 0x210000, 4);
    common += packed.substr(packed.size() - 8, 4);
    append_little(common, body.size(), 4);
    append_little(common, text.size(), 4);
    append_little(common, name.size(), 2);
    append_little(common, 0, 2);
    directory += "PK\x01\x02";
    append_little(directory, 20, 2);
    directory += common;
    append_little(directory, 0, 8);
    append_little(directory, 0, 2);
    append_little(directory, out.size(), 4);
    directory += name;
    out += "PK\x03\x04" + common + name + body;
  }
  const std::size_t start = out.size();
  out += directory + "PK\x05\x06";
  append_little(out, 0, 4);
  append_little(out, parts.size(), 2);
  append_little(out, parts.size(), 2);
  append_little(out, directory.size(), 4);
  append_little(out, start, 4);
  append_little(out, 0, 2);
  return out;
}

}  // namespace privet::testing_support
