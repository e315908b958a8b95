// SPDX-License-Identifier: Apache-2.0
// What sites agree on before they make a release together: the roles of the columns, the models,
// hierarchies, and how cuts are scored. The same for the sites' protocol and for the plain search
// that it is compared with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "anonymize/mondrian/mondrian_options.h"
#include "base/settings.h"
#include "data/table.h"
#include "federation/release/diversity.h"
#include "federation/release/domain.h"

namespace privet::federation {

[[nodiscard]] std::vector<Parameter> release_parameters();

// The columns by their roles in one table.
struct ReleaseRoles {
  DomainColumns recoded;     // first those by which a site may be recognised, if there are any
  std::size_t of_sites = 0;  // how many these are; 0: a site may be recognised by all of them
  std::optional<AttributeId> site;
  std::vector<AttributeId> released;  // in the order of the table
};
[[nodiscard]] ReleaseRoles release_roles(const Table& table, const Settings& settings);

// The table in which columns with a hierarchy are over all its leaves. Throws Error{Input} for a
// value that is none of them.
[[nodiscard]] Table over_leaves(const Table& table, const ReleaseRoles& roles);

// Throws Error{Usage} for settings that go wrong together.
void check_release_settings(const Settings& settings, std::size_t parties);

[[nodiscard]] Diversity diversity_of(const Settings& settings);
[[nodiscard]] MondrianOptions cut_options(const Settings& settings);

}  // namespace privet::federation
