// SPDX-License-Identifier: Apache-2.0
// What each column of a table is for.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "data/table.h"

namespace privet {

enum class Role {
  Identifier,  // names the person by itself; never released as it is
  Quasi,       // could name the person together with others
  Sensitive,   // what the person does not want to be learned
  Class,       // what a model is to predict
  Plain,       // released as it is
};

[[nodiscard]] std::string_view role_name(Role role);
[[nodiscard]] std::optional<Role> parse_role(std::string_view text);

class Schema {
 public:
  // All columns plain.
  explicit Schema(std::size_t columns) : roles_(columns, Role::Plain) {}

  [[nodiscard]] Role role(AttributeId column) const { return roles_[column]; }
  void assign(AttributeId column, Role role) { roles_[column] = role; }
  // The columns of this role, in file order.
  [[nodiscard]] std::vector<AttributeId> with(Role role) const;
  [[nodiscard]] std::size_t size() const { return roles_.size(); }

 private:
  std::vector<Role> roles_;
};

}  // namespace privet
