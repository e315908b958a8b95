// SPDX-License-Identifier: Apache-2.0
#include "publish/read_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "data/group_rows.h"
#include "publish/cell_text.h"
#include "publish/parse_cell.h"
#include "recoding/class_statistic.h"
#include "recoding/coverage.h"

namespace privet {
namespace {

bool covers(const GeneralizedValue& value, ValueId code, const Column& column,
            const BoundHierarchy* hierarchy) {
  const CoveredPositions covered = covered_positions(value, column, hierarchy);
  const std::uint32_t at = position_of(code, hierarchy);
  return (covered.run && at >= covered.low && at <= covered.high) ||
         std::binary_search(covered.members.begin(), covered.members.end(), code);
}

// Clears the marks of records that show something else than "*".
void keep_stars(const Column& column, std::vector<std::uint8_t>& marks) {
  const auto star = column.dictionary.find(kSuppressedText);
  for (std::size_t r = 0; r < marks.size(); ++r) {
    if (!star || column.codes[r] != *star) marks[r] = 0;
  }
}

class ReleaseReader {
 public:
  ReleaseReader(const Table& released, const std::string& file, const Problem& original,
                const Schema& schema)
      : released_(released), file_(file), original_(original), schema_(schema) {}

  Recoding read(const Run& run) {
    if (released_.rows() != original_.table.rows()) {
      throw Error(ErrorCode::Input,
                  fmt::format("it has {} records, the original {}; a release is measured against "
                              "the very records it was made of (not against a sample's source)",
                              released_.rows(), original_.table.rows()),
                  {.file = file_});
    }
    for (const auto& quasi : original_.quasi) {
      columns_.push_back(require(original_.table.column(quasi.column).name));
    }
    group(run);
    for (std::size_t q = 0; q < columns_.size(); ++q) read_attribute(q);
    return std::move(out_);
  }

 private:
  [[nodiscard]] AttributeId require(const std::string& name) const {
    if (const auto id = released_.find(name)) return *id;
    throw Error(ErrorCode::Input, fmt::format("it has no column {}", quote_for_message(name)),
                {.file = file_});
  }

  [[nodiscard]] std::vector<std::uint8_t> suppressed() const {
    std::vector<std::uint8_t> out(released_.rows(), 1);
    for (const AttributeId id : columns_) keep_stars(released_.column(id), out);
    for (const AttributeId id : schema_.with(Role::Sensitive)) {
      keep_stars(released_.column(require(original_.table.column(id).name)), out);
    }
    return out;
  }

  void group(const Run& run) {
    const RowGroups groups = group_rows(released_, columns_, run);
    const auto hidden = suppressed();
    std::vector<ClassId> class_of_group(groups.sizes.size(), kSuppressed);
    out_.class_of.assign(released_.rows(), kSuppressed);
    for (std::size_t r = 0; r < released_.rows(); ++r) {
      if (hidden[r] != 0) continue;
      ClassId& cls = class_of_group[groups.group_of[r]];
      if (cls == kSuppressed) {
        cls = static_cast<ClassId>(out_.class_sizes.size());
        out_.class_sizes.push_back(0);
        first_row_.push_back(static_cast<RowId>(r));
      }
      out_.class_of[r] = cls;
      ++out_.class_sizes[cls];
    }
  }

  void read_attribute(std::size_t q) {
    std::optional<RowId> fault;
    RecodedAttribute attribute = read_cells(q, fault);
    if (fault && !read_statistics(q, attribute)) {
      const Column& shows = released_.column(columns_[q]);
      refuse(*fault, original_.table.column(original_.quasi[q].column), shows.text(*fault),
             original_.quasi[q].hierarchy != nullptr);
    }
    out_.attributes.push_back(std::move(attribute));
  }

  // What every class shows of a column whose cells cover their records' values; `fault` is the
  // first that does not.
  RecodedAttribute read_cells(std::size_t q, std::optional<RowId>& fault) const {
    const QuasiIdentifier& quasi = original_.quasi[q];
    const Column& column = original_.table.column(quasi.column);
    const Column& shows = released_.column(columns_[q]);
    constexpr auto kNone = ~std::uint32_t{0};
    std::vector<std::uint32_t> value_of_code(shows.dictionary.size(), kNone);
    RecodedAttribute attribute{.column = quasi.column, .values = {}, .value_of_class = {}};
    for (const RowId row : first_row_) {
      std::uint32_t& value = value_of_code[shows.codes[row]];
      if (value == kNone) {
        auto cell = parse_cell(shows.text(row), column, quasi.hierarchy);
        if (!cell) {
          fault = row;
          return attribute;
        }
        value = static_cast<std::uint32_t>(attribute.values.size());
        attribute.values.push_back(std::move(*cell));
      }
      attribute.value_of_class.push_back(value);
    }
    for (RowId row = 0; row < released_.rows(); ++row) {
      const ClassId cls = out_.class_of[row];
      if (cls == kSuppressed) continue;
      auto& value = attribute.values[attribute.value_of_class[cls]];
      if (covers(value, column.codes[row], column, quasi.hierarchy)) continue;
      if (quasi.hierarchy == nullptr) value = with_spellings(std::move(value), column);
      if (covers(value, column.codes[row], column, quasi.hierarchy)) continue;
      fault = row;
      return attribute;
    }
    return attribute;
  }

  // The same where every class shows the mean, or every class the median; whether that is so.
  bool read_statistics(std::size_t q, RecodedAttribute& out) const {
    const AttributeId id = original_.quasi[q].column;
    if (original_.table.column(id).type() != ColumnType::Numeric) return false;
    if (original_.quasi[q].hierarchy != nullptr) return false;
    for (const Statistic statistic : {Statistic::Mean, Statistic::Median}) {
      out = show_statistic(original_.table, id, statistic, out_.class_of, first_row_.size(), 1);
      leave_out_hidden(q, out);
      if (shown_by_classes(q, out)) return true;
    }
    return false;
  }

  // Classes of which nothing is shown: too few of their records had a value.
  void leave_out_hidden(std::size_t q, RecodedAttribute& attribute) const {
    const Column& shows = released_.column(columns_[q]);
    for (std::size_t c = 0; c < first_row_.size(); ++c) {
      if (shows.text(first_row_[c]) != kSuppressedText) continue;
      attribute.values[attribute.value_of_class[c]] = {.kind = GeneralizedValue::Kind::Any};
    }
  }

  // The least difference of how a mean was added up may turn its last digit.
  [[nodiscard]] bool shown_by_classes(std::size_t q, const RecodedAttribute& attribute) const {
    const Column& column = original_.table.column(attribute.column);
    const Column& shows = released_.column(columns_[q]);
    const double digit = std::pow(10.0, -static_cast<double>(statistic_decimals(column)));
    for (std::size_t c = 0; c < first_row_.size(); ++c) {
      const GeneralizedValue& value = attribute.values[c];
      const std::string_view text = shows.text(first_row_[c]);
      if (text == cell_text(value, column, nullptr)) continue;
      const auto found = column.dictionary.form().read(text);
      const auto expected = column.dictionary.form().read(value.statistic);
      if (!found || !expected || !value.members.empty()) return false;
      const double slack = 1e-14 * std::abs(*expected);
      if (std::abs(*found - *expected) > 1.001 * digit + slack) return false;
    }
    return true;
  }

  // A text without a hierarchy is most often a group of the hierarchy that the release was made
  // with: then the way out is to name it again.
  [[noreturn]] void refuse(RowId row, const Column& column, std::string_view cell,
                           bool hierarchy) const {
    const bool label = !hierarchy && !parse_number(cell) && !parse_cell(cell, column, nullptr);
    throw Error(
        ErrorCode::Input,
        fmt::format("record {}, column {}: {} does not stand for {} of the original{}", row + 1,
                    quote_for_message(column.name), quote_for_message(cell),
                    quote_for_message(column.text(row)),
                    label ? fmt::format("; if it is a group of a hierarchy, repeat --hierarchy "
                                        "{}=FILE or --policy as given to 'privet anonymize'",
                                        column.name)
                          : "; if the release was shuffled, give the order that --save-order saved "
                            "with --original-order"),
        {.file = file_});
  }

  const Table& released_;
  const std::string& file_;
  const Problem& original_;
  const Schema& schema_;
  std::vector<AttributeId> columns_;
  std::vector<RowId> first_row_;  // [class]
  Recoding out_;
};

}  // namespace

Recoding read_release(const Table& released, const std::string& file, const Problem& original,
                      const Schema& schema, const Run& run) {
  return ReleaseReader(released, file, original, schema).read(run);
}

}  // namespace privet
