// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "data/parquet/duckdb_library_internal.h"

namespace privet::detail {
namespace {

constexpr std::string_view kInstall =
    "install DuckDB's library of version 1 (libduckdb-linux-amd64.zip of its release page) where "
    "the system finds libduckdb.so, or name the file in PRIVET_DUCKDB; or use CSV";

std::string doubled(std::string_view text, char mark) {
  std::string out(1, mark);
  for (const char c : text) {
    out += c;
    if (c == mark) out += mark;
  }
  return out + mark;
}

template <typename Function>
bool look_up(void* library, const char* name, Function*& out) {
  out = reinterpret_cast<Function*>(::dlsym(library, name));
  return out != nullptr;
}

bool look_up_all(void* library, DuckdbFunctions& api) {
  return look_up(library, "duckdb_library_version", api.library_version) &&
         look_up(library, "duckdb_create_config", api.create_config) &&
         look_up(library, "duckdb_set_config", api.set_config) &&
         look_up(library, "duckdb_destroy_config", api.destroy_config) &&
         look_up(library, "duckdb_open_ext", api.open_ext) &&
         look_up(library, "duckdb_close", api.close) &&
         look_up(library, "duckdb_connect", api.connect) &&
         look_up(library, "duckdb_disconnect", api.disconnect) &&
         look_up(library, "duckdb_query", api.query) &&
         look_up(library, "duckdb_destroy_result", api.destroy_result) &&
         look_up(library, "duckdb_result_error", api.result_error) &&
         look_up(library, "duckdb_column_count", api.column_count) &&
         look_up(library, "duckdb_fetch_chunk", api.fetch_chunk) &&
         look_up(library, "duckdb_destroy_data_chunk", api.destroy_data_chunk) &&
         look_up(library, "duckdb_data_chunk_get_size", api.data_chunk_get_size) &&
         look_up(library, "duckdb_data_chunk_get_vector", api.data_chunk_get_vector) &&
         look_up(library, "duckdb_vector_get_data", api.vector_get_data) &&
         look_up(library, "duckdb_vector_get_validity", api.vector_get_validity) &&
         look_up(library, "duckdb_appender_create", api.appender_create) &&
         look_up(library, "duckdb_appender_end_row", api.appender_end_row) &&
         look_up(library, "duckdb_appender_close", api.appender_close) &&
         look_up(library, "duckdb_appender_destroy", api.appender_destroy) &&
         look_up(library, "duckdb_append_int64", api.append_int64) &&
         look_up(library, "duckdb_append_double", api.append_double) &&
         look_up(library, "duckdb_append_varchar_length", api.append_varchar_length) &&
         look_up(library, "duckdb_append_null", api.append_null) &&
         look_up(library, "duckdb_free", api.free);
}

DuckdbFunctions load(const std::string& file) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::Usage, fmt::format("Parquet needs DuckDB, and {}; {}", what, kInstall),
                {.file = file});
  };
  const char* named =
      std::getenv("PRIVET_DUCKDB");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  const std::string path = named != nullptr && *named != '\0' ? named : "libduckdb.so";
  // Never closed: its threads may outlive a database.
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(fmt::format("{} cannot be loaded", path));
  DuckdbFunctions api{};
  if (!look_up_all(library, api)) {
    refuse(fmt::format("{} is not DuckDB, or an old one", path));
  }
  const std::string version = api.library_version();
  if (!version.starts_with("v1.")) {
    refuse(fmt::format("{} is of version {}", path, quote_for_message(version)));
  }
  return api;
}

}  // namespace

std::string sql_text(std::string_view text) {
  return doubled(text, '\'');
}

std::string sql_name(std::string_view name) {
  return doubled(name, '"');
}

Duckdb::Duckdb(std::string file, ErrorCode code)
    : api_(load(file)), file_(std::move(file)), code_(code) {
  void* config = nullptr;
  api_.create_config(&config);
  // One thread: the bytes of a file must not depend on how many there are.
  for (const auto& [name, value] : {std::pair{"autoinstall_known_extensions", "false"},
                                    {"autoload_known_extensions", "false"},
                                    {"allow_community_extensions", "false"},
                                    {"temp_directory", ""},
                                    {"threads", "1"}}) {
    if (api_.set_config(config, name, value) == 0) continue;
    api_.destroy_config(&config);
    refuse(fmt::format("DuckDB does not know its setting {}", name));
  }
  char* message = nullptr;
  const int failed = api_.open_ext(nullptr, &database_, config, &message);
  api_.destroy_config(&config);
  const std::string words = message == nullptr ? "" : message;
  if (message != nullptr) api_.free(message);
  if (failed != 0) refuse(fmt::format("DuckDB cannot be started: {}", words));
  if (api_.connect(database_, &connection_) != 0) {
    api_.close(&database_);
    refuse("DuckDB cannot be started");
  }
  try {
    run("SET lock_configuration = true");
  } catch (...) {
    api_.disconnect(&connection_);
    api_.close(&database_);
    throw;
  }
}

Duckdb::~Duckdb() {
  api_.disconnect(&connection_);
  api_.close(&database_);
}

void Duckdb::refuse(const std::string& what) const {
  throw Error(code_, what, {.file = file_});
}

void Duckdb::run(const std::string& statement) const {
  const DuckdbRows rows(*this, statement);
}

DuckdbRows::DuckdbRows(const Duckdb& database, const std::string& query) : database_(database) {
  const auto& api = database.api();
  if (api.query(database.connection(), query.c_str(), &result_) == 0) {
    columns_ = api.column_count(&result_);
    return;
  }
  const char* words = api.result_error(&result_);
  std::string first = words == nullptr ? "" : words;
  first.resize(std::min(first.find('\n'), first.size()));
  api.destroy_result(&result_);
  database.refuse(fmt::format("DuckDB says: {}", quote_for_message(first)));
}

DuckdbRows::~DuckdbRows() {
  if (chunk_ != nullptr) database_.api().destroy_data_chunk(&chunk_);
  database_.api().destroy_result(&result_);
}

bool DuckdbRows::next() {
  const auto& api = database_.api();
  if (chunk_ != nullptr) api.destroy_data_chunk(&chunk_);
  chunk_ = api.fetch_chunk(result_);
  rows_ = chunk_ == nullptr ? 0 : api.data_chunk_get_size(chunk_);
  return rows_ > 0;
}

void* DuckdbRows::data(std::size_t column) const {
  const auto& api = database_.api();
  return api.vector_get_data(api.data_chunk_get_vector(chunk_, column));
}

bool DuckdbRows::missing(std::size_t column, std::size_t row) const {
  const auto& api = database_.api();
  const std::uint64_t* valid = api.vector_get_validity(api.data_chunk_get_vector(chunk_, column));
  return valid != nullptr && (valid[row / 64] >> (row % 64) & 1U) == 0;
}

}  // namespace privet::detail
