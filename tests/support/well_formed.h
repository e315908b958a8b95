// SPDX-License-Identifier: Apache-2.0
// A small strict judge of markup for tests: every tag closed in order, attributes quoted and not
// repeated, no stray < or &, only known entities, printable UTF-8. For pages it also knows elements
// without an end (meta) and raw ones (style, script).
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace privet::testing_support {

class MarkupJudge {
 public:
  MarkupJudge(std::string_view text, bool page) : text_(text), page_(page) {}

  // Empty when well formed; otherwise what is wrong, with the text around.
  std::string fault() {
    if (page_ && !take("<!DOCTYPE html>")) return "no doctype";
    while (fault_.empty() && at_ < text_.size()) {
      text_[at_] == '<' ? read_tag() : read_text();
    }
    if (fault_.empty() && !open_.empty()) fail("not closed: " + open_.back());
    if (fault_.empty() && roots_ != 1) fail("not one root");
    return fault_;
  }

 private:
  void fail(const std::string& what) {
    const std::size_t from = at_ < 40 ? 0 : at_ - 40;
    fault_ = what + " near: " + std::string(text_.substr(from, 80));
  }

  bool take(std::string_view expected) {
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }

  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '-' || text_[at_] == ':')) {
      ++at_;
    }
    return std::string(text_.substr(start, at_ - start));
  }

  void read_text() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string_view part = text_.substr(at_, end - at_);
    if (open_.empty() && part.find_first_not_of(" \n") != std::string_view::npos) {
      fail("text outside the root");
    }
    check_characters(part);
    at_ = end;
  }

  void check_characters(std::string_view part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (static_cast<unsigned char>(part[i]) < 0x20 && part[i] != '\n') fail("control character");
      if (part[i] == '>') fail("stray >");
      if (part[i] != '&') continue;
      const std::string_view rest = part.substr(i);
      if (!rest.starts_with("&amp;") && !rest.starts_with("&lt;") && !rest.starts_with("&gt;") &&
          !rest.starts_with("&quot;") && !rest.starts_with("&#39;")) {
        fail("stray &");
      }
    }
  }

  void read_tag() {
    if (take("</")) {
      const std::string tag = name();
      if (open_.empty() || open_.back() != tag) return fail("closes what is not open: " + tag);
      open_.pop_back();
      if (!take(">")) fail("end tag");
      return;
    }
    ++at_;
    const std::string tag = name();
    if (tag.empty()) return fail("no tag name");
    if (open_.empty()) ++roots_;
    read_attributes();
    if (!fault_.empty()) return;
    if (take("/>")) return;
    if (!take(">")) return fail("start tag");
    if (page_ && tag == "meta") return;
    open_.push_back(tag);
    if (page_ && (tag == "style" || tag == "script")) {
      at_ = std::min(text_.find("</", at_), text_.size());
    }
  }

  void read_attributes() {
    std::set<std::string> seen;
    while (take(" ")) {
      const std::string attribute = name();
      if (attribute.empty() || !take("=\"")) return fail("attribute");
      if (!seen.insert(attribute).second) return fail("attribute twice: " + attribute);
      if (attribute.starts_with("on") || attribute == "style") return fail("active attribute");
      const std::size_t end = text_.find('"', at_);
      if (end == std::string_view::npos) return fail("quote not closed");
      const std::string_view value = text_.substr(at_, end - at_);
      if (value.find('<') != std::string_view::npos) return fail("< in an attribute");
      check_characters(value);
      at_ = end + 1;
    }
  }

  std::string_view text_;
  bool page_;
  std::size_t at_ = 0;
  std::size_t roots_ = 0;
  std::vector<std::string> open_;
  std::string fault_;
};

inline std::string fault_of_svg(std::string_view text) {
  return MarkupJudge(text, false).fault();
}
inline std::string fault_of_page(std::string_view text) {
  return MarkupJudge(text, true).fault();
}

}  // namespace privet::testing_support
