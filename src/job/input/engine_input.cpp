// SPDX-License-Identifier: Apache-2.0
#include "job/input/engine_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/with_place.h"

namespace privet::job {

std::vector<Parameter> database_parameters() {
  static constexpr std::array<std::string_view, 1> kEngines{"database"};
  return {{.name = "engine",
           .kind = ParameterKind::Choice,
           .summary = "Who answers questions about the rows: database sends them as SQL to the "
                      "PostgreSQL server that holds FILE, so that the rows stay there.",
           .placeholder = "WHO",
           .choices = kEngines},
          {.name = "shard",
           .kind = ParameterKind::Text,
           .summary = "With --engine database, a further server that holds rows of the same table.",
           .placeholder = "ADDRESS",
           .repeatable = true}};
}

bool wants_engine(const Settings& settings) {
  if (settings.given("engine")) return true;
  if (settings.given("shard")) {
    throw Error(ErrorCode::Usage, "has no effect without --engine database",
                {.parameter = "--shard"});
  }
  return false;
}

std::vector<PostgresPlace> engine_places(const std::string& file,
                                         const std::vector<std::string>& shards) {
  const auto place = [](const std::string& address, const Place& at) {
    if (!is_postgres(address)) {
      throw Error(ErrorCode::Usage,
                  "--engine database needs the address of a table, "
                  "postgresql://USER@HOST/DB?table=NAME, instead of a file",
                  at);
    }
    PostgresPlace out = with_place(at, [&] { return parse_postgres_place(address); });
    if (out.table.empty()) {
      throw Error(ErrorCode::Usage,
                  "with --engine database the questions go to a table, not to a query; name one "
                  "with ?table=NAME",
                  at);
    }
    return out;
  };
  std::vector<PostgresPlace> out{place(file, {})};
  for (const auto& shard : shards) out.push_back(place(shard, {.parameter = "--shard"}));
  return out;
}

namespace {

[[noreturn]] void refuse(const Settings& settings, std::string_view name) {
  throw Error(ErrorCode::Usage,
              "is not done inside a database; leave it out, or leave out --engine database, which "
              "reads the table into this process",
              settings.place(name));
}

}  // namespace

void refuse_settings(const Settings& settings, std::span<const std::string_view> refused) {
  for (const auto name : refused) {
    if (settings.find(name) != nullptr && settings.given(name)) refuse(settings, name);
  }
}

void refuse_reading_settings(const Settings& settings) {
  static constexpr std::array<std::string_view, 7> kOfFiles{
      "delimiter",       "no-header",    "encoding", "skip-lines",
      "skip-last-lines", "missing-mark", "table"};
  refuse_settings(settings, kOfFiles);
}

void refuse_other_settings(const Settings& settings, std::span<const std::string_view> understood) {
  for (const auto& parameter : settings.known()) {
    if (!settings.given(parameter.name)) continue;
    if (std::find(understood.begin(), understood.end(), parameter.name) != understood.end()) {
      continue;
    }
    refuse(settings, parameter.name);
  }
}

void refuse_suggested_quasi(const Settings& settings) {
  if (settings.list("quasi") != std::vector<std::string>{"auto"}) return;
  throw Error(ErrorCode::Usage,
              "inside a database no roles are suggested; name the columns (privet inspect suggests "
              "some)",
              {.parameter = "--quasi"});
}

}  // namespace privet::job
