// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <map>
#include <pugixml.hpp>

#include "base/error.h"
#include "base/utf8.h"
#include "data/xlsx/workbook_internal.h"

namespace privet::detail {
namespace {

std::string_view local(std::string_view name) {
  const auto colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// The first child of this name, in whatever namespace.
pugi::xml_node child(const pugi::xml_node& node, std::string_view wanted) {
  return node.find_child([&](const pugi::xml_node& one) { return local(one.name()) == wanted; });
}

std::string attribute(const pugi::xml_node& node, std::string_view wanted) {
  return node
      .find_attribute([&](const pugi::xml_attribute& one) { return local(one.name()) == wanted; })
      .value();
}

// The number of a style or format; large if it is none.
unsigned number_of(const std::string& text) {
  if (text.empty() || text.size() > 6 ||
      text.find_first_not_of("0123456789") != std::string::npos) {
    return 999999;
  }
  return static_cast<unsigned>(std::stoul(text));
}

bool is_true(const std::string& text) {
  return text == "1" || text == "true";
}

pugi::xml_document parse_part(const ZipParts& parts, const std::string& part) {
  const std::string bytes = parts.read(part);
  pugi::xml_document out;
  const auto result = out.load_buffer(bytes.data(), bytes.size());
  if (!result) {
    parts.refuse(fmt::format("the part {} of this workbook is not sound XML: {}",
                             quote_for_message(part), result.description()));
  }
  return out;
}

// "/xl/worksheets/sheet1.xml", or relative to the folder of the part that names it.
std::string resolve(const std::string& folder, const std::string& target) {
  if (target.starts_with('/')) return target.substr(1);
  std::string base = folder;
  std::string_view rest = target;
  while (rest.starts_with("../")) {
    rest.remove_prefix(3);
    const auto slash = base.rfind('/', base.size() < 2 ? 0 : base.size() - 2);
    base = slash == std::string::npos ? "" : base.substr(0, slash + 1);
  }
  if (rest.starts_with("./")) rest.remove_prefix(2);
  return base + std::string(rest);
}

struct Relation {
  std::string type;  // the last word of its name
  std::string part;
};

std::map<std::string, Relation> read_relations(const ZipParts& parts, const std::string& part) {
  const auto slash = part.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : part.substr(0, slash + 1);
  const std::string name = folder + "_rels/" + part.substr(folder.size()) + ".rels";
  std::map<std::string, Relation> out;
  if (!parts.has(name)) return out;
  const auto document = parse_part(parts, name);
  for (const auto& one : document.document_element().children()) {
    const std::string type = attribute(one, "Type");
    const auto last = type.rfind('/');
    out[attribute(one, "Id")] = {last == std::string::npos ? type : type.substr(last + 1),
                                 resolve(folder, attribute(one, "Target"))};
  }
  return out;
}

std::vector<CellLook> read_styles(const ZipParts& parts, const std::string& part) {
  const auto document = parse_part(parts, part);
  const auto root = document.document_element();
  std::map<unsigned, CellLook> own;
  for (const auto& one : child(root, "numFmts").children()) {
    own[number_of(attribute(one, "numFmtId"))] = look_of_code(attribute(one, "formatCode"));
  }
  std::vector<CellLook> out;
  for (const auto& one : child(root, "cellXfs").children()) {
    const unsigned id = number_of(attribute(one, "numFmtId"));
    const auto found = own.find(id);
    out.push_back(found != own.end() ? found->second : look_of_builtin(id).value_or(CellLook{}));
  }
  return out;
}

std::string main_part(const ZipParts& parts) {
  if (parts.has("_rels/.rels")) {
    const auto document = parse_part(parts, "_rels/.rels");
    for (const auto& one : document.document_element().children()) {
      if (attribute(one, "Type").ends_with("/officeDocument")) {
        return resolve("", attribute(one, "Target"));
      }
    }
  }
  return "xl/workbook.xml";
}

}  // namespace

Workbook read_workbook(const ZipParts& parts) {
  Workbook out;
  const std::string part = main_part(parts);
  const auto relations = read_relations(parts, part);
  const auto document = parse_part(parts, part);
  const auto root = document.document_element();
  out.since_1904 = is_true(attribute(child(root, "workbookPr"), "date1904"));
  for (const auto& one : child(root, "sheets").children()) {
    // r:id, not sheetId
    std::string id;
    for (const auto& a : one.attributes()) {
      if (local(a.name()) == "id" && std::strchr(a.name(), ':') != nullptr) id = a.value();
    }
    const auto found = relations.find(id);
    if (found == relations.end() || found->second.type != "worksheet") continue;
    const std::string state = attribute(one, "state");
    out.sheets.push_back({.name = attribute(one, "name"),
                          .part = found->second.part,
                          .hidden = !state.empty() && state != "visible"});
  }
  for (const auto& [id, relation] : relations) {
    if (relation.type == "styles" && parts.has(relation.part)) {
      out.looks = read_styles(parts, relation.part);
    } else if (relation.type == "sharedStrings" && parts.has(relation.part)) {
      out.shared_part = relation.part;
    }
  }
  return out;
}

void append_unescaped(std::string_view text, std::string& out) {
  for (;;) {
    const auto at = text.find("_x");
    if (at == std::string_view::npos) break;
    out += text.substr(0, at);
    text.remove_prefix(at);
    const std::string_view digits = text.substr(2, 4);
    const bool escape = text.size() >= 7 && text[6] == '_' &&
                        digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    if (!escape) {
      out += "_x";
      text.remove_prefix(2);
      continue;
    }
    auto code = static_cast<char32_t>(std::stoul(std::string(digits), nullptr, 16));
    text.remove_prefix(7);
    // Two halves of a character beyond the first 65,536.
    if (code >= 0xD800 && code <= 0xDBFF && text.size() >= 7 && text.starts_with("_xD")) {
      const auto low =
          static_cast<char32_t>(std::strtoul(std::string(text.substr(2, 4)).c_str(), nullptr, 16));
      if (low >= 0xDC00 && low <= 0xDFFF && text[6] == '_') {
        code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
        text.remove_prefix(7);
      }
    }
    append_character(out, code >= 0xD800 && code <= 0xDFFF ? kReplacement : code);
  }
  out += text;
}

void append_rich_text(XmlScanner& xml, std::string_view element, std::string& out) {
  const std::string end(element);
  std::string text;
  bool in_text = false;
  std::size_t phonetic = 0;
  for (;;) {
    switch (xml.next()) {
      case XmlScanner::Token::Begin:
        if (xml.name() == "rPh") ++phonetic;
        in_text = phonetic == 0 && xml.name() == "t";
        break;
      case XmlScanner::Token::Text:
        if (in_text) text += xml.text();
        break;
      case XmlScanner::Token::End:
        if (xml.name() == "rPh" && phonetic > 0) --phonetic;
        in_text = false;
        if (xml.name() != end) break;
        [[fallthrough]];
      case XmlScanner::Token::Stop:
        append_unescaped(text, out);
        return;
    }
  }
}

void SharedTexts::read(const ZipParts& parts, const std::string& part, const Run& run) {
  ZipPart file(parts, part);
  XmlScanner xml(file);
  for (auto token = xml.next(); token != XmlScanner::Token::Stop; token = xml.next()) {
    if (token != XmlScanner::Token::Begin || xml.name() != "si") continue;
    append_rich_text(xml, "si", arena_);
    ends_.push_back(arena_.size());
    if (ends_.size() % 4096 == 0) run.check_cancelled();
  }
}

}  // namespace privet::detail
