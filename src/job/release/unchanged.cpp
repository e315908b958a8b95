// SPDX-License-Identifier: Apache-2.0
#include "job/release/unchanged.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/counted.h"
#include "base/error.h"
#include "job/column_list.h"
#include "quasi/partition.h"
#include "quasi/percent.h"

namespace privet {
namespace {

using quasi::Counters;
using quasi::Partition;

// The records by what the release shows of the quasi-identifiers; suppressed ones look alike.
std::vector<ValueId> shown_classes(const Recoding& recoding, std::size_t& count) {
  std::map<std::vector<std::uint32_t>, ValueId> shown;
  std::vector<ValueId> of_class(recoding.classes());
  for (std::size_t c = 0; c < recoding.classes(); ++c) {
    std::vector<std::uint32_t> values;
    for (const auto& attribute : recoding.attributes) values.push_back(attribute.value_of_class[c]);
    of_class[c] = shown.try_emplace(values, static_cast<ValueId>(shown.size())).first->second;
  }
  const auto suppressed = static_cast<ValueId>(shown.size());
  count = shown.size() + 1;
  std::vector<ValueId> out;
  out.reserve(recoding.class_of.size());
  for (const auto id : recoding.class_of) {
    out.push_back(id == kSuppressed ? suppressed : of_class[static_cast<std::size_t>(id)]);
  }
  return out;
}

class UnchangedJudge {
 public:
  UnchangedJudge(const UnchangedQuestion& question, const Run& run)
      : question_(question), run_(run), rows_(question.table.rows()) {
    std::size_t classes = 0;
    const auto codes = shown_classes(question.recoding, classes);
    whole_ = Partition::whole(rows_);
    base_ = refined(whole_, codes, classes);
  }

  std::vector<UnchangedColumn> judge() {
    for (AttributeId c = 0; c < question_.table.columns(); ++c) {
      const Role role = question_.schema.role(c);
      if (role == Role::Plain || role == Role::Class || role == Role::Sensitive) single(c, role);
    }
    sets();
    larger_sets(base_, {});
    sets_with_others();
    sets_of_others();
    for (auto& column : out_) {
      column.needs_accepting = column.needs_accepting || !column.looks_like.empty();
    }
    return std::move(out_);
  }

 private:
  // Records that are alone, or alone with others of their person.
  [[nodiscard]] std::size_t unique(const Partition& groups) const {
    std::size_t out = rows_ - groups.rows_kept();
    if (question_.person_of.empty()) return out;
    const auto person = [&](RowId row) { return question_.person_of[row]; };
    for (std::size_t g = 0; g < groups.groups_kept(); ++g) {
      const auto rows = groups.group(g);
      const bool one = std::all_of(rows.begin(), rows.end(),
                                   [&](RowId row) { return person(row) == person(rows.front()); });
      if (one) out += rows.size();
    }
    return out;
  }

  Partition refined(const Partition& groups, std::span<const ValueId> codes, std::size_t limit) {
    run_.check_cancelled();
    return groups.refine(codes, limit, counters_);
  }

  Partition refined(const Partition& groups, AttributeId column) {
    const Column& values = question_.table.column(column);
    return refined(groups, values.codes, values.dictionary.size());
  }

  void single(AttributeId id, Role role) {
    const Column& column = question_.table.column(id);
    std::vector<char> seen(column.dictionary.size(), 0);
    for (const ValueId code : column.codes) seen[code] = 1;
    UnchangedColumn found;
    found.name = column.name;
    found.role = role_name(role);
    found.records = rows_;
    found.distinct = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), char{1}));
    found.differs =
        rows_ == 0 ? 0 : static_cast<double>(found.distinct) / static_cast<double>(rows_);
    found.alone = unique(refined(whole_, id));
    Partition with = refined(base_, id);
    found.with_quasi = unique(with);
    found.looks_like = question_.looks_like[id];
    found.accepted = question_.accepted.contains(id);
    found.perturbed = question_.perturbed.contains(id);
    found.shifted = question_.shifted.contains(id);
    if (role == Role::Plain) {
      found.needs_accepting = found.with_quasi > unique(base_);
      plain_.push_back({id, out_.size(), std::move(with), found.distinct});
    } else {
      found.needs_accepting = rows_ >= kFewRecords && 2 * found.alone > rows_;
      others_.push_back({id, out_.size(), std::move(with), found.distinct});
    }
    out_.push_back(std::move(found));
  }

  struct Candidate {
    AttributeId id;
    std::size_t at;  // in out_
    Partition with;  // the classes, split by it
    std::size_t distinct;
  };

  // Pairs of plain columns, and the worst pair of each with a third.
  void sets() {
    std::stable_sort(plain_.begin(), plain_.end(), [](const Candidate& a, const Candidate& b) {
      return a.distinct > b.distinct;
    });
    // Constant columns add nothing to a set.
    while (!plain_.empty() && plain_.back().distinct < 2) plain_.pop_back();
    for (std::size_t a = 0; a < in_sets(); ++a) {
      run_.progress("judging unchanged columns",
                    static_cast<double>(a) / static_cast<double>(in_sets()));
      worst_set(a, false);
      // A column that singles nobody out itself may do so with others like it. Those that are
      // accepted or must be anyway do not count here.
      if (quiet(a)) worst_set(a, true);
    }
  }

  [[nodiscard]] std::size_t in_sets() const { return std::min(plain_.size(), kMaxInSets); }

  // Plain columns beside sensitive ones and the class, each of these and all of them: somebody may
  // know them too.
  void sets_with_others() {
    if (rows_ < kFewRecords) return;
    Partition all = base_;
    std::vector<std::string> names;
    for (const Candidate& other : others_) {
      larger_sets(other.with, {out_[other.at].name});
      all = refined(all, other.id);
      names.push_back(out_[other.at].name);
    }
    if (others_.size() > 1) larger_sets(all, names);
  }

  // Sensitive columns and the class, without the quasi-identifiers: as one of them by which alone
  // more than half of the records are unique is a key, so are several together.
  void sets_of_others() {
    if (rows_ < kFewRecords) return;
    std::vector<const Candidate*> set;
    for (const Candidate& other : others_) {
      const UnchangedColumn& column = out_[other.at];
      if (!column.needs_accepting && !column.accepted) set.push_back(&other);
    }
    const auto is_key = [&](const std::vector<const Candidate*>& columns) {
      Partition groups = whole_;
      for (const Candidate* one : columns) groups = refined(groups, one->id);
      return 2 * unique(groups) > rows_;
    };
    while (is_key(set)) {
      std::vector<const Candidate*> key = set;
      for (std::size_t i = key.size(); i-- > 0 && set.size() <= kMaxLeftOut;) {
        auto fewer = key;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (is_key(fewer)) key = std::move(fewer);
      }
      note_key(key);
      std::erase_if(set, [&](const Candidate* one) { return out_[one->at].needs_accepting; });
    }
  }

  void note_key(std::span<const Candidate* const> key) {
    Partition groups = whole_;
    for (const Candidate* one : key) groups = refined(groups, one->id);
    for (const Candidate* one : key) {
      UnchangedColumn& column = out_[one->at];
      column.needs_accepting = true;
      for (const Candidate* other : key) {
        if (other != one) column.key_with.push_back(out_[other->at].name);
      }
      column.in_key = unique(groups);
    }
  }

  // Of the columns that nothing was found against yet: while all of them together make more records
  // unique than `base` does, which shows the columns `known` too, a set of them that does must be
  // accepted too.
  void larger_sets(const Partition& base, const std::vector<std::string>& known) {
    std::vector<std::size_t> open;
    for (std::size_t a = 0; a < plain_.size(); ++a) {
      const UnchangedColumn& column = out_[plain_[a].at];
      if (!column.needs_accepting && !column.accepted) open.push_back(a);
    }
    while (!open.empty()) {
      run_.progress("judging unchanged columns together");
      std::vector<std::size_t> set = first_that_single_out(base, open);
      if (set.empty()) return;
      leave_out(base, set);
      const std::size_t found = unique(together(base, set));
      for (const std::size_t a : set) {
        UnchangedColumn& column = out_[plain_[a].at];
        column.needs_accepting = true;
        open.erase(std::find(open.begin(), open.end(), a));
        if (found <= column.in_worst_set) continue;
        column.in_worst_set = found;
        column.worst_set = known;
        for (const std::size_t other : set) {
          if (other != a) column.worst_set.push_back(out_[plain_[other].at].name);
        }
      }
    }
  }

  Partition together(const Partition& base, const std::vector<std::size_t>& set) {
    Partition out = base;
    for (const std::size_t a : set) out = refined(out, plain_[a].id);
    return out;
  }

  // As many of these, from the first on, as it takes to make a record unique that is not so by
  // `base`; none if all do not.
  std::vector<std::size_t> first_that_single_out(const Partition& base,
                                                 const std::vector<std::size_t>& open) {
    std::vector<std::size_t> out;
    Partition groups = base;
    for (const std::size_t a : open) {
      out.push_back(a);
      groups = refined(groups, plain_[a].id);
      if (unique(groups) > unique(base)) return out;
    }
    return {};
  }

  // Takes out of a set what it does not need to make a record unique.
  void leave_out(const Partition& base, std::vector<std::size_t>& set) {
    constexpr std::size_t kMostSteps = 500'000'000;  // a few seconds
    if (set.size() > kMaxLeftOut || set.size() * set.size() * rows_ > kMostSteps) return;
    for (std::size_t i = 0; i < set.size();) {
      std::vector<std::size_t> fewer = set;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (unique(together(base, fewer)) > unique(base)) {
        set = std::move(fewer);
      } else {
        ++i;
      }
    }
  }

  [[nodiscard]] bool quiet(std::size_t candidate) const {
    const UnchangedColumn& column = out_[plain_[candidate].at];
    return column.with_quasi <= unique(base_) && !column.accepted;
  }

  void worst_set(std::size_t a, bool only_quiet) {
    UnchangedColumn& column = out_[plain_[a].at];
    std::size_t most = column.with_quasi;
    std::optional<std::size_t> best;
    for (std::size_t b = 0; b < in_sets(); ++b) {
      if (b == a || (only_quiet && !quiet(b))) continue;
      const std::size_t found = unique(refined(plain_[a].with, plain_[b].id));
      if (found > most) {
        most = found;
        best = b;
      } else if (!best) {
        best = b;  // a pair that adds nothing may with a third
      }
    }
    if (!best) return;
    std::vector<std::size_t> set;
    if (most > column.with_quasi) set = {*best};
    const Partition pair = refined(plain_[a].with, plain_[*best].id);
    for (std::size_t c = 0; c < in_sets(); ++c) {
      if (c == a || c == *best || (only_quiet && !quiet(c))) continue;
      const std::size_t found = unique(refined(pair, plain_[c].id));
      if (found <= most) continue;
      most = found;
      set = {*best, c};
    }
    if (only_quiet) {
      column.needs_accepting = column.needs_accepting || most > unique(base_);
      return;
    }
    for (const std::size_t other : set) column.worst_set.push_back(out_[plain_[other].at].name);
    column.in_worst_set = most;
  }

  const UnchangedQuestion& question_;
  const Run& run_;
  std::size_t rows_;
  Counters counters_;
  Partition whole_ = Partition::whole(0);
  Partition base_ = Partition::whole(0);
  std::vector<UnchangedColumn> out_;
  std::vector<Candidate> plain_;
  std::vector<Candidate> others_;  // sensitive ones and classes
};

// 99.95%, 0.2%
std::string short_percent(double ratio) {
  if (ratio >= 0.5) return quasi::percent(ratio);
  std::string text = fmt::format("{:.2f}", ratio * 100);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text + "%";
}

}  // namespace

std::string unchanged_sentence(const UnchangedColumn& column) {
  std::string out = fmt::format(
      "{} is released {} and differs in {} of records; with it {} of {} are unique", column.name,
      column.shifted     ? "with its dates shifted"
      : column.perturbed ? "perturbed"
                         : "unchanged",
      short_percent(column.differs), grouped(column.with_quasi), grouped(column.records));
  if (!column.worst_set.empty()) {
    out += fmt::format(", with {} too {}", fmt::join(column.worst_set, " and "),
                       grouped(column.in_worst_set));
  }
  if (!column.key_with.empty()) {
    out += fmt::format(", and by it and {} alone {} are", fmt::join(column.key_with, " and "),
                       grouped(column.in_key));
  }
  if (!column.looks_like.empty()) {
    out += fmt::format("; it looks like a person's name or number ({})", column.looks_like);
  }
  return out;
}

std::vector<UnchangedColumn> judge_unchanged(const UnchangedQuestion& question, const Run& run) {
  return UnchangedJudge(question, run).judge();
}

void require_accepted(const std::vector<UnchangedColumn>& columns) {
  std::string sentences;
  std::vector<std::string> names;
  for (const auto& column : columns) {
    if (!column.needs_accepting || column.accepted) continue;
    names.push_back(column.name);
    sentences += unchanged_sentence(column) + ". ";
  }
  if (names.empty()) return;
  throw Error(ErrorCode::Policy,
              fmt::format("{}Nothing was written. If that is wanted, add --accept-unchanged {} (or "
                          "accept_unchanged = true for the column in the policy); otherwise make "
                          "it coarser with --quasi or leave it out with --identifier",
                          sentences, job::flag_list(names)));
}

}  // namespace privet
