// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_vertical.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "federation/task/column_cuts.h"
#include "federation/task/task_parts.h"
#include "federation/tree/intersection_tree.h"
#include "federation/tree/tree_parts.h"
#include "federation/tree/tree_saved.h"
#include "federation/tree/tree_task.h"
#include "federation/tree/tree_walk.h"
#include "federation/tree/vertical_tree.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {
namespace tree_vertical {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr std::size_t kMostValues = 1024;  // of a column
constexpr std::size_t kMostClasses = 256;
constexpr std::size_t kMostColumns = 4096;  // of a party
constexpr std::string_view kIntersection = "intersection";
constexpr std::array<std::string_view, 2> kReveals{"nothing", "gains"};

constexpr std::string_view kAllColumns = "columns of all parties";
constexpr protocol::Opening kColumnCounts{
    "how many columns each other party has, and how many classes",
    "what is where is public, by number (Vaidya 2004, 3.5)"};
constexpr protocol::Opening kValueCounts{"how many values each column of another party has",
                                         "the number of branches is public (Vaidya 2004, 3.5)"};

std::vector<Parameter> parameters() {
  auto out = id3_parameters();
  out.push_back(
      {.name = "reveal",
       .kind = ParameterKind::Choice,
       .summary =
           "What parties may learn besides, to save time. nothing; or gains: each party learns "
           "the counts by class of its own columns' branches at every node and the "
           "best gain of the others, the class site the counts of every node.",
       .placeholder = "WHAT",
       .default_text = "nothing",
       .choices = kReveals});
  return out;
}

Reveal reveal_of(const Settings& settings) {
  return settings.text("reveal") == "gains" ? Reveal::Gains : Reveal::Nothing;
}

const Table& table_in(const DataSet& data) {
  if (const auto* table = table_of(data)) return *table;
  throw Error(ErrorCode::Usage, "a tree needs a table, not baskets");
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto cuts = cuts_of(settings);
  const auto table = with_cuts(table_in(whole), cuts);
  const auto class_id = table.require(settings.text("class"), "--class");
  const auto model = mining::learn_tree(table, class_id, id3_options_of(settings), run);
  const auto* both = std::get_if<TablePair>(&whole);
  return whole_tree(
      model, both == nullptr ? std::nullopt
                             : std::optional(walk_whole_tree(model, with_cuts(both->more, cuts))));
}

// What this party brings, without the class column.
struct OwnPart {
  TreeColumns columns;
  std::vector<mining::TreeColumn> names;
  std::vector<std::string> classes;
};

OwnPart own_part(const Table& table, const std::optional<AttributeId>& class_id) {
  OwnPart out;
  out.columns.rows = table.rows();
  for (std::size_t c = 0; c < table.columns(); ++c) {
    if (class_id && c == *class_id) continue;
    const auto& column = table.column(static_cast<AttributeId>(c));
    mining::TreeColumn name{column.name, false, {}};
    for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
      name.values.emplace_back(column.dictionary.text(static_cast<ValueId>(v)));
    }
    if (name.values.size() > kMostValues) {
      throw Error(ErrorCode::Input,
                  fmt::format("column {} has {} different values, and a tree over parties takes at "
                              "most {}: leave it out, or group its values",
                              quote_for_message(column.name), name.values.size(), kMostValues));
    }
    out.columns.codes.emplace_back(column.codes.begin(), column.codes.end());
    out.names.push_back(std::move(name));
  }
  if (!class_id) return out;
  const auto classes = mining::class_column(table, *class_id);
  out.columns.labels = classes.labels;
  out.classes = classes.classes;
  if (out.classes.size() > kMostClasses) {
    throw Error(ErrorCode::Input,
                fmt::format("column {} has {} classes, and a tree over parties takes at most {}",
                            quote_for_message(classes.name), out.classes.size(), kMostClasses));
  }
  return out;
}

void check_claim(const session::Session& session, std::size_t party, std::string_view what,
                 std::uint64_t most, std::uint64_t claimed) {
  if (claimed <= most) return;
  throw Error(ErrorCode::Peer, fmt::format("{} sent {}: expected at most {}, got {}",
                                           session.parties().names[party], what, most, claimed));
}

// How many columns each party has, how many values those have, and the classes.
TreeSites exchange_sizes(const session::Session& session, const protocol::Setting& setting,
                         const Job& job, const OwnPart& own) {
  TreeSites out;
  out.class_site = PartyId(static_cast<std::uint32_t>(job.class_site));
  const std::vector<std::uint64_t> mine{own.names.size(), own.classes.size()};
  const std::vector<std::size_t> two(setting.mesh.ids(), 2);
  const auto told = protocol::tell_numbers(setting, mine, two, kColumnCounts);
  std::vector<std::size_t> columns;
  std::size_t all = 0;
  for (std::size_t p = 0; p < told.size(); ++p) {
    check_claim(session, p, "a number of columns", kMostColumns, told[p][0]);
    const bool has_classes = told[p][1] > 0 && told[p][1] <= kMostClasses;
    if (p == job.class_site ? !has_classes : told[p][1] != 0) {
      throw Error(ErrorCode::Peer,
                  fmt::format("{} sent a number of classes: expected {}, got {}",
                              session.parties().names[p],
                              p == job.class_site ? "1 or more" : "none", told[p][1]));
    }
    columns.push_back(told[p][0]);
    all += told[p][0];
  }
  out.classes = told[job.class_site][1];
  if (all == 0) throw Error(ErrorCode::Input, "no party has a column besides the class");
  setting.ledger.add_to_size(kAllColumns, all);
  std::vector<std::uint64_t> values;
  for (const auto& column : own.names) values.push_back(column.values.size());
  const auto sizes = protocol::tell_numbers(setting, values, columns, kValueCounts);
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    auto& here = out.values.emplace_back();
    for (const auto size : sizes[p]) {
      check_claim(session, p, "a number of values of a column", kMostValues, size);
      here.push_back(size);
    }
  }
  return out;
}

// As the learner knows it: own columns, then one for each party.
mining::TreeModel header_of(const session::Session& session, const OwnPart& own,
                            const TreeSites& sites, const std::string& class_name) {
  mining::TreeModel out;
  out.class_name = class_name;
  out.classes = own.classes;
  out.classes.resize(sites.classes);
  out.columns = own.names;
  for (const auto& name : session.parties().names) out.columns.push_back({name, false, {}});
  return out;
}

template <class Way>
mining::TreeModel grow(session::Session& session, const OwnPart& own, const TreeSites& sites,
                       const Settings& settings, const Run& run) {
  const auto setting = session.setting(run);
  Way way(setting, own.columns.rows, CountFields(sites.classes, own.columns.rows));
  VerticalTree<Way> oracle(setting, way, sites, own.columns, reveal_of(settings));
  return mining::grow_tree(oracle, header_of(session, own, sites, settings.text("class")),
                           id3_options_of(settings), run);
}

mining::TreeModel grow_by_intersections(session::Session& session, const OwnPart& own,
                                        const TreeSites& sites, const Settings& settings,
                                        const Run& run) {
  const auto setting = session.setting(run);
  IntersectionTree oracle(setting, sites, own.columns);
  return mining::grow_tree(oracle, header_of(session, own, sites, settings.text("class")),
                           id3_options_of(settings), run);
}

mining::TreeModel grow_as_agreed(session::Session& session, const Job& job, const OwnPart& own,
                                 const TreeSites& sites, const Settings& settings, const Run& run) {
  if (job.protocol == kIntersection) {
    return grow_by_intersections(session, own, sites, settings, run);
  }
  return job.trust == Trust::HonestMajority
             ? grow<ReplicatedWay>(session, own, sites, settings, run)
             : grow<SharedWay>(session, own, sites, settings, run);
}

// The class column here, if this party is to have it.
std::optional<AttributeId> own_class(const Table& table, const Job& job, std::size_t own,
                                     const std::string& name) {
  const auto found = table.find(name);
  if (found.has_value() == (own == job.class_site)) return found;
  const auto column = "the class column " + quote_for_message(name);
  throw Error(ErrorCode::Input, found ? "another party has " + column + " too: leave it out of one"
                                      : column + " is not here, as was agreed on");
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto cuts = cuts_of(settings);
  const auto table = with_cuts(table_in(part), cuts);
  if (job.classifies != std::holds_alternative<TablePair>(part)) {
    throw Error(ErrorCode::Input, "this party's rows to classify are not as was agreed on");
  }
  const auto place = session.parties().own.index();
  const auto own = own_part(table, own_class(table, job, place, settings.text("class")));
  const auto setting = session.setting(run);
  const auto sites = exchange_sizes(session, setting, job, own);
  const auto model = grow_as_agreed(session, job, own, sites, settings, run);
  std::optional<Predictions> classes;
  if (job.classifies) {
    const auto& both = std::get<TablePair>(part);
    const auto more = with_cuts(both.more, cuts);
    const TreeWalker walker{model, own.names.size(), sites.class_site, more,
                            both.rows_to_classify()};
    classes = walk_tree(setting, walker, smallest_frame(session));
  }
  auto out = tree_part(model, session.parties().names,
                       {place, own.names.size(), place == job.class_site}, classes);
  out.part = save_tree_part(model, own.names.size(), cuts, model_part_head(job, place));
  return out;
}

protocol::Forecast forecast(const Job& job) {
  using namespace tree_openings;  // NOLINT(google-build-using-namespace)
  const auto parties = job.parties;
  const auto settings = job_settings(tree_vertical_task(), job);
  const auto others = Bound(parties - 1);
  const auto all = protocol::PartySet::first(parties);
  const PartyId class_site(static_cast<std::uint32_t>(job.class_site));
  const auto about = all.without(class_site);
  protocol::Forecast out;
  const auto add = [&](const protocol::Forecast& items) {
    out.insert(out.end(), items.begin(), items.end());
  };
  add(told_to_all(parties, kColumnCounts, others * Bound(2), Occurs::Always, About::Some));
  add(told_to_all(parties, kValueCounts, Bound::of(kAllColumns), Occurs::Always, About::Some));
  // A tree may be a single leaf.
  add(told_to_all(parties, kBranches, others * Bound::of(kOpenNodes), Occurs::Sometimes,
                  About::All));
  if (job.classifies) add(walk_forecast(parties));
  if (job.protocol == kIntersection) {
    add(intersection_forecast(parties));
    return out;
  }
  const bool gains = reveal_of(settings) == Reveal::Gains;
  add(told_to_all(parties, kFinished, Bound::of(kNodes), Occurs::Always, About::All));
  if (gains) {
    out.emplace_back(kNodeCounts, about, class_site, Bound::of(kClassCounts));
    add(told_to_all(parties, kBranchCounts, Bound::of(kCounts), Occurs::Sometimes, About::All));
    add(told_to_all(parties, kGain, others * Bound::of(kOpenNodes), Occurs::Sometimes, About::All));
    return out;
  }
  out.emplace_back(kMajority, about, class_site, Bound::of(kNodes));
  add(told_to_all(parties, kColumn, Bound::of(kOpenNodes), Occurs::Sometimes, About::All));
  return out;
}

// Who judges in circuits what nobody sees.
std::string referees(const Job& job) {
  return job.protocol == kIntersection ? "none" : first_two_referees(job);
}

// The party that has the class column.
void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(tree_vertical_task(), job);
  if (job.protocol == kIntersection && settings.given("reveal")) {
    throw Error(ErrorCode::Usage, "intersection tells counts and gains anyway; leave it out",
                {.parameter = "--reveal"});
  }
  for (const auto& cuts : cuts_of(settings)) {
    const bool here = std::ranges::any_of(
        parts, [&](const DataSet& part) { return table_in(part).find(cuts.column).has_value(); });
    if (here && cuts.column != settings.text("class")) continue;
    throw Error(ErrorCode::Input,
                here ? "the class is not cut"
                     : fmt::format("no party has a column {}", quote_for_message(cuts.column)),
                {.parameter = "--cuts"});
  }
  for (const auto& part : parts) (void)table_in(part);
  place_class(job, parts, settings.text("class"));
}

}  // namespace tree_vertical
}  // namespace

Task tree_vertical_task() {
  using namespace tree_vertical;
  return {.name = "mine tree",
          .split = Split::Vertical,
          .parameters = parameters(),
          .protocols = {{.name = "shares",
                         .summary = "shares of all parties' rows by oblivious transfer, and "
                                    "circuits of shared bits between the first two parties"},
                        {.name = kIntersection,
                         .summary = "sizes of intersections of hashed row sets, as in the thesis; "
                                    "tells all parties the counts of every node and branch",
                         .least_parties = 3},
                        among_three("replicated",
                                    "replicated shares of three parties who do not collude")},
          .forecast = forecast,
          .referees = referees,
          .plain = plain,
          .secure = secure,
          .place = place,
          .join = join_tree_parts,
          .classifies = true,
          .saves_parts = true};
}

}  // namespace privet::federation
