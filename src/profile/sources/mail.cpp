// SPDX-License-Identifier: Apache-2.0
#include "profile/sources/mail.h"

#include <fmt/format.h>
#include <algorithm>

#include "base/error.h"
#include "profile/sources/charset.h"
#include "profile/sources/markup.h"
#include "profile/sources/mime_internal.h"

namespace privet::profile {
namespace {

using detail::Headers;

constexpr int kDeepest = 12;                                  // parts within parts
constexpr std::size_t kMostText = std::size_t{4} << 20U;      // of one message, in bytes
constexpr std::size_t kLargestPart = std::size_t{16} << 20U;  // before decoding

std::string decoded_body(const Headers& headers, std::string_view body, bool& broken) {
  body = body.substr(0, kLargestPart);
  const std::string coding = detail::main_value(headers.value("Content-Transfer-Encoding"));
  const std::string charset = detail::parameter(headers.value("Content-Type"), "charset");
  if (coding == "base64") return to_utf8(detail::decode_base64(body, broken), charset);
  if (coding == "quoted-printable") {
    return to_utf8(detail::decode_quoted(body, false, broken), charset);
  }
  return to_utf8(body, charset);
}

// The pieces between the boundary's lines. Without a closing one the last reaches to the end.
std::vector<std::string_view> pieces(std::string_view body, const std::string& boundary,
                                     bool& broken) {
  std::vector<std::string_view> out;
  const std::string mark = "--" + boundary;
  std::size_t begin = std::string_view::npos;
  std::size_t at = 0;
  while (at < body.size()) {
    const std::size_t end = std::min(body.find('\n', at), body.size());
    const std::string_view line = detail::trimmed(body.substr(at, end - at));
    if (line.starts_with(mark) && (line.size() == mark.size() || line == mark + "--")) {
      if (begin != std::string_view::npos) out.push_back(body.substr(begin, at - begin));
      if (line.size() > mark.size()) return out;
      begin = std::min(end + 1, body.size());
    }
    at = end + 1;
  }
  broken = true;
  if (begin != std::string_view::npos) out.push_back(body.substr(begin));
  return out;
}

class Reader {
 public:
  explicit Reader(Mail& mail) : mail_(mail) {}

  std::string text_of(const Headers& headers, std::string_view body, int depth) {
    const std::string type_line = headers.value("Content-Type");
    const std::string type = type_line.empty() ? "text/plain" : detail::main_value(type_line);
    if (detail::main_value(headers.value("Content-Disposition")) == "attachment") return {};
    if (depth > kDeepest) {
      mail_.broken = true;
      return {};
    }
    if (type.starts_with("multipart/")) return parts_text(type, type_line, body, depth);
    if (type == "message/rfc822") {
      const Headers inner = detail::take_headers(body);
      return decode_header(inner.value("Subject")) + "\n" + text_of(inner, body, depth + 1);
    }
    if (type == "text/html") return html_text(decoded_body(headers, body, mail_.broken)).text;
    if (type.starts_with("text/")) return decoded_body(headers, body, mail_.broken);
    return {};
  }

 private:
  std::string parts_text(const std::string& type, const std::string& type_line,
                         std::string_view body, int depth) {
    const std::string boundary = detail::parameter(type_line, "boundary");
    if (boundary.empty()) {
      mail_.broken = true;
      return {};
    }
    std::string out;
    for (std::string_view piece : pieces(body, boundary, mail_.broken)) {
      const Headers headers = detail::take_headers(piece);
      const std::string text = text_of(headers, piece, depth + 1);
      if (detail::trimmed(text).empty()) continue;
      out += text;
      out += '\n';
      // The same content in several forms: the first readable one, which is the plainest.
      if (type == "multipart/alternative" || out.size() > kMostText) break;
    }
    return out;
  }

  Mail& mail_;
};

// The next "From " line that begins a message: at the start of a line, after an empty one.
std::size_t next_message(std::string_view bytes, std::size_t from) {
  for (std::size_t at = bytes.find("\nFrom ", from); at != std::string_view::npos;
       at = bytes.find("\nFrom ", at + 1)) {
    const std::string_view before = bytes.substr(0, at);
    if (before.empty() || before.ends_with('\n') || before.ends_with("\n\r")) return at + 1;
  }
  return bytes.size();
}

}  // namespace

std::string decode_header(std::string_view text) {
  std::string out;
  bool broken = false;
  bool after_word = false;  // spaces between two encoded words are not part of the text
  while (!text.empty()) {
    const std::size_t start = text.find("=?");
    const std::size_t coding = start == std::string_view::npos ? start : text.find('?', start + 2);
    const std::size_t content =
        coding == std::string_view::npos ? coding : text.find('?', coding + 1);
    const std::size_t end =
        content == std::string_view::npos ? content : text.find("?=", content + 1);
    if (end == std::string_view::npos || content != coding + 2) {
      const std::size_t taken = start == std::string_view::npos ? text.size() : start + 2;
      out += text.substr(0, taken);
      text.remove_prefix(taken);
      after_word = false;
      continue;
    }
    const std::string_view between = text.substr(0, start);
    if (!after_word || !detail::trimmed(between).empty()) out += between;
    std::string charset(text.substr(start + 2, coding - start - 2));
    charset = charset.substr(0, charset.find('*'));  // RFC 2231 puts a language there
    const std::string_view inside = text.substr(content + 1, end - content - 1);
    const bool base64 = text[coding + 1] == 'B' || text[coding + 1] == 'b';
    out += to_utf8(base64 ? detail::decode_base64(inside, broken)
                          : detail::decode_quoted(inside, true, broken),
                   charset);
    text.remove_prefix(end + 2);
    after_word = true;
  }
  return to_utf8(out);
}

Mail parse_mail(std::string_view message) {
  Mail out;
  const Headers headers = detail::take_headers(message);
  out.subject = decode_header(headers.value("Subject"));
  out.text = Reader(out).text_of(headers, message, 0);
  if (out.text.size() > kMostText) out.text.resize(kMostText);
  if (headers.all.empty()) out.broken = true;
  return out;
}

bool is_mbox(std::string_view bytes) {
  return bytes.starts_with("From ");
}

MboxCounts read_mbox(std::string_view bytes, const std::string& name, const DocumentSink& sink,
                     const Run& run) {
  if (!is_mbox(bytes)) {
    throw Error(ErrorCode::Input,
                "is not an mbox: the first line of one begins with 'From ', not with " +
                    quote_for_message(bytes.substr(0, std::min<std::size_t>(bytes.find('\n'), 40))),
                {.file = name, .line = 1});
  }
  MboxCounts counts;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = next_message(bytes, at);
    std::string_view message = bytes.substr(at, end - at);
    message.remove_prefix(std::min(message.find('\n'), message.size() - 1) + 1);
    Mail mail = parse_mail(message);
    ++counts.messages;
    if (mail.broken) ++counts.broken;
    sink({.title = std::move(mail.subject),
          .address = fmt::format("{}#{}", name, counts.messages),
          .text = std::move(mail.text)});
    if (counts.messages % 64 == 0) {
      run.progress("reading mail", static_cast<double>(end) / static_cast<double>(bytes.size()));
    }
    at = end;
  }
  return counts;
}

}  // namespace privet::profile
