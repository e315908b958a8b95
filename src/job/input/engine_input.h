// SPDX-License-Identifier: Apache-2.0
// --engine database and --shard: the table stays in its database, and the questions go to it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/settings.h"
#include "data/postgres/postgres_place.h"

namespace privet::job {

// --engine, --shard
[[nodiscard]] std::vector<Parameter> database_parameters();

// Whether the settings ask for it. Throws Error{Usage} for a shard without it.
[[nodiscard]] bool wants_engine(const Settings& settings);

// The tables of the file and of the shards. Throws Error{Usage} where these are no addresses.
[[nodiscard]] std::vector<PostgresPlace> engine_places(const std::string& file,
                                                       const std::vector<std::string>& shards);

// Throws Error{Usage} for a setting that says how a file is read, except the types of columns.
void refuse_reading_settings(const Settings& settings);

// Throws Error{Usage} for these settings, if they are given.
void refuse_settings(const Settings& settings, std::span<const std::string_view> refused);

// Throws Error{Usage} at the first setting that was given and is none of these: what an engine does
// not do is refused, never left out or done elsewhere.
void refuse_other_settings(const Settings& settings, std::span<const std::string_view> understood);

// Throws Error{Usage} for --quasi auto: suggestions look at rows.
void refuse_suggested_quasi(const Settings& settings);

}  // namespace privet::job
