// SPDX-License-Identifier: Apache-2.0
// A library with the names that DuckDB's has, of a version that Privet does not know: the test of
// what is said of such a one loads it. Nothing but the version is ever called.
extern "C" {

const char* duckdb_library_version() {
  return "v0.9.2";
}

#define PRIVET_NAME(name) \
  void name() {}
PRIVET_NAME(duckdb_create_config)
PRIVET_NAME(duckdb_set_config)
PRIVET_NAME(duckdb_destroy_config)
PRIVET_NAME(duckdb_open_ext)
PRIVET_NAME(duckdb_close)
PRIVET_NAME(duckdb_connect)
PRIVET_NAME(duckdb_disconnect)
PRIVET_NAME(duckdb_query)
PRIVET_NAME(duckdb_destroy_result)
PRIVET_NAME(duckdb_result_error)
PRIVET_NAME(duckdb_column_count)
PRIVET_NAME(duckdb_fetch_chunk)
PRIVET_NAME(duckdb_destroy_data_chunk)
PRIVET_NAME(duckdb_data_chunk_get_size)
PRIVET_NAME(duckdb_data_chunk_get_vector)
PRIVET_NAME(duckdb_vector_get_data)
PRIVET_NAME(duckdb_vector_get_validity)
PRIVET_NAME(duckdb_appender_create)
PRIVET_NAME(duckdb_appender_end_row)
PRIVET_NAME(duckdb_appender_close)
PRIVET_NAME(duckdb_appender_destroy)
PRIVET_NAME(duckdb_append_int64)
PRIVET_NAME(duckdb_append_double)
PRIVET_NAME(duckdb_append_varchar_length)
PRIVET_NAME(duckdb_append_null)
PRIVET_NAME(duckdb_free)
#undef PRIVET_NAME
}
