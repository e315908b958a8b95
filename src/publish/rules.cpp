// SPDX-License-Identifier: Apache-2.0
#include "publish/rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "anonymize/classes/sensitive_counts.h"
#include "base/error.h"
#include "risk/cover_join.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

RuleCell rule_cell(const GeneralizedValue& value, const Column& column,
                   const BoundHierarchy* hierarchy) {
  const auto text = [&](ValueId id) { return std::string(column.dictionary.text(id)); };
  RuleCell out{.kind = value.kind};
  if (value.kind == Kind::Value || value.kind == Kind::Range) out.low = text(value.low);
  if (value.kind == Kind::Range) out.high = text(value.high);
  if (value.kind == Kind::Node) out.node = hierarchy->hierarchy.label(value.node);
  for (const ValueId member : value.members) out.members.push_back(text(member));
  return out;
}

// The cell in terms of the column; its values are known to be there.
GeneralizedValue generalized(const RuleCell& cell, const RuleColumn& rules, const Column& column,
                             const BoundHierarchy* hierarchy, const std::string& path) {
  const auto code = [&](const std::string& text) {
    const auto found = column.dictionary.find(text);
    PRIVET_CHECK(found.has_value());
    return *found;
  };
  GeneralizedValue out{.kind = cell.kind};
  if (cell.kind == Kind::Value || cell.kind == Kind::Range) out.low = out.high = code(cell.low);
  if (cell.kind == Kind::Range) out.high = code(cell.high);
  for (const auto& member : cell.members) out.members.push_back(code(member));
  std::sort(out.members.begin(), out.members.end());
  if (cell.kind != Kind::Node) return out;
  const auto node = hierarchy->hierarchy.find(cell.node);
  if (!node) {
    throw Error(ErrorCode::Usage,
                fmt::format("the rules of {} name {}, which the hierarchy of column {} lacks; give "
                            "the hierarchy they were made with",
                            quote_for_message(path), quote_for_message(cell.node),
                            quote_for_message(rules.name)),
                {.parameter = "--apply-rules"});
  }
  out.node = *node;
  return out;
}

bool covers(const GeneralizedValue& value, ValueId code, const Column& column,
            const BoundHierarchy* hierarchy) {
  switch (value.kind) {
    case Kind::Any:
      return true;
    case Kind::Value:
      return code == value.low;
    case Kind::Node: {
      const auto [first, last] = hierarchy->hierarchy.interval(value.node);
      return first <= hierarchy->leaf(code) && hierarchy->leaf(code) <= last;
    }
    case Kind::Range:  // the codes of numbers ascend with them
      if (!column.dictionary.missing(code) && value.low <= code && code <= value.high) return true;
      break;
    case Kind::Set:
      break;
  }
  return std::binary_search(value.members.begin(), value.members.end(), code);
}

class RuleMethod : public Anonymizer {
 public:
  explicit RuleMethod(const Rules& rules) : rules_(rules) {}

  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const override {
    check_rules(rules_, problem);
    Recoding out;
    std::vector<CoverAttribute> attributes;
    for (const auto& quasi : problem.quasi) {
      add_attribute(quasi, problem, out, attributes);
    }
    out.class_of.assign(problem.table.rows(), kSuppressed);
    std::size_t unknown = 0;
    cover_join(
        rules_.classes(), problem.table.rows(), attributes,
        [&](auto rows, auto classes) {
          if (classes.empty()) {
            unknown += rows.size();
            return;
          }
          const ClassId first(*std::min_element(classes.begin(), classes.end()));
          for (const RowId row : rows) out.class_of[row] = first;
        },
        run);
    const std::size_t broken = suppress_broken(problem, out);
    refuse_too_many(problem, unknown, broken);
    drop_empty(out);
    return out;
  }

 private:
  [[nodiscard]] const RuleColumn& rules_of(const Column& column) const {
    return *std::find_if(rules_.columns.begin(), rules_.columns.end(),
                         [&](const RuleColumn& rules) { return rules.name == column.name; });
  }

  void add_attribute(const QuasiIdentifier& quasi, const Problem& problem, Recoding& out,
                     std::vector<CoverAttribute>& attributes) const {
    const Column& column = problem.table.column(quasi.column);
    const RuleColumn& rules = rules_of(column);
    RecodedAttribute recoded{quasi.column, {}, rules.cell_of_class};
    CoverAttribute attribute;
    attribute.cell_of_class = rules.cell_of_class;
    attribute.value_of_person = column.codes;
    attribute.values = column.dictionary.size();
    for (const auto& cell : rules.cells) {
      recoded.values.push_back(generalized(cell, rules, column, quasi.hierarchy, rules_.path));
      for (std::size_t v = 0; v < attribute.values; ++v) {
        const auto code = static_cast<ValueId>(v);
        const bool any = problem.missing_matches && column.dictionary.missing(code);
        attribute.covers.push_back(any ||
                                   covers(recoded.values.back(), code, column, quasi.hierarchy));
      }
    }
    out.attributes.push_back(std::move(recoded));
    attributes.push_back(std::move(attribute));
  }

  // Suppresses the classes for which a model does not hold among these records; returns how many
  // records that are.
  [[nodiscard]] std::size_t suppress_broken(const Problem& problem, Recoding& recoding) const {
    std::vector<std::vector<RowId>> rows_of(rules_.classes());
    for (std::size_t r = 0; r < recoding.class_of.size(); ++r) {
      if (recoding.class_of[r] != kSuppressed)
        rows_of[recoding.class_of[r]].push_back(static_cast<RowId>(r));
    }
    std::size_t out = 0;
    SensitiveCounts counts(problem);
    std::vector<ValueId> codes(problem.histograms());
    for (const auto& rows : rows_of) {
      recoding.class_sizes.push_back(static_cast<std::uint32_t>(rows.size()));
      if (rows.empty()) continue;
      counts.clear();
      for (const RowId row : rows) {
        for (std::size_t s = 0; s < codes.size(); ++s)
          codes[s] = problem.counted_column(s).codes[row];
        if (counts.needed()) counts.add(codes.data());
      }
      if (counts.holds(rows.size())) continue;
      for (const RowId row : rows) recoding.class_of[row] = kSuppressed;
      recoding.class_sizes.back() = 0;
      out += rows.size();
    }
    return out;
  }

  void refuse_too_many(const Problem& problem, std::size_t unknown, std::size_t broken) const {
    const std::size_t records = problem.table.rows();
    const double allowed = problem.max_suppression * static_cast<double>(records) + 1e-9;
    if (static_cast<double>(unknown + broken) <= allowed) return;
    throw Error(ErrorCode::Infeasible,
                fmt::format("the rules do not keep the promise for these records: {} of {} fit no "
                            "class, and {} lie in classes that break a privacy model here; at most "
                            "{} may be suppressed (--max-suppression)",
                            unknown, records, broken, static_cast<std::size_t>(allowed)),
                {.parameter = "--apply-rules"});
  }

  // Classes without records are none.
  static void drop_empty(Recoding& recoding) {
    std::vector<ClassId> number(recoding.classes(), kSuppressed);
    std::vector<std::uint32_t> sizes;
    for (std::size_t c = 0; c < number.size(); ++c) {
      if (recoding.class_sizes[c] == 0) continue;
      number[c] = static_cast<ClassId>(sizes.size());
      sizes.push_back(recoding.class_sizes[c]);
    }
    for (auto& attribute : recoding.attributes) {
      std::vector<std::uint32_t> kept;
      for (std::size_t c = 0; c < number.size(); ++c) {
        if (number[c] != kSuppressed) kept.push_back(attribute.value_of_class[c]);
      }
      attribute.value_of_class = std::move(kept);
    }
    for (auto& cls : recoding.class_of) {
      if (cls != kSuppressed) cls = number[cls];
    }
    recoding.class_sizes = std::move(sizes);
  }

  Rules rules_;
};

}  // namespace

std::vector<std::string_view> RuleColumn::values() const {
  std::vector<std::string_view> out;
  for (const auto& cell : cells) {
    if (cell.kind == Kind::Value || cell.kind == Kind::Range) out.emplace_back(cell.low);
    if (cell.kind == Kind::Range) out.emplace_back(cell.high);
    out.insert(out.end(), cell.members.begin(), cell.members.end());
  }
  return out;
}

Rules make_rules(const Problem& problem, const Recoding& recoding, std::string_view method) {
  Rules out{.path = {}, .method = std::string(method), .columns = {}};
  for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
    const Column& column = problem.table.column(problem.quasi[q].column);
    const BoundHierarchy* hierarchy = problem.quasi[q].hierarchy;
    RuleColumn& rules = out.columns.emplace_back();
    rules.name = column.name;
    rules.type = column.type();
    rules.form = column.dictionary.form();
    rules.hierarchy = hierarchy != nullptr;
    PRIVET_CHECK(!problem.quasi[q].shows);  // a mean does not say for which new records it stands
    for (const auto& value : recoding.attributes[q].values)
      rules.cells.push_back(rule_cell(value, column, hierarchy));
    rules.cell_of_class = recoding.attributes[q].value_of_class;
  }
  return out;
}

void check_rules(const Rules& rules, const Problem& problem) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::Usage,
                fmt::format("the rules of {} are for other columns: {}",
                            quote_for_message(rules.path), why),
                {.parameter = "--apply-rules"});
  };
  for (const auto& quasi : problem.quasi) {
    const Column& column = problem.table.column(quasi.column);
    const auto found =
        std::find_if(rules.columns.begin(), rules.columns.end(),
                     [&](const RuleColumn& each) { return each.name == column.name; });
    if (found == rules.columns.end())
      refuse(fmt::format("they do not mention {}", quote_for_message(column.name)));
    if (found->type != column.type()) {
      refuse(fmt::format("{} is {} there and {} here", quote_for_message(column.name),
                         type_name(found->type), type_name(column.type())));
    }
    if (ordered(column.type()) && found->form != column.dictionary.form()) {
      refuse(
          fmt::format("{} is written as {} there and as {} here; say how it is read with --type, "
                      "--decimal or --date-format",
                      quote_for_message(column.name), form_name(found->form),
                      form_name(column.dictionary.form())));
    }
    if (found->hierarchy != (quasi.hierarchy != nullptr)) {
      refuse(fmt::format("{} has {} hierarchy there", quote_for_message(column.name),
                         found->hierarchy ? "a" : "no"));
    }
  }
  for (const auto& each : rules.columns) {
    const bool used =
        std::any_of(problem.quasi.begin(), problem.quasi.end(), [&](const QuasiIdentifier& quasi) {
          return problem.table.column(quasi.column).name == each.name;
        });
    if (!used)
      refuse(fmt::format("{} is not a quasi-identifier here", quote_for_message(each.name)));
  }
}

std::unique_ptr<Anonymizer> make_rule_method(const Rules& rules) {
  return std::make_unique<RuleMethod>(rules);
}

}  // namespace privet
