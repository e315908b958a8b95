// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "net/small_http.h"

namespace privet::net {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// As forms send it: + is a space. A % without two digits stays as it is.
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

void read_parameters(std::string_view text, HttpRequest& request) {
  while (!text.empty()) {
    const auto end = std::min(text.find('&'), text.size());
    const auto part = text.substr(0, end);
    const auto equals = std::min(part.find('='), part.size());
    const auto value = equals < part.size() ? part.substr(equals + 1) : std::string_view();
    if (!part.empty()) {
      request.parameters.emplace_back(decoded(part.substr(0, equals)), decoded(value));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool read_request_line(std::string_view line, HttpRequest& request) {
  const auto first = line.find(' ');
  const auto last = line.rfind(' ');
  if (first == std::string_view::npos || first == 0 || last <= first + 1) return false;
  if (!line.substr(last + 1).starts_with("HTTP/1.")) return false;
  request.method = line.substr(0, first);
  std::string_view target = line.substr(first + 1, last - first - 1);
  if (target[0] != '/') return false;
  const auto question = std::min(target.find('?'), target.size());
  request.path = target.substr(0, question);
  if (question < target.size()) read_parameters(target.substr(question + 1), request);
  return true;
}

std::optional<std::string> found(const std::vector<std::pair<std::string, std::string>>& in,
                                 std::string_view name) {
  const auto at =
      std::find_if(in.begin(), in.end(), [&](const auto& p) { return p.first == name; });
  if (at == in.end()) return std::nullopt;
  return at->second;
}

}  // namespace

std::optional<std::string> HttpRequest::parameter(std::string_view name) const {
  return found(parameters, name);
}

std::optional<std::string> HttpRequest::header(std::string_view lower_name) const {
  return found(headers, lower_name);
}

std::optional<HttpRequest> parse_http_head(std::string_view head) {
  HttpRequest out;
  bool first = true;
  while (!head.empty()) {
    const auto end = head.find("\r\n");
    const auto line = head.substr(0, end);
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 2);
    if (first) {
      if (!read_request_line(line, out)) return std::nullopt;
      first = false;
      continue;
    }
    if (line.empty()) break;
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    std::string name(line.substr(0, colon));
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    // Twice the same name is how requests are smuggled past a check of one of them.
    if (out.header(name)) return std::nullopt;
    out.headers.emplace_back(std::move(name), trimmed(line.substr(colon + 1)));
  }
  if (first) return std::nullopt;
  return out;
}

bool is_foreign(const HttpRequest& request, int port) {
  const auto address = "127.0.0.1:" + std::to_string(port);
  const auto name = "localhost:" + std::to_string(port);
  const auto host = request.header("host");
  if (host != address && host != name) return true;
  const auto site = request.header("sec-fetch-site");
  if (site && *site != "none" && *site != "same-origin") return true;
  const auto origin = request.header("origin");
  return origin && *origin != "http://" + address && *origin != "http://" + name;
}

}  // namespace privet::net
