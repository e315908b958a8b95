// SPDX-License-Identifier: Apache-2.0
#include "data/schema.h"

#include <array>
#include <utility>

namespace privet {
namespace {

constexpr std::array<std::pair<Role, std::string_view>, 5> kNames{{
    {Role::Identifier, "identifier"},
    {Role::Quasi, "quasi"},
    {Role::Sensitive, "sensitive"},
    {Role::Class, "class"},
    {Role::Plain, "plain"},
}};

}  // namespace

std::string_view role_name(Role role) {
  for (const auto& [known, name] : kNames) {
    if (known == role) return name;
  }
  return {};
}

std::optional<Role> parse_role(std::string_view text) {
  for (const auto& [role, name] : kNames) {
    if (name == text) return role;
  }
  return std::nullopt;
}

std::vector<AttributeId> Schema::with(Role role) const {
  std::vector<AttributeId> out;
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    if (roles_[i] == role) out.push_back(static_cast<AttributeId>(i));
  }
  return out;
}

}  // namespace privet
