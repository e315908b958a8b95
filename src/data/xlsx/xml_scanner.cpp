// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/utf8.h"
#include "data/xlsx/xml_scanner_internal.h"

namespace privet::detail {
namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10U;
constexpr std::size_t kLongest = std::size_t{16} << 20U;  // of a tag or a text
constexpr std::string_view kXmlBlank = " \t\r\n";

std::string_view local_name(std::string_view name) {
  const auto colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// The character of "amp", "#233" or "#xE9"; 0 if there is none.
char32_t entity(std::string_view word) {
  if (word == "amp") return '&';
  if (word == "lt") return '<';
  if (word == "gt") return '>';
  if (word == "quot") return '"';
  if (word == "apos") return '\'';
  if (word.size() < 2 || word[0] != '#') return 0;
  const bool hex = word[1] == 'x' || word[1] == 'X';
  word.remove_prefix(hex ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, problem] =
      std::from_chars(word.data(), word.data() + word.size(), code, hex ? 16 : 10);
  const bool good = problem == std::errc() && end == word.data() + word.size() &&
                    code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return good ? static_cast<char32_t>(code) : 0;
}

}  // namespace

XmlScanner::XmlScanner(ZipPart& part) : part_(part), buffer_(2 * kBlock) {
  if (!fill()) part_.refuse("it is empty");
  const std::string_view start(buffer_.data(), end_);
  if (start.starts_with("\xEF\xBB\xBF")) at_ = 3;
  if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) {
    part_.refuse("it is not in UTF-8");
  }
}

bool XmlScanner::fill() {
  if (at_ < end_) return true;
  at_ = 0;
  end_ = more_ ? part_.read({buffer_.data(), kBlock}) : 0;
  more_ = end_ > 0;
  return more_;
}

std::size_t XmlScanner::find(std::string_view wanted, std::size_t from) {
  for (;;) {
    const std::string_view seen(buffer_.data() + at_, end_ - at_);
    const auto found = seen.find(wanted, from);
    if (found != std::string_view::npos) return found;
    // What was searched need not be searched again.
    from = std::max(from, seen.size() - std::min(seen.size(), wanted.size() - 1));
    if (seen.size() > kLongest) part_.refuse("a tag or a text in it has no end");
    if (!read_on()) part_.refuse("it ends in the middle");
  }
}

bool XmlScanner::read_on() {
  std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
  end_ -= at_;
  at_ = 0;
  if (buffer_.size() - end_ < kBlock) buffer_.resize(std::max(2 * buffer_.size(), end_ + kBlock));
  const std::size_t count = part_.read({buffer_.data() + end_, kBlock});
  end_ += count;
  return count > 0;
}

// Goes past a comment or an instruction.
void XmlScanner::skip_markup() {
  const std::string_view rest(buffer_.data() + at_, end_ - at_);
  if (rest.starts_with("<!--")) {
    const std::size_t end = find("-->", 4);
    at_ += end + 3;
  } else if (rest.starts_with("<?")) {
    const std::size_t end = find("?>", 2);
    at_ += end + 2;
  } else {
    part_.refuse("there is a declaration in it that no workbook has");
  }
}

XmlScanner::Token XmlScanner::read_tag() {
  std::size_t end = find(">", 1);
  for (std::size_t from = 1;;) {  // a > may stand in the value of an attribute
    const std::string_view tag(buffer_.data() + at_, end);
    const auto quote = tag.find_first_of("\"'", from);
    if (quote == std::string_view::npos) break;
    const char mark = tag[quote];
    from = find(std::string_view(&mark, 1), quote + 1) + 1;
    if (from > end) end = find(">", from);
  }
  std::string_view tag(buffer_.data() + at_ + 1, end - 1);
  at_ += end + 1;
  if (tag.starts_with('/')) {
    tag.remove_prefix(1);
    name_ = local_name(tag.substr(0, tag.find_first_of(kXmlBlank)));
    return Token::End;
  }
  self_closed_ = tag.ends_with('/');
  if (self_closed_) tag.remove_suffix(1);
  const auto blank = tag.find_first_of(kXmlBlank);
  name_ = local_name(tag.substr(0, blank));
  attributes_ = blank == std::string_view::npos ? std::string_view() : tag.substr(blank);
  return Token::Begin;
}

XmlScanner::Token XmlScanner::next() {
  if (self_closed_) {
    self_closed_ = false;
    return Token::End;  // name_ is still that of the tag
  }
  while (fill()) {
    if (buffer_[at_] != '<') {
      if (only_blanks_left()) return Token::Stop;
      const std::size_t end = find("<", 0);
      raw_ = std::string_view(buffer_.data() + at_, end);
      at_ += end;
      literal_ = false;
      return Token::Text;
    }
    constexpr std::string_view kCdata = "<![CDATA[";
    while (end_ - at_ < kCdata.size() && read_on()) {
    }
    const std::string_view rest(buffer_.data() + at_, end_ - at_);
    if (rest.starts_with(kCdata)) {
      const std::size_t end = find("]]>", kCdata.size());
      raw_ = std::string_view(buffer_.data() + at_ + kCdata.size(), end - kCdata.size());
      at_ += end + 3;
      literal_ = true;
      return Token::Text;
    }
    if (!rest.starts_with("<!") && !rest.starts_with("<?")) return read_tag();
    skip_markup();
  }
  return Token::Stop;
}

// The document has ended: outside its tags nothing else may stand.
bool XmlScanner::only_blanks_left() {
  for (;;) {
    const std::string_view rest(buffer_.data() + at_, end_ - at_);
    const auto other = rest.find_first_not_of(kXmlBlank);
    if (other != std::string_view::npos) return false;
    if (rest.size() > kLongest || !read_on()) return true;
  }
}

std::optional<std::string_view> XmlScanner::attribute(std::string_view wanted) const {
  std::string_view rest = attributes_;
  for (;;) {
    const auto start = rest.find_first_not_of(kXmlBlank);
    if (start == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(start);
    const auto equals = rest.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view key = rest.substr(0, rest.find_first_of("= \t\r\n"));
    const auto quote = rest.find_first_of("\"'", equals);
    if (quote == std::string_view::npos) return std::nullopt;
    const auto close = rest.find(rest[quote], quote + 1);
    if (close == std::string_view::npos) return std::nullopt;
    if (key == wanted) return rest.substr(quote + 1, close - quote - 1);
    rest.remove_prefix(close + 1);
  }
}

std::string_view XmlScanner::text() {
  if (literal_ || raw_.find_first_of("&\r") == std::string_view::npos) return raw_;
  decoded_.clear();
  for (std::size_t i = 0; i < raw_.size(); ++i) {
    if (raw_[i] == '\r') {  // XML reads every line end as LF
      decoded_ += '\n';
      if (i + 1 < raw_.size() && raw_[i + 1] == '\n') ++i;
      continue;
    }
    if (raw_[i] != '&') {
      decoded_ += raw_[i];
      continue;
    }
    const auto end = raw_.substr(i, 12).find(';');
    const char32_t character =
        end == std::string_view::npos ? 0 : entity(raw_.substr(i + 1, end - 1));
    if (character == 0) part_.refuse("there is an entity in it that is not known");
    append_character(decoded_, character);
    i += end;
  }
  return decoded_;
}

}  // namespace privet::detail
