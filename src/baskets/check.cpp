// SPDX-License-Identifier: Apache-2.0
#include "baskets/check.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/thread_pool.h"
#include "baskets/check_internal.h"

namespace privet::baskets {
namespace {

CheckedData split(const Baskets& baskets, const ItemKinds& kinds) {
  CheckedData out;
  out.items = baskets.items();
  out.known.resize(baskets.size());
  out.secrets.resize(baskets.size());
  out.holders.resize(baskets.items());
  for (BasketId id = 0; id < baskets.size(); ++id) {
    for (const ItemId item : baskets.basket(id)) {
      if (kinds[item] == ItemKind::Public) {
        out.known[id].push_back(item);
        out.holders[item].push_back(id);
      } else if (kinds[item] == ItemKind::Private) {
        out.secrets[id].push_back(item);
      }
    }
  }
  return out;
}

// Smaller sets first.
Verdict verdict_of(std::vector<Findings>& parts, std::size_t report_up_to) {
  Verdict out;
  for (auto& part : parts) {
    for (auto& one : part.found()) out.violations.push_back(std::move(one));
  }
  out.coherent = out.violations.empty();
  std::sort(out.violations.begin(), out.violations.end(),
            [](const Violation& a, const Violation& b) {
              return a.known.size() != b.known.size() ? a.known.size() < b.known.size()
                                                      : a.known < b.known;
            });
  if (out.violations.size() > report_up_to) out.violations.resize(report_up_to);
  return out;
}

class Walk {
 public:
  Walk(const CheckedData& data, const Coherence& wanted, Findings& findings, const Run& run)
      : data_(data),
        wanted_(wanted),
        findings_(findings),
        run_(run),
        seen_(data.items),
        tally_(data.items),
        slot_(data.items) {}

  // Judges the set at hand; goes on to larger ones only if it is good, since the larger ones of a
  // bad set are bad anyway.
  void visit(std::vector<ItemId>& known, const Cohort& cohort) {
    if (findings_.full()) return;
    if (++steps_ % 128 == 0) run_.check_cancelled();
    if (!judge(known, cohort) || known.size() >= wanted_.p) return;
    const ItemId last = known.empty() ? ItemId{0} : known.back() + 1;
    std::vector<ItemId> more;
    for (const std::uint32_t id : cohort) {
      const auto& row = data_.known[id];
      for (auto it = row.rbegin(); it != row.rend() && *it >= last; ++it) {
        if (seen_[*it]++ == 0) more.push_back(*it);
      }
    }
    std::sort(more.begin(), more.end());
    if (wanted_.h >= 1.0 && known.size() + 1 >= wanted_.p) {
      judge_sizes(known, more);
      return;
    }
    std::vector<Cohort> cohorts(more.size());
    for (std::size_t i = 0; i < more.size(); ++i) {
      cohorts[i].reserve(seen_[more[i]]);
      slot_[more[i]] = static_cast<std::uint32_t>(i);
      seen_[more[i]] = 0;
    }
    for (const std::uint32_t id : cohort) {
      const auto& row = data_.known[id];
      for (auto it = row.rbegin(); it != row.rend() && *it >= last; ++it) {
        cohorts[slot_[*it]].push_back(id);
      }
    }
    for (std::size_t i = 0; i < more.size(); ++i) {
      known.push_back(more[i]);
      visit(known, cohorts[i]);
      known.pop_back();
      Cohort().swap(cohorts[i]);
    }
  }

  // The largest sets, of which only the sizes count: their baskets need not be listed. Leaves the
  // counts at zero.
  void judge_sizes(std::vector<ItemId>& known, const std::vector<ItemId>& more) {
    for (const ItemId item : more) {
      const std::uint32_t size = std::exchange(seen_[item], 0U);
      if (size >= wanted_.k || findings_.full()) continue;
      known.push_back(item);
      findings_.add({known, size, kNoItem, 0});
      known.pop_back();
    }
  }

  bool judge(const std::vector<ItemId>& known, const Cohort& cohort) {
    if (cohort.size() < wanted_.k) {
      findings_.add({known, static_cast<std::uint32_t>(cohort.size()), kNoItem, 0});
      return false;
    }
    if (wanted_.h >= 1.0) return true;
    ItemId worst = kNoItem;
    std::uint32_t most = 0;
    for (const std::uint32_t id : cohort) {
      for (const ItemId secret : data_.secrets[id]) {
        if (++tally_[secret] > most) {
          most = tally_[secret];
          worst = secret;
        }
      }
    }
    for (const std::uint32_t id : cohort) {
      for (const ItemId secret : data_.secrets[id]) tally_[secret] = 0;
    }
    // A share written in decimal is not exact in binary: allow the last digits.
    const long double share =
        static_cast<long double>(most) / static_cast<long double>(cohort.size());
    if (share <= static_cast<long double>(wanted_.h) + 5e-10L) return true;
    findings_.add({known, static_cast<std::uint32_t>(cohort.size()), worst, most});
    return false;
  }

 private:
  const CheckedData& data_;
  const Coherence& wanted_;
  Findings& findings_;
  const Run& run_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint32_t> tally_;
  std::vector<std::uint32_t> slot_;
  std::size_t steps_ = 0;
};

// Every different basket must be inside at least k baskets.
std::vector<Findings> check_whole_baskets(const CheckedData& data, std::size_t k, const Run& run) {
  std::map<std::vector<ItemId>, std::uint32_t> distinct;
  for (const auto& row : data.known) ++distinct[row];
  std::vector<const std::pair<const std::vector<ItemId>, std::uint32_t>*> rows;
  for (const auto& entry : distinct) rows.push_back(&entry);
  std::vector<Findings> parts(rows.size(), Findings(1));
  run.pool().parallel_for(rows.size(), [&](std::size_t i) {
    run.check_cancelled();
    const auto& [row, times] = *rows[i];
    if (times >= k || row.empty()) return;
    const ItemId rarest = *std::min_element(row.begin(), row.end(), [&](ItemId a, ItemId b) {
      return data.holders[a].size() < data.holders[b].size();
    });
    std::uint32_t around = 0;
    for (const std::uint32_t id : data.holders[rarest]) {
      if (std::includes(data.known[id].begin(), data.known[id].end(), row.begin(), row.end())) {
        if (++around >= k) return;
      }
    }
    parts[i].add({row, around, kNoItem, 0});
  });
  return parts;
}

}  // namespace

Verdict check_coherence(const Baskets& baskets, const ItemKinds& kinds, const Coherence& wanted,
                        std::size_t report_up_to, const Run& run) {
  require_sound(wanted);
  PRIVET_CHECK(kinds.size() == baskets.items());
  run.progress("checking coherence");
  const CheckedData data = split(baskets, kinds);
  const std::size_t limit = std::max<std::size_t>(1, report_up_to);
  std::vector<Findings> parts(1, Findings(limit));
  Cohort all(baskets.size());
  for (std::uint32_t id = 0; id < all.size(); ++id) all[id] = id;
  if (!Walk(data, wanted, parts[0], run).judge({}, all)) return verdict_of(parts, report_up_to);
  std::size_t longest = 0;
  for (const auto& row : data.known) longest = std::max(longest, row.size());
  if (wanted.h >= 1.0 && wanted.p >= longest) {
    parts = check_whole_baskets(data, wanted.k, run);
    return verdict_of(parts, report_up_to);
  }
  parts.assign(data.items, Findings(limit));
  if (worth_bitmaps(data)) {
    check_by_bitmaps(data, wanted, parts, run);
    return verdict_of(parts, report_up_to);
  }
  run.pool().parallel_for(data.items, [&](std::size_t item) {
    if (data.holders[item].empty()) return;
    Walk walk(data, wanted, parts[item], run);
    std::vector<ItemId> known{static_cast<ItemId>(item)};
    walk.visit(known, data.holders[item]);
  });
  return verdict_of(parts, report_up_to);
}

}  // namespace privet::baskets
