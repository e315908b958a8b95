// SPDX-License-Identifier: Apache-2.0
#include "data/postgres/postgres_place.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::string_view kLong = "postgresql://";
constexpr std::string_view kShort = "postgres://";

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const bool room = i + 2 < text.size();
    const auto high = room ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = room ? hex_digit(text[i + 2]) : std::nullopt;
    if (!high || !low || (*high == 0 && *low == 0)) {
      throw Error(ErrorCode::Usage,
                  "the address of the table has a % that two hexadecimal digits must follow; write "
                  "a % itself as %25");
    }
    out += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return out;
}

[[noreturn]] void refuse_password() {
  throw Error(ErrorCode::Usage,
              "the address of the database has a password, which everybody can read who sees the "
              "list of processes; leave it out and give it to libpq in ~/.pgpass, a service file "
              "or PGPASSWORD");
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto end = text.find(separator);
    out.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return out;
}

void set_table(std::string_view value, PostgresPlace& out) {
  const auto dot = value.find('.');
  if (dot != std::string_view::npos) out.schema = percent_decoded(value.substr(0, dot));
  out.table = percent_decoded(dot == std::string_view::npos ? value : value.substr(dot + 1));
  if (out.table.empty() || (dot != std::string_view::npos && out.schema.empty())) {
    throw Error(ErrorCode::Usage,
                "the address of the database has a table without a name; write table=NAME or "
                "table=SCHEMA.NAME");
  }
}

}  // namespace

std::string PostgresPlace::quoted() const {
  return (schema.empty() ? "" : quote_sql_name(schema) + ".") + quote_sql_name(table);
}

bool is_postgres(std::string_view path) {
  return path.starts_with(kLong) || path.starts_with(kShort);
}

PostgresPlace parse_postgres_server(const std::string& address) {
  PRIVET_CHECK(is_postgres(address));
  const auto mark = address.find('?');
  const std::string head = address.substr(0, mark);
  const auto begin = head.find("//") + 2;
  const auto authority = head.substr(begin, head.find('/', begin) - begin);
  const auto at = authority.rfind('@');
  if (at != std::string::npos && authority.find(':') < at) refuse_password();
  PostgresPlace out{.connection = head};
  const std::string tail = mark == std::string::npos ? "" : address.substr(mark + 1);
  std::string kept;
  for (const auto part : split_at(tail, '&')) {
    const auto equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
    if (percent_decoded(key) == "password" || percent_decoded(key) == "sslpassword") {
      refuse_password();
    }
    if (key == "table") {
      set_table(value, out);
    } else if (key == "query") {
      out.query = percent_decoded(value);
    } else {
      kept += (kept.empty() ? "?" : "&") + std::string(part);
    }
  }
  out.connection += kept;
  if (!out.table.empty() && !out.query.empty()) {
    throw Error(ErrorCode::Usage,
                "the address of the database has both a table and a query; leave one out");
  }
  return out;
}

PostgresPlace parse_postgres_place(const std::string& address) {
  PostgresPlace out = parse_postgres_server(address);
  if (out.table.empty() && out.query.empty()) {
    throw Error(ErrorCode::Usage,
                "the address of the database names no table; add ?table=NAME, ?table=SCHEMA.NAME "
                "or ?query=SELECT...");
  }
  return out;
}

std::string quote_sql_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string quote_sql_text(std::string_view text) {
  std::string out = "E'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += c;
    out += c;
  }
  return out + "'";
}

}  // namespace privet
