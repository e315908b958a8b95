// SPDX-License-Identifier: Apache-2.0
#include "publish/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/os_random.h"
#include "publish/guard_cell_internal.h"
#include "publish/guard_scan_internal.h"

namespace privet {
namespace {

using detail::Cell;
using detail::guard_refuses;
using detail::OriginalColumn;
using detail::Scan;
using detail::ScannedColumn;

[[noreturn]] void refuse_cell(std::size_t record, const Column& column, std::string_view cell,
                              std::string_view original) {
  guard_refuses(fmt::format("record {}, column {}: {} does not stand for {}", record + 1,
                            shown(column.name), shown(cell), shown(original)));
}

class Guard {
 public:
  Guard(const Problem& problem, const Schema& schema, const Run& run)
      : problem_(problem), schema_(schema), run_(run) {
    for (std::size_t c = 0; c < problem.table.columns(); ++c) {
      if (schema.role(static_cast<AttributeId>(c)) != Role::Identifier) {
        released_.push_back(static_cast<AttributeId>(c));
      }
    }
  }

  GuardFindings check(std::string_view bytes, const CsvStyle& style) {
    scan_ = detail::scan_release(bytes, style, released_.size(), run_);
    check_shape(style);
    find_suppressed();
    run_.pool().parallel_for(released_.size(), [&](std::size_t i) { check_column(i); });
    group();
    judge();
    return std::move(findings_);
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = 0;  // 0: empty
  };

  [[nodiscard]] const ScannedColumn& scanned(AttributeId column) const {
    const auto at = std::find(released_.begin(), released_.end(), column);
    PRIVET_CHECK(at != released_.end());
    return scan_.columns[static_cast<std::size_t>(at - released_.begin())];
  }

  void check_shape(const CsvStyle& style) {
    findings_.records = scan_.records;
    if (scan_.records != problem_.table.rows()) {
      guard_refuses(
          fmt::format("it has {} records, the original {}", scan_.records, problem_.table.rows()));
    }
    if (!style.header) return;
    for (std::size_t i = 0; i < released_.size(); ++i) {
      if (scan_.header[i] != problem_.table.column(released_[i]).name) {
        guard_refuses(fmt::format("column {} is called {}", i + 1, shown(scan_.header[i])));
      }
    }
  }

  // Clears `marks` where the released column does not show "*".
  void keep_stars(AttributeId id, std::vector<std::uint8_t>& marks) const {
    const ScannedColumn& column = scanned(id);
    const auto star = std::find(column.texts.begin(), column.texts.end(), "*");
    const auto number = static_cast<std::uint32_t>(star - column.texts.begin());
    for (std::size_t r = 0; r < scan_.records; ++r) {
      if (column.text_of_row[r] != number) marks[r] = 0;
    }
  }

  // A record is suppressed if all its quasi-identifiers and sensitive values are "*", and one of
  // these was something else. Where every sensitive value was "*" before (or there is none), a
  // member of a class generalized to the roots looks the same: these records belong to that class
  // if it has other members, or if the models hold for them alone.
  void find_suppressed() {
    std::vector<std::uint8_t> hidden(scan_.records, 1);  // shows no quasi-identifier
    for (const auto& quasi : problem_.quasi) keep_stars(quasi.column, hidden);
    suppressed_ = hidden;
    std::vector<std::uint8_t> unclear = hidden;
    for (const AttributeId id : schema_.with(Role::Sensitive)) {
      keep_stars(id, suppressed_);
      const Column& column = problem_.table.column(id);
      for (std::size_t r = 0; r < scan_.records; ++r) {
        if (unclear[r] != 0 && column.text(static_cast<RowId>(r)) != "*") unclear[r] = 0;
      }
    }
    bool members = false;  // of a class at the roots, for certain
    std::vector<std::uint32_t> doubtful;
    for (std::size_t r = 0; r < scan_.records; ++r) {
      if (suppressed_[r] == 0) unclear[r] = 0;
      if (unclear[r] != 0) doubtful.push_back(static_cast<std::uint32_t>(r));
      members = members || (hidden[r] != 0 && suppressed_[r] == 0);
    }
    // With certain members the rest belongs to their class; else it is one if the models hold for
    // it.
    if (!doubtful.empty() && (members || holds_for(doubtful))) {
      for (const std::uint32_t r : doubtful) suppressed_[r] = 0;
    }
    findings_.suppressed = static_cast<std::size_t>(
        std::count(suppressed_.begin(), suppressed_.end(), std::uint8_t{1}));
  }

  // Whether every model holds for a class of these records.
  [[nodiscard]] bool holds_for(const std::vector<std::uint32_t>& rows) const {
    auto counts = empty_counts();
    count(rows, counts, 1);
    const std::vector<std::span<const std::uint32_t>> views(counts.begin(), counts.end());
    return std::all_of(problem_.models.begin(), problem_.models.end(),
                       [&](const PrivacyModel* model) {
                         return model->holds({.size = rows.size(), .histograms = views});
                       });
  }

  [[nodiscard]] std::vector<std::vector<std::uint32_t>> empty_counts() const {
    std::vector<std::vector<std::uint32_t>> counts;
    for (const AttributeId id : problem_.sensitive) {
      counts.emplace_back(problem_.table.column(id).dictionary.size());
    }
    return counts;
  }

  void check_column(std::size_t i) {
    const AttributeId id = released_[i];
    const Role role = schema_.role(id);
    if (role == Role::Quasi) {
      check_generalized(id, scan_.columns[i]);
    } else {
      check_unchanged(id, scan_.columns[i], role == Role::Sensitive);
    }
  }

  void check_generalized(AttributeId id, const ScannedColumn& released) {
    const auto quasi = std::find_if(problem_.quasi.begin(), problem_.quasi.end(),
                                    [&](const QuasiIdentifier& q) { return q.column == id; });
    if (quasi == problem_.quasi.end()) guard_refuses("a quasi-identifier was not protected");
    const Column& column = problem_.table.column(id);
    const OriginalColumn original(column, quasi->hierarchy);
    std::vector<Cell> cells;
    cells.reserve(released.texts.size());
    for (const auto& text : released.texts) cells.emplace_back(text, original);
    for (std::size_t r = 0; r < scan_.records; ++r) {
      const std::uint32_t text = released.text_of_row[r];
      if (!cells[text].covers(column.codes[r], original)) {
        refuse_cell(r, column, released.texts[text], column.text(static_cast<RowId>(r)));
      }
    }
  }

  // `maskable`: a suppressed record shows "*" instead.
  void check_unchanged(AttributeId id, const ScannedColumn& released, bool maskable) {
    const Column& column = problem_.table.column(id);
    constexpr ValueId kUnknown = ~ValueId{0};
    std::vector<ValueId> value_of_text;
    for (const auto& text : released.texts) {
      value_of_text.push_back(column.dictionary.find(text).value_or(kUnknown));
    }
    for (std::size_t r = 0; r < scan_.records; ++r) {
      const std::uint32_t text = released.text_of_row[r];
      if (value_of_text[text] == column.codes[r]) continue;
      if (maskable && suppressed_[r] != 0) continue;
      refuse_cell(r, column, released.texts[text], column.text(static_cast<RowId>(r)));
    }
  }

  // Numbers the classes, column by column: records of one class so far stay together if their texts
  // agree. Two numbers make an exact key, so classes are never merged by accident.
  void group() {
    class_of_.assign(scan_.records, 0);
    std::uint32_t classes = 1;
    for (const auto& quasi : problem_.quasi) {
      const ScannedColumn& column = scanned(quasi.column);
      classes = refine(column.text_of_row, column.texts.size(), classes);
    }
    findings_.class_sizes.assign(classes, 0);
    for (std::size_t r = 0; r < scan_.records; ++r) {
      if (suppressed_[r] == 0) ++findings_.class_sizes[class_of_[r]];
    }
    PRIVET_CHECK(findings_.suppressed > 0 ||
                 std::find(findings_.class_sizes.begin(), findings_.class_sizes.end(), 0U) ==
                     findings_.class_sizes.end());
  }

  // Splits every class by `texts`; returns how many there are then. Suppressed records take no
  // part.
  std::uint32_t refine(const std::vector<std::uint32_t>& texts, std::size_t distinct,
                       std::uint32_t classes) {
    run_.check_cancelled();
    const std::uint64_t keys = std::uint64_t{classes} * distinct;
    std::uint32_t next = 0;
    if (keys <= 8 * scan_.records) {  // few enough to look each key up in an array
      std::vector<std::uint32_t> number(keys, 0);
      for (std::size_t r = 0; r < scan_.records; ++r) {
        if (suppressed_[r] != 0) continue;
        std::uint32_t& named = number[class_of_[r] * distinct + texts[r]];
        if (named == 0) named = ++next;
        class_of_[r] = named - 1;
      }
      return next;
    }
    std::vector<Slot> slots(std::bit_ceil(2 * scan_.records + 2));
    for (std::size_t r = 0; r < scan_.records; ++r) {
      if (suppressed_[r] != 0) continue;
      const std::uint64_t key = std::uint64_t{class_of_[r]} << 32U | texts[r];
      std::size_t at = (key * seed_ >> 20U) & (slots.size() - 1);
      while (slots[at].number != 0 && slots[at].key != key) at = (at + 1) & (slots.size() - 1);
      if (slots[at].number == 0) slots[at] = {key, ++next};
      class_of_[r] = slots[at].number - 1;
    }
    return next;
  }

  void judge() {
    if (static_cast<double>(findings_.suppressed) >
        problem_.max_suppression * static_cast<double>(findings_.records) + 1e-9) {
      guard_refuses(
          fmt::format("{} records are suppressed, more than allowed", findings_.suppressed));
    }
    std::vector<Judge> judges;
    bool histograms = false;
    for (const auto* model : problem_.models) {
      judges.emplace_back(*model);
      histograms = histograms || model->needs_histograms();
    }
    if (histograms) {
      judge_with_histograms(judges);
    } else {
      for (const auto size : findings_.class_sizes) {
        for (auto& judge : judges) judge.see({.size = size});
      }
    }
    for (const auto& judge : judges) {
      const Verdict& verdict = judge.verdict();
      if (!verdict.holds) {
        guard_refuses(fmt::format("{} does not hold for {} classes", verdict.model,
                                  verdict.violating_classes));
      }
      findings_.verdicts.push_back(verdict);
    }
  }

  void judge_with_histograms(std::vector<Judge>& judges) {
    std::vector<std::vector<std::uint32_t>> rows_of(findings_.class_sizes.size());
    for (std::size_t c = 0; c < rows_of.size(); ++c) rows_of[c].reserve(findings_.class_sizes[c]);
    for (std::size_t r = 0; r < scan_.records; ++r) {
      if (suppressed_[r] == 0) rows_of[class_of_[r]].push_back(static_cast<std::uint32_t>(r));
    }
    auto counts = empty_counts();
    const std::vector<std::span<const std::uint32_t>> views(counts.begin(), counts.end());
    for (const auto& rows : rows_of) {
      count(rows, counts, 1);
      for (auto& judge : judges) judge.see({.size = rows.size(), .histograms = views});
      count(rows, counts, ~std::uint32_t{0});  // minus one: as it was
    }
  }

  void count(const std::vector<std::uint32_t>& rows,
             std::vector<std::vector<std::uint32_t>>& counts, std::uint32_t step) const {
    for (std::size_t s = 0; s < counts.size(); ++s) {
      const auto& codes = problem_.table.column(problem_.sensitive[s]).codes;
      for (const std::uint32_t row : rows) counts[s][codes[row]] += step;
    }
  }

  const Problem& problem_;
  const Schema& schema_;
  const Run& run_;
  std::vector<AttributeId> released_;
  Scan scan_;
  std::vector<std::uint8_t> suppressed_;
  std::vector<std::uint32_t> class_of_;
  std::uint64_t seed_ = os_random_u64() | 1U;  // so that no input can make the look-up slow
  GuardFindings findings_;
};

}  // namespace

GuardFindings guard(std::string_view released, const CsvStyle& style, const Problem& problem,
                    const Schema& schema, const Run& run) {
  run.progress("checking the release");
  return Guard(problem, schema, run).check(released, style);
}

}  // namespace privet
