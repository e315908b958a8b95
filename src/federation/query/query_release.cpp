// SPDX-License-Identifier: Apache-2.0
#include "federation/query/query_release.h"

#include <fmt/format.h>

#include <set>

#include "base/counted.h"
#include "base/error.h"
#include "federation/query/pooled_parts.h"
#include "federation/query/query_audit.h"
#include "federation/query/query_log.h"
#include "federation/query/site_answer.h"
#include "federation/task/task_parts.h"
#include "protocol/secure_sum.h"
#include "protocol/union/set_union.h"

namespace privet::federation {
namespace {
namespace query_release {

using namespace query_openings;  // NOLINT(google-build-using-namespace)
using protocol::About;
using protocol::Bound;
using protocol::NumberVector;
using protocol::Occurs;

constexpr std::size_t kLongestGroup = 120;                 // bytes
constexpr std::size_t kMostCells = std::size_t{1} << 18U;  // that are judged
constexpr unsigned kSumBits = 57;

std::vector<Parameter> parameters() {
  return {
      {.name = "query",
       .kind = ParameterKind::Text,
       .summary = "What to ask: SELECT count(*), sum(A), avg(A) or columns, then WHERE and "
                  "GROUP BY if needed.",
       .placeholder = "QUERY",
       .required = true},
      {.name = "k",
       .kind = ParameterKind::Count,
       .summary = "No answer, alone or with earlier ones, is about fewer than K records.",
       .placeholder = "K",
       .min = 1,
       .required = true},
      {.name = "sites",
       .kind = ParameterKind::Count,
       .summary = "No answer, alone or with earlier ones, is about records of fewer than L sites.",
       .placeholder = "L",
       .default_text = "1",
       .min = 1},
      {.name = "most-groups",
       .kind = ParameterKind::Count,
       .summary =
           "The largest number of different groups at a site; every site pads its own to this "
           "number.",
       .placeholder = "N",
       .default_text = "64",
       .min = 1,
       .max = 4096},
      {.name = "answered",
       .kind = ParameterKind::Text,
       .summary = "What the asker was answered before: the text of its log.",
       .placeholder = "LOG",
       .default_text = ""}};
}

const Table& released_table(const DataSet& data) {
  if (const auto* table = std::get_if<Table>(&data)) return *table;
  throw Error(ErrorCode::Usage, "a query needs parts of a table, not baskets");
}

AnsweredQuery asked_of(const Settings& settings, const SelectQuery& query,
                       std::vector<std::string> groups) {
  return {.text = settings.text("query"),
          .coarse = false,
          .summed = query.summed().size(),
          .groups = std::move(groups)};
}

void check_cells(const QueryLog& log, const AnsweredQuery& asked) {
  if (log.occupied.size() * asked.cells() <= kMostCells) return;
  throw Error(ErrorCode::Usage,
              fmt::format("the query makes {} groups, and the earlier answers tell {} sets of "
                          "records apart: too many to judge together; ask for fewer groups",
                          asked.groups.size(), log.occupied.size()));
}

Answer refused(const QueryLog& log, const Settings& settings) {
  const auto after = with_refused(log, settings.text("query"));
  return {Json{{"refused", true}, {"log", log_json(after)}}.dump(), "the query is refused"};
}

// `totals`: numbers() of all sites; `occupied`: which combinations have records.
Answer answer_of(QueryLog log, const AnsweredQuery& asked, std::size_t summed, std::size_t sites,
                 const NumberVector& totals, const std::vector<std::uint8_t>& occupied) {
  const auto width = 1 + kNumbersOfSum * summed;
  const auto number = [&](std::size_t i) {
    return static_cast<std::int64_t>(totals[i] - sites * kOffset);
  };
  Json cells = Json::array();
  std::int64_t records = 0;
  for (std::uint32_t c = 0; c + 1 < asked.cells(); ++c) {
    const auto count = number(c * width);
    if (count == 0) continue;
    records += count;
    Json sums = Json::array();
    for (std::size_t s = 0; s < summed; ++s) {
      const auto at = c * width + 1 + kNumbersOfSum * s;
      sums.push_back({{"with", number(at)},
                      {"middle", number(at + 1)},
                      {"low", number(at + 2)},
                      {"high", number(at + 3)}});
    }
    cells.push_back({{"group", group_columns(asked.groups[asked.group_of(c + 1)])},
                     {"tenths", asked.tenth_of(c + 1)},
                     {"count", count},
                     {"sums", std::move(sums)}});
  }
  std::vector<std::vector<std::uint32_t>> told_apart;
  for (std::size_t i = 0; i < occupied.size(); ++i) {
    if (occupied[i] == 0) continue;
    auto one = log.occupied[i / asked.cells()];
    one.push_back(static_cast<std::uint32_t>(i % asked.cells()));
    told_apart.push_back(std::move(one));
  }
  log.occupied = std::move(told_apart);
  log.queries.push_back(asked);
  Json out{{"refused", false},
           {"coarse", asked.coarse},
           {"cells", std::move(cells)},
           {"log", log_json(log)}};
  return {out.dump(), counted(static_cast<std::size_t>(records), "record") +
                          " that satisfy the condition or may do so"};
}

std::vector<std::string> agree_on_groups(const protocol::Setting& setting, const SiteAnswer& own,
                                         const Settings& settings) {
  if (own.query.groups.empty()) return {""};
  const auto mine = own.groups();
  const auto most = settings.count("most-groups");
  if (mine.size() > most) {
    throw Error(ErrorCode::Input,
                fmt::format("the query makes {} groups here, and it was agreed that no site has "
                            "more than {}: allow more with --most-groups, or ask for fewer columns",
                            mine.size(), most));
  }
  for (const auto& group : mine) {
    if (group.size() <= kLongestGroup) continue;
    throw Error(ErrorCode::Input,
                fmt::format("a group of the query has {} bytes, and sites exchange at most {}: "
                            "ask for fewer columns",
                            group.size(), kLongestGroup));
  }
  protocol::unions::UnionShape shape;
  shape.row_bytes = kLongestGroup;
  shape.most_rows = most;
  shape.two = protocol::unions::TwoParties::Accept;
  const std::vector<std::string> rows(mine.begin(), mine.end());
  const auto everybody = setting.mesh.members();
  return protocol::unions::set_union(setting, shape, rows, everybody, kGroups).value();
}

template <class Way>
Answer ask(const protocol::Setting& setting, const Table& table, const Settings& settings) {
  const SiteAnswer own(table, settings);
  Way way(setting);
  auto asked = asked_of(settings, own.query, agree_on_groups(setting, own, settings));
  check_cells(own.log, asked);
  const AuditPromise promise{settings.count("k"), settings.count("sites")};
  for (const bool coarse : {false, true}) {
    asked.coarse = coarse;
    const auto sizes = own.sizes(asked);
    if (!may_be_told(way, sizes, promise)) continue;
    setting.ledger.add_to_size(kCells, sizes.size());
    const auto occupied = which_occur(way, sizes);
    const auto numbers = own.numbers(asked);
    NumberVector totals;
    if (!numbers.empty()) {
      setting.ledger.add_to_size(kNumbers, numbers.size());
      const auto sums =
          protocol::secure_sum(setting, numbers, kSumBits, protocol::SumMethod::Shares, kAnswer);
      totals.assign(sums.begin(), sums.end());
    }
    return answer_of(own.log, asked, own.query.summed().size(), way.sites().size(), totals,
                     occupied);
  }
  return refused(own.log, settings);
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto setting = session.setting(run);
  const auto& table = released_table(part);
  return job.trust == Trust::HonestMajority ? ask<TrioSites>(setting, table, settings)
                                            : ask<PanelSites>(setting, table, settings);
}

void add_to(NumberVector& sums, const NumberVector& more) {
  if (sums.empty()) sums.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
}

Answer plain(const DataSet& whole, const Settings& settings, const Run&) {
  const auto parts = parts_of(released_table(whole));
  std::vector<SiteAnswer> sites;
  sites.reserve(parts.size());
  for (const auto& part : parts) sites.emplace_back(part, settings);
  std::set<std::string> groups;
  for (const auto& site : sites) groups.merge(site.groups());
  if (sites.front().query.groups.empty()) groups = {""};
  auto asked = asked_of(settings, sites.front().query, {groups.begin(), groups.end()});
  for (const bool coarse : {false, true}) {
    asked.coarse = coarse;
    NumberVector sizes;
    NumberVector owners;
    NumberVector totals;
    for (const auto& site : sites) {
      auto own = site.sizes(asked);
      add_to(sizes, own);
      for (auto& one : own) one = one > 0 ? 1 : 0;
      add_to(owners, own);
      add_to(totals, site.numbers(asked));
    }
    bool told = true;
    std::vector<std::uint8_t> occupied;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      occupied.push_back(sizes[i] > 0 ? 1 : 0);
      told = told && (sizes[i] == 0 ||
                      (sizes[i] >= settings.count("k") && owners[i] >= settings.count("sites")));
    }
    if (!told) continue;
    const auto& first = sites.front();
    return answer_of(first.log, asked, first.query.summed().size(), sites.size(), totals, occupied);
  }
  return refused(sites.front().log, settings);
}

protocol::Forecast forecast(const Job& job) {
  const auto settings = job_settings(query_release_task(), job);
  protocol::Forecast out;
  const auto add = [&](protocol::Opening opening, const Bound& most, Occurs occurs) {
    const auto items = told_to_all(job.parties, opening, most, occurs, About::All);
    out.insert(out.end(), items.begin(), items.end());
  };
  add(kGroups, Bound(job.parties * settings.count("most-groups")), Occurs::Sometimes);
  const auto all = protocol::PartySet::first(job.parties);
  const auto everybody = all.list();
  const auto last = protocol::unions::set_union_path(job.parties, everybody).back();
  out.emplace_back(protocol::unions::kCopies, all.without(last), last, Bound(job.parties - 1),
                   Occurs::Sometimes);
  add(kVerdict, Bound(2), Occurs::Always);
  add(kOccupied, Bound::of(kCells), Occurs::Sometimes);
  add(kAnswer, Bound::of(kNumbers), Occurs::Sometimes);
  return out;
}

// What can be wrong with parts and query is said before anything starts.
void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(query_release_task(), job);
  if (settings.count("sites") > job.parties) {
    throw Error(ErrorCode::Usage,
                fmt::format("an answer cannot be about records of {} sites: there are {}",
                            settings.count("sites"), job.parties),
                {.parameter = "--sites"});
  }
  const auto& first = released_table(parts.front());
  const ReleasedPart known(first);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto& table = released_table(parts[p]);
    const auto say = [&](const std::string& what) {
      throw Error(ErrorCode::Input, fmt::format("party-{} {}", p + 1, what));
    };
    if (table.rows() == 0) say("has no records");
    if (column_names(table) != column_names(first)) {
      say(fmt::format("has the columns {}, party-1 has {}", fmt::join(column_names(table), ", "),
                      fmt::join(column_names(first), ", ")));
    }
    const ReleasedPart own(table);
    for (std::size_t c = 0; c < first.columns(); ++c) {
      const auto id = static_cast<AttributeId>(c);
      if (own.columns().column(id).type() == known.columns().column(id).type()) continue;
      say(fmt::format(
          "has {} in column {}, party-1 has {}", type_name(own.columns().column(id).type()),
          quote_for_message(first.column(id).name), type_name(known.columns().column(id).type())));
    }
  }
  const auto query = parse_query(settings.text("query"), known.columns());
  if (query.summed().size() > kMostSummed) {
    throw Error(ErrorCode::Usage,
                fmt::format("the query sums {} columns, and one answer tells of at most {}: ask "
                            "twice",
                            query.summed().size(), kMostSummed));
  }
  const auto log = read_log(answered_before(settings), settings.count("k"), settings.count("sites"),
                            column_names(first));
  check_refusals(log, settings.text("query"));
}

}  // namespace query_release
}  // namespace

Task query_release_task() {
  using namespace query_release;
  return {.name = std::string(kQueryTask),
          .split = Split::Horizontal,
          .parameters = parameters(),
          .protocols = {{.name = "shares",
                         .summary = "sums of all sites' counts, shared between the first two sites "
                                    "and judged by circuits of shared bits"},
                        among_three("replicated",
                                    "replicated shares of three sites who do not collude")},
          .forecast = forecast,
          .referees = first_two_referees,
          .plain = plain,
          .secure = secure,
          .place = place,
          .command = "federation query"};
}

}  // namespace privet::federation
