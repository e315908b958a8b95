// SPDX-License-Identifier: Apache-2.0
#include "custody/encode.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::custody {
namespace {

constexpr std::size_t kLeastBreakpoints = 20;
constexpr std::uint64_t kMoreBreakpoints = 81;

// Names such as v07 that are not a value of the column already and sort by their number.
std::vector<std::string> fresh_names(std::size_t count, std::string prefix,
                                     const Dictionary& taken) {
  const std::size_t digits = fmt::format("{}", count).size();
  for (;; prefix += prefix.front()) {
    std::vector<std::string> out;
    for (std::size_t i = 1; i <= count; ++i)
      out.push_back(fmt::format("{}{:0{}}", prefix, i, digits));
    const bool free = std::none_of(out.begin(), out.end(), [&](const std::string& name) {
      return taken.type() == ColumnType::Text && taken.find(name).has_value();
    });
    if (free) return out;
  }
}

ColumnCoding renamed(const Column& column, const std::string& prefix, Renaming how, Dice& dice) {
  ColumnCoding out;
  if (how == Renaming::None) return out;
  out.kind = ColumnKind::Renamed;
  out.names = fresh_names(column.dictionary.size() - column.dictionary.missing_count(), prefix,
                          column.dictionary);
  if (how == Renaming::Random) dice.shuffle(std::span(out.names));
  return out;
}

bool has_missing(const Column& column) {
  const std::size_t missing = column.dictionary.missing_count();
  return missing > 0 && std::any_of(column.codes.begin(), column.codes.end(),
                                    [&](ValueId code) { return code < missing; });
}

// Two texts for one number are one value to a learner that compares numbers and two to one that
// compares texts.
bool has_twins(const Column& column) {
  for (std::size_t code = column.dictionary.missing_count() + 1; code < column.dictionary.size();
       ++code) {
    const auto id = static_cast<ValueId>(code);
    if (column.dictionary.number(id) == column.dictionary.number(id - 1)) return true;
  }
  return false;
}

std::vector<AttributeId> chosen_columns(const Table& table, AttributeId class_column,
                                        const EncodeOptions& options) {
  std::vector<AttributeId> out = options.columns;
  if (out.empty()) {
    out.resize(table.columns());
    std::iota(out.begin(), out.end(), AttributeId{0});
  }
  std::erase(out, class_column);
  out.push_back(class_column);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void check_table(const Table& table, std::span<const AttributeId> columns, AttributeId class_column,
                 const mining::ClassColumn& classes, const EncodeOptions& options) {
  const bool several = std::any_of(classes.rows.begin(), classes.rows.end(), [&](RowId row) {
    return classes.labels[row] != classes.labels[classes.rows.front()];
  });
  if (!several) {
    throw Error(ErrorCode::Input,
                fmt::format("the class column {} has one value only; there is nothing to learn",
                            quote_for_message(classes.name)));
  }
  const bool by_text = learner(options.combination.learner).equality_only;
  Combination combination = options.combination;
  for (const AttributeId id : columns) {
    if (id == class_column) continue;
    const Column& column = table.column(id);
    check_numbers(column);
    if (options.refuse_identifiers && is_identifier(column)) {
      throw Error(
          ErrorCode::Input,
          fmt::format("column {} has another value in every row: an identifier, which tells "
                      "people apart in any encoding; leave it out (name the others with "
                      "--columns), or give --keep-ids",
                      quote_for_message(column.name)));
    }
    if (column.type() == ColumnType::Numeric) {
      if (by_text && has_twins(column)) {
        throw Error(ErrorCode::Input,
                    fmt::format("column {} writes a number in two ways, which ID3 takes for two "
                                "values; write it in one",
                                quote_for_message(column.name)));
      }
    } else if (has_missing(column)) {
      combination.column_with_missing = column.name;
    }
  }
  refuse_unsafe(combination);
}

// Weka passes over cuts between numbers as near as this; encoded ones never are.
constexpr double kWekaStep = 1e-5;

void warn_of_near_values(const Table& table, std::span<const AttributeId> columns,
                         AttributeId class_column, const Run& run) {
  for (const AttributeId id : columns) {
    const Dictionary& dictionary = table.column(id).dictionary;
    if (id == class_column || dictionary.type() != ColumnType::Numeric) continue;
    for (std::size_t code = dictionary.missing_count() + 1; code < dictionary.size(); ++code) {
      const double step = dictionary.number(static_cast<ValueId>(code)) -
                          dictionary.number(static_cast<ValueId>(code - 1));
      if (!(step > 0 && step <= kWekaStep)) continue;
      run.warn(
          fmt::format("column {} has values nearer than 1e-5, which J48 cannot tell apart in the "
                      "original, but can in the encoded table; its tree may differ",
                      quote_for_message(table.column(id).name)));
      break;
    }
  }
}

// Numbers that are one number as floats: the tree of the original takes them for one, that of the
// encoded table does not.
void warn_of_float_twins(const Table& table, std::span<const AttributeId> columns,
                         AttributeId class_column, const Run& run) {
  for (const AttributeId id : columns) {
    const Dictionary& dictionary = table.column(id).dictionary;
    if (id == class_column || dictionary.type() != ColumnType::Numeric) continue;
    for (std::size_t code = dictionary.missing_count() + 1; code < dictionary.size(); ++code) {
      const double low = dictionary.number(static_cast<ValueId>(code - 1));
      const double high = dictionary.number(static_cast<ValueId>(code));
      if (low == high || static_cast<float>(low) != static_cast<float>(high)) continue;
      run.warn(
          fmt::format("column {} has numbers, {} and {}, that are equal in single precision: "
                      "scikit-learn cannot tell them apart in the original, but can in the "
                      "encoded table; its tree may differ",
                      quote_for_message(table.column(id).name), low, high));
      break;
    }
  }
}

Dice dice_for(const EncodeOptions& options, std::uint64_t stream) {
  constexpr std::uint64_t kApart = 0x9e3779b97f4a7c15U;
  return options.seed ? Dice(Sampler(*options.seed + kApart * (stream + 1))) : Dice();
}

ColumnCoding encode_column(const Column& column, bool is_class, const EncodeOptions& options,
                           std::span<const mining::ClassLabel> labels, ColumnReport& report,
                           Dice& dice) {
  ColumnCoding out;
  if (is_class) {
    out = renamed(column, "c", options.rename_class ? Renaming::Sorted : Renaming::None, dice);
  } else if (column.type() == ColumnType::Text) {
    out = renamed(column, "v", options.combination.nominal, dice);
  } else {
    const Domain domain = active_domain(column, labels);
    DrawnColumn drawn = draw_column(domain, options, dice);
    report.pieces = drawn.pieces.size();
    report.reversed = drawn.numbers.reversed;
    for (const Piece& piece : drawn.pieces) {
      const bool shuffled =
          piece.monochromatic && options.combination.level == Level::Monochromatic;
      if (shuffled) report.shuffled_values += piece.size();
    }
    out.kind = ColumnKind::Numeric;
    out.numbers = std::move(drawn.numbers);
  }
  report.original = column.name;
  report.kind = out.kind;
  report.values = column.dictionary.size() - column.dictionary.missing_count();
  return out;
}

}  // namespace

DrawnColumn draw_column(const Domain& domain, const EncodeOptions& options, Dice& dice) {
  const std::size_t breakpoints =
      options.breakpoints ? *options.breakpoints : kLeastBreakpoints + dice.below(kMoreBreakpoints);
  DrawnColumn out;
  out.pieces = options.method == Method::RandomBreaks
                   ? random_breaks(domain, breakpoints, dice)
                   : pure_runs(domain, breakpoints, options.min_width, dice);
  NumericOptions numeric;
  numeric.families = options.families;
  numeric.reversed = options.combination.reverse && dice.below(2) == 1;
  numeric.shuffle_monochromatic = options.combination.level == Level::Monochromatic;
  numeric.single_precision = learner(options.combination.learner).single_precision;
  out.numbers = draw_coding(domain, out.pieces, numeric, dice);
  return out;
}

Encoded encode(const Table& table, AttributeId class_column, const EncodeOptions& options,
               const Run& run) {
  const auto columns = chosen_columns(table, class_column, options);
  const auto classes = mining::class_column(table, class_column);
  check_table(table, columns, class_column, classes, options);
  if (options.combination.learner == "j48") {
    warn_of_near_values(table, columns, class_column, run);
  }
  if (learner(options.combination.learner).single_precision) {
    warn_of_float_twins(table, columns, class_column, run);
  }
  run.progress("encoding");
  Encoded out;
  out.columns.resize(columns.size());
  std::vector<ColumnCoding> codings(columns.size());
  run.pool().parallel_for(columns.size(), [&](std::size_t c) {
    run.check_cancelled();
    Dice dice = dice_for(options, c);
    const Column& column = table.column(columns[c]);
    codings[c] = encode_column(column, columns[c] == class_column, options, classes.labels,
                               out.columns[c], dice);
    codings[c].name = column.name;
    codings[c].source = columns[c];
  });
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (options.combination.shuffle_columns) {
    Dice dice = dice_for(options, columns.size());
    dice.shuffle(std::span(order));
  }
  std::size_t number = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    ColumnCoding& coding = codings[order[i]];
    const bool is_class = coding.source == class_column;
    if (is_class) out.coding.class_position = static_cast<AttributeId>(i);
    if (options.hide_names) coding.name = is_class ? "class" : fmt::format("a{}", ++number);
    out.columns[order[i]].encoded = coding.name;
    out.coding.columns.push_back(std::move(coding));
  }
  out.coding.original = fingerprint(table, run);
  out.table = encoded_unchecked(out.coding, table, run);
  return out;
}

}  // namespace privet::custody
