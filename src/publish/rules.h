// SPDX-License-Identifier: Apache-2.0
// A recoding kept for re-use: what every class shows of each quasi-identifier, without records. New
// records go to the first class that covers them; classes that break a model among the new records,
// and records that no class covers, are suppressed as far as the problem allows. The rules reveal
// no more than the release they were made with. See docs/format/rules.md. Cost of applying: see
// risk/cover_join.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "anonymize/problem.h"

namespace privet {

struct RuleCell {
  GeneralizedValue::Kind kind = GeneralizedValue::Kind::Any;
  std::string low = {};                   // the value, or the lower end of a range
  std::string high = {};                  // its upper end
  std::string node = {};                  // a label of the hierarchy
  std::vector<std::string> members = {};  // of a set; missing values beside a range
};

struct RuleColumn {
  std::string name;
  ColumnType type = ColumnType::Text;
  ValueForm form = {};  // how its numbers or dates are written
  bool hierarchy = false;
  std::vector<RuleCell> cells;  // distinct
  std::vector<std::uint32_t> cell_of_class;

  // Every value that a cell names.
  [[nodiscard]] std::vector<std::string_view> values() const;
};

struct Rules {
  std::string path;
  std::string method;
  std::vector<RuleColumn> columns;

  [[nodiscard]] std::size_t classes() const {
    return columns.empty() ? 0 : columns.front().cell_of_class.size();
  }
};

[[nodiscard]] Rules make_rules(const Problem& problem, const Recoding& recoding,
                               std::string_view method);
[[nodiscard]] std::string rules_text(const Rules& rules);
// Throws Error{Input} at `path` for a file that does not hold rules.
[[nodiscard]] Rules parse_rules(std::string_view text, const std::string& path);

// Throws Error{Usage} if these quasi-identifiers are not those of the rules: other names, types, or
// with a hierarchy where the rules had none.
void check_rules(const Rules& rules, const Problem& problem);

// A method that finds nothing new. Its problem's columns must have the values of the rules in their
// dictionaries (data/widen_column.h). Throws Error{Infeasible} if too many records would have to be
// suppressed, saying how many fit no class and how many lie in classes that break a model.
[[nodiscard]] std::unique_ptr<Anonymizer> make_rule_method(const Rules& rules);

}  // namespace privet
