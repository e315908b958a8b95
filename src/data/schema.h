// SPDX-License-Identifier: Apache-2.0
// What each column of a table is for.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/table.h"

namespace privet {

enum class Role {
  Identifier,  // names the person by itself; never released as it is
  Quasi,       // could name the person together with others
  Sensitive,   // what the person does not want to be learned
  Class,       // what a model is to predict
  Plain,       // released as it is
  Undecided,   // somebody must decide first; never released
};

[[nodiscard]] std::string_view role_name(Role role);
[[nodiscard]] std::optional<Role> parse_role(std::string_view text);

// What a release shows of an identifier.
struct ShownIdentifier {
  enum class Kind {
    Nothing,    // the column is left out
    Pseudonym,  // another text for each value
  };
  Kind kind = Kind::Nothing;
  std::vector<std::string> texts = {};  // one for each value of the column, by code
};

// An identifier of which the first characters are shown. Whoever knows the person knows them, so
// the column is a quasi-identifier: the table has the masks, and the values themselves are here.
struct MaskedIdentifier {
  std::size_t keep = 0;  // how many characters a mask has at most
  std::shared_ptr<const Column> original = {};
};

// "0301234" with 4 kept is "0301*"; a value that has no more characters than that is "*".
[[nodiscard]] std::string masked_text(std::string_view text, std::size_t keep);

class Schema {
 public:
  // All columns plain.
  explicit Schema(std::size_t columns) : roles_(columns, Role::Plain) {}

  [[nodiscard]] Role role(AttributeId column) const { return roles_[column]; }
  void assign(AttributeId column, Role role) { roles_[column] = role; }
  // Of an identifier. Missing values are shown as they are, in every kind.
  void show(AttributeId column, ShownIdentifier how) { shown_[column] = std::move(how); }
  [[nodiscard]] const ShownIdentifier& shown(AttributeId column) const;
  // Of a quasi-identifier that shows masks.
  void mask(AttributeId column, MaskedIdentifier how) { masked_[column] = std::move(how); }
  [[nodiscard]] const std::map<AttributeId, MaskedIdentifier>& masked() const { return masked_; }
  // Whether the column is in a release at all.
  [[nodiscard]] bool released(AttributeId column) const {
    return role(column) != Role::Identifier || shown(column).kind != ShownIdentifier::Kind::Nothing;
  }
  // The columns of this role, in file order.
  [[nodiscard]] std::vector<AttributeId> with(Role role) const;
  [[nodiscard]] std::size_t size() const { return roles_.size(); }

 private:
  std::vector<Role> roles_;
  std::map<AttributeId, ShownIdentifier> shown_;
  std::map<AttributeId, MaskedIdentifier> masked_;
};

}  // namespace privet
