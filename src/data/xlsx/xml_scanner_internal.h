// SPDX-License-Identifier: Apache-2.0
// Goes through the XML of a sheet tag by tag while it is inflated: a sheet of a million cells is
// never in memory as a tree. (The small parts of a workbook are read with pugixml.)
// Names are given without their namespace. A document type declaration is refused, so that there
// are no entities but the five of XML and numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/xlsx/zip_parts_internal.h"

namespace privet::detail {

class XmlScanner {
 public:
  enum class Token { Begin, End, Text, Stop };  // <a/> is Begin and then End

  explicit XmlScanner(ZipPart& part);

  // What it stands on is good until the next call.
  Token next();
  [[nodiscard]] std::string_view name() const { return name_; }
  // Of the tag that begins here; raw: of those that are asked for, none needs an entity.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view wanted) const;
  // The text here, entities replaced.
  [[nodiscard]] std::string_view text();

 private:
  // Makes sure that there are bytes at at_; false at the end.
  bool fill();
  // Where `wanted` next stands, both counted from at_; the buffer grows until it is there.
  std::size_t find(std::string_view wanted, std::size_t from);
  // Gets more bytes behind those from at_ on; false at the end.
  bool read_on();
  bool only_blanks_left();
  void skip_markup();
  Token read_tag();

  ZipPart& part_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  bool more_ = true;
  bool self_closed_ = false;
  std::string_view name_;
  std::string_view attributes_;
  std::string_view raw_;  // of a text
  bool literal_ = false;  // it is CDATA
  std::string decoded_;
};

}  // namespace privet::detail
