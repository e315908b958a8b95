// SPDX-License-Identifier: Apache-2.0
#include "publish/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "base/thread_pool.h"
#include "crypto/sha256.h"
#include "publish/guard_boundaries_internal.h"
#include "publish/guard_classes_internal.h"
#include "publish/guard_identifier_internal.h"
#include "publish/guard_scan_internal.h"
#include "publish/guard_scheme_internal.h"
#include "publish/guard_statistics_internal.h"
#include "release/record_order.h"
#include "risk/cover_join.h"
#include "risk/released_cell.h"

namespace privet {
namespace {

using detail::Classes;
using detail::guard_refuses;
using detail::GuardClasses;
using detail::Scan;
using detail::ScannedColumn;
using detail::ShownRecords;

[[noreturn]] void refuse_cell(std::size_t record, const Column& column, std::string_view cell,
                              std::string_view original) {
  guard_refuses(fmt::format("record {}, column {}: {} does not stand for {}", record + 1,
                            quote_for_message(column.name), quote_for_message(cell),
                            quote_for_message(original)));
}

class TableCheck {
 public:
  TableCheck(const Problem& problem, const Schema& schema, std::size_t stated, const Run& run)
      : problem_(problem), schema_(schema), stated_(stated), run_(run) {
    for (std::size_t c = 0; c < problem.table.columns(); ++c) {
      if (schema.released(static_cast<AttributeId>(c))) {
        released_.push_back(static_cast<AttributeId>(c));
      }
    }
  }

  GuardFindings check(std::string_view bytes, const ReleaseForm& form) {
    dropped_ = form.dropped;
    scan_ = detail::scan_release(bytes, form.style, released_.size(), run_);
    check_shape(form.style);
    put_back(form.order);
    note_shown();
    find_suppressed();
    check_cells();
    if (!problem_.scheme.empty()) detail::check_scheme(problem_, shown_);
    run_.progress("checking the release: privacy models");
    judge(form.accept_links);
    return std::move(findings_);
  }

 private:
  [[nodiscard]] const ScannedColumn& scanned(AttributeId column) const {
    const auto at = std::find(released_.begin(), released_.end(), column);
    PRIVET_CHECK(at != released_.end());
    return scan_.columns[static_cast<std::size_t>(at - released_.begin())];
  }

  void check_shape(const CsvStyle& style) {
    const std::size_t rows = problem_.table.rows();
    findings_.records = rows;
    for (std::size_t r = 0; r < rows; ++r) {
      if (!gone(r)) kept_.push_back(static_cast<std::uint32_t>(r));
    }
    if (scan_.records != kept_.size()) {
      guard_refuses(fmt::format("it has {} records, the original {}{}", scan_.records, rows,
                                dropped_.empty() ? "" : ", of which some are left out"));
    }
    if (!style.header) return;
    for (std::size_t i = 0; i < released_.size(); ++i) {
      if (scan_.header[i] != problem_.table.column(released_[i]).name) {
        guard_refuses(
            fmt::format("column {} is called {}", i + 1, quote_for_message(scan_.header[i])));
      }
    }
  }

  // Whether a record of the original was left out of the release.
  [[nodiscard]] bool gone(std::size_t row) const { return !dropped_.empty() && dropped_[row] != 0; }

  // Puts what was read back into the order of the original: from here on record r is record r. A
  // record that was left out shows "*" everywhere.
  void put_back(std::span<const std::uint32_t> order) {
    if (order.empty() && dropped_.empty()) return;
    if (!order.empty()) check_shuffled(order);
    const std::span<const std::uint32_t> places =
        order.empty() ? std::span<const std::uint32_t>(kept_) : order;
    scan_.records = problem_.table.rows();
    run_.pool().parallel_for(scan_.columns.size(), [&](std::size_t c) {
      ScannedColumn& column = scan_.columns[c];
      const auto star = std::find(column.texts.begin(), column.texts.end(), "*");
      const auto nothing = static_cast<std::uint32_t>(star - column.texts.begin());
      if (star == column.texts.end() && !dropped_.empty()) column.texts.emplace_back("*");
      std::vector<std::uint32_t> back(scan_.records, nothing);
      for (std::size_t i = 0; i < places.size(); ++i) back[places[i]] = column.text_of_row[i];
      column.text_of_row = std::move(back);
    });
  }

  void check_shuffled(std::span<const std::uint32_t> order) const {
    std::vector<std::uint32_t> among(problem_.table.rows(), ~std::uint32_t{0});
    for (std::size_t i = 0; i < kept_.size(); ++i) among[kept_[i]] = static_cast<std::uint32_t>(i);
    std::vector<std::uint32_t> of_kept;
    for (const std::uint32_t original : order) {
      of_kept.push_back(original < among.size() ? among[original] : ~std::uint32_t{0});
    }
    const std::string why = why_not_shuffled(of_kept, kept_.size());
    if (!why.empty()) guard_refuses(fmt::format("the records are not shuffled: {}", why));
  }

  void note_shown() {
    shown_.records = scan_.records;
    for (const auto& quasi : problem_.quasi) {
      const ScannedColumn& column = scanned(quasi.column);
      shown_.quasi.push_back(&column);
      if (!problem_.missing_matches) continue;
      const Dictionary& dictionary = problem_.table.column(quasi.column).dictionary;
      auto& missing = shown_.missing.emplace_back();
      for (const auto& text : column.texts) {
        const auto value = dictionary.find(text);
        missing.push_back(value && dictionary.missing(*value) ? 1 : 0);
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
  // member of a class generalized to the roots looks the same: these records were suppressed if
  // there are as many as the maker states; else they belong to that class if it has other members,
  // or if the models hold for them alone.
  void find_suppressed() {
    if (!dropped_.empty()) {  // all of them were left out: what is there was not suppressed
      shown_.suppressed.assign(dropped_.begin(), dropped_.end());
      findings_.suppressed = scan_.records - kept_.size();
      return;
    }
    std::vector<std::uint8_t> hidden(scan_.records, 1);  // shows no quasi-identifier
    for (const auto& quasi : problem_.quasi) keep_stars(quasi.column, hidden);
    shown_.suppressed = hidden;
    std::vector<std::uint8_t> unclear = hidden;
    for (const AttributeId id : schema_.with(Role::Sensitive)) {
      keep_stars(id, shown_.suppressed);
      const Column& column = problem_.table.column(id);
      for (std::size_t r = 0; r < scan_.records; ++r) {
        if (unclear[r] != 0 && column.text(static_cast<RowId>(r)) != "*") unclear[r] = 0;
      }
    }
    bool members = false;  // of a class at the roots, for certain
    std::vector<std::uint32_t> doubtful;
    const auto barred = detail::barred_from_root(problem_);  // these were suppressed for certain
    for (std::size_t r = 0; r < scan_.records; ++r) {
      if (shown_.suppressed[r] == 0 || barred[r] != 0) unclear[r] = 0;
      if (unclear[r] != 0) doubtful.push_back(static_cast<std::uint32_t>(r));
      members = members || (hidden[r] != 0 && shown_.suppressed[r] == 0);
    }
    // With certain members the rest belongs to their class; else it is one if the models hold for
    // it.
    const auto nothing_shown = std::ranges::count(shown_.suppressed, std::uint8_t{1});
    if (!doubtful.empty() && !std::cmp_equal(nothing_shown, stated_) &&
        (members || GuardClasses(problem_, shown_, run_).holds_for(doubtful))) {
      for (const std::uint32_t r : doubtful) shown_.suppressed[r] = 0;
    }
    findings_.suppressed = static_cast<std::size_t>(
        std::count(shown_.suppressed.begin(), shown_.suppressed.end(), std::uint8_t{1}));
  }

  // As many columns at a time as there are threads, so that it can say how far it is.
  void check_cells() {
    const std::size_t together = std::max<std::size_t>(1, run_.pool().size());
    for (std::size_t first = 0; first < released_.size(); first += together) {
      run_.progress("checking the release: comparing cells",
                    static_cast<double>(first) / static_cast<double>(released_.size()));
      run_.pool().parallel_for(std::min(together, released_.size() - first),
                               [&](std::size_t i) { check_column(first + i); });
    }
  }

  void check_column(std::size_t i) {
    const AttributeId id = released_[i];
    const Role role = schema_.role(id);
    if (role == Role::Quasi) {
      check_generalized(id, scan_.columns[i]);
    } else if (role == Role::Identifier) {
      detail::check_identifier(problem_.table.column(id), scan_.columns[i], dropped_);
    } else {
      check_unchanged(id, scan_.columns[i], role == Role::Sensitive);
    }
  }

  void check_generalized(AttributeId id, const ScannedColumn& released) {
    const auto masked = schema_.masked().find(id);
    if (masked != schema_.masked().end()) {
      detail::check_masks(problem_.table.column(id), masked->second);
    }
    const auto quasi = std::find_if(problem_.quasi.begin(), problem_.quasi.end(),
                                    [&](const QuasiIdentifier& q) { return q.column == id; });
    if (quasi == problem_.quasi.end()) guard_refuses("a quasi-identifier was not protected");
    if (quasi->shows) return;  // by class, once these are known
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
    if (quasi->hierarchy != nullptr)
      check_boundaries(column, quasi->hierarchy->hierarchy, released);
  }

  void check_boundaries(const Column& column, const Hierarchy& hierarchy,
                        const ScannedColumn& released) const {
    if (!hierarchy.bounded()) return;
    detail::BoundaryReader reader(column, hierarchy);
    for (const auto& text : released.texts) reader.add(text);
    for (std::size_t r = 0; r < scan_.records; ++r) {
      const std::uint32_t text = released.text_of_row[r];
      if (shown_.suppressed[r] != 0 || reader.allows(text, column.codes[r])) continue;
      guard_refuses(fmt::format("record {}, column {}: {} lies beyond the boundary of {}", r + 1,
                                quote_for_message(column.name),
                                quote_for_message(released.texts[text]),
                                quote_for_message(column.text(static_cast<RowId>(r)))));
    }
  }

  // `maskable`: a suppressed record shows "*" instead.
  void check_unchanged(AttributeId id, const ScannedColumn& released, bool maskable) {
    const Column& column = problem_.table.column(id);
    constexpr ValueId kUnknown = ValueId{~0U};
    std::vector<ValueId> value_of_text;
    for (const auto& text : released.texts) {
      value_of_text.push_back(column.dictionary.find(text).value_or(kUnknown));
    }
    for (std::size_t r = 0; r < scan_.records; ++r) {
      const std::uint32_t text = released.text_of_row[r];
      if (value_of_text[text] == column.codes[r] || gone(r)) continue;
      if (maskable && shown_.suppressed[r] != 0) continue;
      refuse_cell(r, column, released.texts[text], column.text(static_cast<RowId>(r)));
    }
  }

  void judge(bool accept_links) {
    if (static_cast<double>(findings_.suppressed) >
        problem_.max_suppression * static_cast<double>(findings_.records) + 1e-9) {
      guard_refuses(
          fmt::format("{} records are suppressed, more than allowed", findings_.suppressed));
    }
    const GuardClasses judged(problem_, shown_, run_);
    std::vector<std::size_t> all(problem_.quasi.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Classes classes = judged.group(all);
    findings_.class_sizes = classes.sizes;
    check_statistics(judged, all, classes);
    std::size_t uncovered = 0;
    const auto people = count_people(classes, uncovered);
    findings_.verdicts = judged.judge(classes, people, uncovered, findings_.matching);
    for (const auto& verdict : findings_.verdicts) {
      if (!verdict.holds) {
        guard_refuses(fmt::format("{} does not hold for {} classes", verdict.model,
                                  verdict.violating_classes));
      }
    }
    for (const AttributeId id : released_) {
      if (schema_.role(id) != Role::Identifier) continue;
      detail::check_links({problem_.table.column(id), scanned(id), accept_links}, judged, classes,
                          findings_.links, run_);
    }
  }

  // Whether some column shows statistics of its classes instead of cells that cover its values.
  [[nodiscard]] bool statistics() const {
    return std::any_of(problem_.quasi.begin(), problem_.quasi.end(),
                       [](const QuasiIdentifier& quasi) { return quasi.shows.has_value(); });
  }

  void check_statistics(const GuardClasses& judged, detail::Quasi all,
                        const Classes& classes) const {
    if (!statistics()) return;
    if (problem_.missing_matches) {
      guard_refuses("where missing values match anything, classes have no mean or median");
    }
    for (const std::size_t q : all) {
      if (!problem_.quasi[q].shows) continue;
      const OriginalColumn original(problem_.table.column(problem_.quasi[q].column), nullptr);
      const detail::StatisticReader reader(original, *shown_.quasi[q], *problem_.quasi[q].shows,
                                           problem_.smallest_class());
      judged.each(all, classes, [&](std::size_t, const detail::Rows& rows) { reader.check(rows); });
    }
  }

  // How many people of the population each class covers, and how many none does; empty if no model
  // asks.
  [[nodiscard]] std::vector<std::size_t> count_people(const Classes& classes,
                                                      std::size_t& uncovered) const {
    const bool asked = std::any_of(problem_.models.begin(), problem_.models.end(),
                                   [](const auto* model) { return model->needs_population(); });
    if (!asked) return {};
    PRIVET_CHECK(problem_.population != nullptr && !statistics());
    std::vector<CoverAttribute> attributes;
    for (std::size_t q = 0; q < problem_.quasi.size(); ++q) {
      const Column& column = problem_.table.column(problem_.quasi[q].column);
      const OriginalColumn original(column, problem_.quasi[q].hierarchy, true);
      CoverAttribute& attribute = attributes.emplace_back();
      attribute.value_of_person = problem_.population->codes[q];
      attribute.values = column.dictionary.size();
      for (const std::uint32_t row : classes.first) {
        attribute.cell_of_class.push_back(shown_.quasi[q]->text_of_row[row]);
      }
      for (std::size_t t = 0; t < shown_.quasi[q]->texts.size(); ++t) {
        const Cell cell(shown_.quasi[q]->texts[t], original);
        const bool any = problem_.missing_matches && shown_.missing[q][t] != 0;
        for (std::size_t v = 0; v < attribute.values; ++v) {
          const auto value = static_cast<ValueId>(v);
          attribute.covers.push_back(any || cell.covers(value, original));
        }
      }
    }
    std::vector<std::size_t> out(classes.sizes.size());
    cover_join(
        classes.sizes.size(), problem_.population->people, attributes,
        [&](auto people, auto covering) {
          for (const std::uint32_t cls : covering) out[cls] += people.size();
          if (covering.empty()) uncovered += people.size();
        },
        run_);
    return out;
  }

  const Problem& problem_;
  const Schema& schema_;
  std::size_t stated_;                          // suppressed, as the maker says
  std::span<const std::uint8_t> dropped_ = {};  // [original] left out; empty: none
  std::vector<std::uint32_t> kept_ = {};        // the others
  const Run& run_;
  std::vector<AttributeId> released_;
  Scan scan_;
  ShownRecords shown_;
  GuardFindings findings_;
};

}  // namespace

GuardFindings guard(std::string_view released, const ReleaseForm& form, const Problem& problem,
                    const Schema& schema, const Run& run, std::size_t stated_suppressed) {
  run.progress("checking the release: reading it back");
  GuardFindings findings =
      TableCheck(problem, schema, stated_suppressed, run).check(released, form);
  findings.sha256 = crypto::sha256_hex(released);
  return findings;
}

void TableGuard::check(std::string_view bytes, const Run& run) {
  const ReleaseForm& form = promise_.form;
  std::string decoded;
  if (form.decode) decoded = form.decode(bytes);
  const std::string_view text = form.decode ? std::string_view(decoded) : bytes;
  findings_ = guard(text, form, promise_.problem, promise_.schema, run, promise_.stated_suppressed);
  if (form.decode) findings_.sha256 = crypto::sha256_hex(bytes);
  guard_perturbation(promise_.problem.table, form.perturbed);
  if (form.further) form.further(text);
}

}  // namespace privet
