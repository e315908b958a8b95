// SPDX-License-Identifier: Apache-2.0
#include "data/schema.h"

#include <array>
#include <utility>

namespace privet {
namespace {

constexpr std::array<std::pair<Role, std::string_view>, 6> kNames{{
    {Role::Identifier, "identifier"},
    {Role::Quasi, "quasi"},
    {Role::Sensitive, "sensitive"},
    {Role::Class, "class"},
    {Role::Plain, "plain"},
    {Role::Undecided, "undecided"},
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

std::string masked_text(std::string_view text, std::size_t keep) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;  // of UTF-8
    if (begins && characters++ == keep) return std::string(text.substr(0, i)) + "*";
  }
  return "*";
}

const ShownIdentifier& Schema::shown(AttributeId column) const {
  static const ShownIdentifier nothing;
  const auto it = shown_.find(column);
  return it == shown_.end() ? nothing : it->second;
}

std::vector<AttributeId> Schema::with(Role role) const {
  std::vector<AttributeId> out;
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    if (roles_[i] == role) out.push_back(static_cast<AttributeId>(i));
  }
  return out;
}

}  // namespace privet
