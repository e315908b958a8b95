// SPDX-License-Identifier: Apache-2.0
#include "party/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "base/run.h"
#include "data/file_bytes.h"
#include "party/toml_internal.h"
#include "party/words.h"

namespace privet::party {
namespace {

LogLevel log_level(const std::string& name, const Place& place) {
  constexpr std::array<std::string_view, 4> kNames{"error", "warn", "info", "debug"};
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) {
    throw Error(ErrorCode::Input,
                fmt::format("there is no log level {}; there is {}", quote_for_message(name),
                            fmt::join(kNames, ", ")),
                place);
  }
  return static_cast<LogLevel>(found - kNames.begin());
}

TableEntry table_entry(const std::string& name, TomlTable keys) {
  TableEntry out;
  out.name = name;
  const auto file = keys.text("file");
  out.postgres = keys.text("postgres");
  const auto table = keys.text("table");
  const auto query = keys.text("query");
  if (file.has_value() == out.postgres.has_value()) {
    throw Error(ErrorCode::Input,
                fmt::format("table {} needs either a file or a postgres connection", name),
                keys.place(""));
  }
  if (table && query) {
    throw Error(ErrorCode::Input, fmt::format("table {} has both a table and a query", name),
                keys.place("query"));
  }
  const auto chosen = table ? table : query;
  if (file) {
    const std::filesystem::path path(*file);
    out.file.path = path.is_absolute()
                        ? path.string()
                        : (std::filesystem::path(keys.path()).parent_path() / path).string();
    out.file.table_or_query = chosen;
  } else if (!query) {
    throw Error(ErrorCode::Input, fmt::format("table {} needs a query", name), keys.place(""));
  } else {
    out.query = *query;
  }
  constexpr std::uint64_t kLongest = 3600;
  if (const auto limit = keys.count("seconds", 1, kLongest)) {
    if (file) {
      throw Error(ErrorCode::Input, "seconds is for tables of a PostgreSQL server",
                  keys.place("seconds"));
    }
    out.limit = std::chrono::seconds(*limit);
  }
  out.columns = keys.list("columns").value_or(std::vector<std::string>());
  keys.done();
  return out;
}

void read_jobs(TomlTable& keys, Config& out) {
  constexpr std::uint64_t kDay = 86'400;
  using std::chrono::seconds;
  if (const auto n = keys.count("at_once", 1, 64)) out.at_once = *n;
  if (const auto n = keys.count("threads", 1, 1024)) out.threads = *n;
  if (const auto n = keys.count("meeting_seconds", 1, kDay)) out.meeting = seconds(*n);
  if (const auto n = keys.count("message_seconds", 1, kDay)) out.message = seconds(*n);
  if (const auto n = keys.count("running_hours", 1, 24 * 365)) out.running = std::chrono::hours(*n);
  if (const auto n = keys.count("silence_seconds", 2, kDay)) out.silence = seconds(*n);
  if (const auto n = keys.count("decision_days", 1, 365)) out.decision = seconds(*n * kDay);
  keys.done();
}

}  // namespace

const TableEntry* Config::table(std::string_view table_name) const {
  const auto found = std::ranges::find(tables, table_name, &TableEntry::name);
  return found == tables.end() ? nullptr : &*found;
}

HostPort parse_address(std::string_view text) {
  const auto colon = text.rfind(':');
  HostPort out;
  unsigned port = 0;
  if (colon != std::string_view::npos) {
    auto host = text.substr(0, colon);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
      host = host.substr(1, host.size() - 2);
    }
    const auto digits = text.substr(colon + 1);
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    const bool whole = failure == std::errc() && end == digits.data() + digits.size();
    if (whole && !digits.empty() && port <= 65535 && !host.empty()) {
      return {std::string(host), static_cast<std::uint16_t>(port)};
    }
  }
  throw Error(ErrorCode::Usage,
              fmt::format("{} is not an address: write HOST:PORT", quote_for_message(text)));
}

Config parse_config(std::string_view text, const std::string& path) {
  const auto document = parse_toml(text, path);
  TomlTable top(document, path, "the config file");
  Config out;
  out.name = top.required("name");
  check_party_name(out.name);
  auto listen = top.table("listen");
  if (!listen) throw Error(ErrorCode::Input, "the section [listen] is missing", {.file = path});
  out.listen_host = listen->required("host");
  out.listen_port = static_cast<std::uint16_t>(listen->count("port", 0, 65535).value_or(0));
  if (const auto address = listen->text("address")) {
    const auto parsed = parse_address(*address);
    out.address_host = parsed.host;
    out.address_port = parsed.port;
  } else {
    out.address_host = out.listen_host;
    out.address_port = out.listen_port;
  }
  listen->done();
  if (auto jobs = top.table("jobs")) read_jobs(*jobs, out);
  if (auto log = top.table("log")) {
    if (const auto level = log->text("level")) out.log = log_level(*level, log->place("level"));
    log->done();
  }
  if (auto http = top.table("http")) {
    out.http_port = static_cast<std::uint16_t>(http->count("port", 0, 65535).value_or(0));
    http->done();
  }
  if (auto tables = top.table("tables")) {
    for (const auto& name : tables->keys()) {
      auto keys = tables->table(name);
      out.tables.push_back(table_entry(name, *keys));
    }
  }
  top.done();
  return out;
}

Config read_config(const std::string& path) {
  const Run run;
  return parse_config(FileBytes(path, run).view(), path);
}

}  // namespace privet::party
