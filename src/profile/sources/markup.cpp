// SPDX-License-Identifier: Apache-2.0
#include "profile/sources/markup.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>

#include "base/utf8.h"

namespace privet::profile {
namespace {

struct Entity {
  std::string_view name;
  std::string_view text;
};
constexpr std::array<Entity, 38> kEntities{
    Entity{"amp", "&"},    Entity{"lt", "<"},     Entity{"gt", ">"},     Entity{"quot", "\""},
    Entity{"apos", "'"},   Entity{"nbsp", " "},   Entity{"shy", ""},     Entity{"ndash", " "},
    Entity{"mdash", " "},  Entity{"hellip", " "}, Entity{"rsquo", "'"},  Entity{"lsquo", "'"},
    Entity{"agrave", "à"}, Entity{"aacute", "á"}, Entity{"acirc", "â"},  Entity{"atilde", "ã"},
    Entity{"auml", "ä"},   Entity{"aring", "å"},  Entity{"aelig", "æ"},  Entity{"ccedil", "ç"},
    Entity{"egrave", "è"}, Entity{"eacute", "é"}, Entity{"ecirc", "ê"},  Entity{"euml", "ë"},
    Entity{"iacute", "í"}, Entity{"icirc", "î"},  Entity{"iuml", "ï"},   Entity{"ntilde", "ñ"},
    Entity{"oacute", "ó"}, Entity{"ocirc", "ô"},  Entity{"otilde", "õ"}, Entity{"ouml", "ö"},
    Entity{"oslash", "ø"}, Entity{"ugrave", "ù"}, Entity{"uacute", "ú"}, Entity{"ucirc", "û"},
    Entity{"uuml", "ü"},   Entity{"szlig", "ß"},
};

// What names no character becomes a space.
void append_number(std::string& out, std::uint32_t character) {
  const bool none =
      character == 0 || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000);
  append_character(out, none ? U' ' : char32_t{character});
}

// Reads "&eacute;" or "&#233;" at the front; returns how many bytes it took, 0 if it is none.
std::size_t append_entity(std::string& out, std::string_view text) {
  const std::size_t end = text.substr(0, 12).find(';');
  if (end == std::string_view::npos) return 0;
  const std::string_view name = text.substr(1, end - 1);
  if (name.size() > 1 && name[0] == '#') {
    const bool hex = name[1] == 'x' || name[1] == 'X';
    const std::string_view digits = name.substr(hex ? 2 : 1);
    std::uint32_t value = 0;
    const auto [stop, fault] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    if (fault != std::errc() || stop != digits.data() + digits.size()) return 0;
    append_number(out, value);
    return end + 1;
  }
  const auto known = std::find_if(kEntities.begin(), kEntities.end(),
                                  [&](const Entity& entity) { return entity.name == name; });
  if (known == kEntities.end()) return 0;
  out += known->text;
  return end + 1;
}

bool begins(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  return std::equal(lower.begin(), lower.end(), text.begin(), [](char a, char b) {
    return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
  });
}

bool is_tag(std::string_view text, std::string_view name) {
  return begins(text.substr(1), name) &&
         (text.size() == name.size() + 1 ||
          std::isalnum(static_cast<unsigned char>(text[name.size() + 1])) == 0);
}

// Where the element whose start tag is at the front ends; all of the rest if it does not.
std::size_t element_end(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find("</"); at != std::string_view::npos;
       at = text.find("</", at + 2)) {
    if (!begins(text.substr(at + 2), name)) continue;
    const std::size_t close = text.find('>', at);
    return close == std::string_view::npos ? text.size() : close + 1;
  }
  return text.size();
}

// Past the tag at the front, minding quoted attributes.
std::size_t tag_end(std::string_view text) {
  char quote = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quote != 0) {
      if (text[i] == quote) quote = 0;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '>') {
      return i + 1;
    }
  }
  // A quote that is never closed: the tag ends at the first > after all.
  const std::size_t close = text.find('>');
  return close == std::string_view::npos ? text.size() : close + 1;
}

bool inline_tag(std::string_view text) {
  const std::string_view name = text.starts_with("</") ? text.substr(1) : text;
  return is_tag(name, "b") || is_tag(name, "i") || is_tag(name, "em") || is_tag(name, "strong") ||
         is_tag(name, "span") || is_tag(name, "a") || is_tag(name, "sup") || is_tag(name, "sub") ||
         is_tag(name, "u") || is_tag(name, "wbr");
}

}  // namespace

PageText html_text(std::string_view page) {
  PageText out;
  while (!page.empty()) {
    std::size_t taken = 1;
    const bool tag = page[0] == '<' && page.size() > 1 &&
                     (std::isalpha(static_cast<unsigned char>(page[1])) != 0 || page[1] == '/' ||
                      page[1] == '!' || page[1] == '?');
    if (page[0] == '&') {
      taken = append_entity(out.text, page);
      if (taken == 0) {
        out.text += '&';
        taken = 1;
      }
    } else if (!tag) {
      taken = std::min(page.find_first_of("<&", 1), page.size());
      out.text += page.substr(0, taken);
    } else if (page.starts_with("<!--")) {
      const std::size_t end = page.find("-->", 4);
      taken = end == std::string_view::npos ? page.size() : end + 3;
    } else if (is_tag(page, "script") || is_tag(page, "style") || is_tag(page, "template")) {
      const std::string_view name = is_tag(page, "script")  ? "script"
                                    : is_tag(page, "style") ? "style"
                                                            : "template";
      taken = element_end(page, name);
    } else if (is_tag(page, "title") && out.title.empty()) {
      taken = element_end(page, "title");
      const std::string_view inside = page.substr(tag_end(page), taken);
      const std::string_view words = inside.substr(0, inside.find("</"));
      if (words.find('<') == std::string_view::npos) out.title = html_text(words).text;
    } else {
      if (!inline_tag(page)) out.text += ' ';
      taken = tag_end(page);
    }
    page.remove_prefix(taken);
  }
  return out;
}

PageText markdown_text(std::string_view text) {
  std::string kept;
  PageText out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("#") && out.title.empty()) {
      const std::size_t word = line.find_first_not_of("# ");
      if (word != std::string_view::npos) out.title = line.substr(word);
    }
    // "[words](address)" keeps the words.
    for (std::size_t link = line.find("]("); link != std::string_view::npos;
         link = line.find("](")) {
      const std::size_t close = line.find(')', link);
      if (close == std::string_view::npos) break;
      kept += line.substr(0, link + 1);
      kept += ' ';
      line.remove_prefix(close + 1);
    }
    kept += line;
    kept += '\n';
  }
  out.text = html_text(kept).text;
  return out;
}

}  // namespace privet::profile
