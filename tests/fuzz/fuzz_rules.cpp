// SPDX-License-Identifier: Apache-2.0
// Any bytes are either rules, which then survive being written and recode a small table or are
// refused for it, or are refused with an Error that is not our own fault.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "data/widen_column.h"
#include "privacy/k_anonymity.h"
#include "publish/rules.h"

namespace {

using namespace privet;

void require(bool condition) {
  if (!condition) __builtin_trap();
}

void apply(const Rules& rules) {
  std::vector<Column> columns;
  columns.push_back(make_column("age", {"1", "2", "?"}));
  columns.push_back(make_column("zip", {"a", "b", ""}));
  for (auto& column : columns) {
    for (const auto& rule : rules.columns) {
      std::vector<ValueId> codes;
      if (rule.name == column.name && rule.type == column.type())
        column = widen_column(column, rule.values(), codes);
    }
  }
  const Table table(std::move(columns));
  const auto model = make_k_anonymity(1);
  const Problem problem{table, {{0}, {1}}, {}, {model.get()}, 1.0};
  const Recoding recoding = make_rule_method(rules)->search(problem, Run());
  require(recoding.class_of.size() == 3);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Rules rules = parse_rules(text, "fuzz.json");
    require(rules_text(rules) == rules_text(parse_rules(rules_text(rules), "")));
    apply(rules);
  } catch (const Error& error) {
    require(error.code() == ErrorCode::Input || error.code() == ErrorCode::Usage);
  }
  return 0;
}
