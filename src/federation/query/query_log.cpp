// SPDX-License-Identifier: Apache-2.0
#include "federation/query/query_log.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace privet::federation {
namespace {

constexpr std::uint8_t kPerhaps = 5;  // tenths of a coarse answer
constexpr char kBetween = '\x1f';     // the columns of a group

[[noreturn]] void refuse_log(const std::string& why) {
  throw Error(ErrorCode::Input, "the log " + why, {.parameter = "--log"});
}

}  // namespace

Json log_json(const QueryLog& log) {
  Json queries = Json::array();
  for (const auto& query : log.queries) {
    queries.push_back({{"query", query.text},
                       {"coarse", query.coarse},
                       {"summed", query.summed},
                       {"groups", query.groups}});
  }
  Json occupied = Json::array();
  for (const auto& cells : log.occupied) occupied.push_back(Json(cells));
  return {{"k", log.k},
          {"sites", log.sites},
          {"columns", log.columns},
          {"queries", std::move(queries)},
          {"refused", log.refused},
          {"occupied", std::move(occupied)}};
}

QueryLog read_log(std::string_view text, std::size_t k, std::size_t sites,
                  const std::vector<std::string>& columns) {
  QueryLog out{
      .k = k, .sites = sites, .columns = columns, .queries = {}, .refused = {}, .occupied = {{}}};
  if (text.empty()) return out;
  try {
    const auto json = Json::parse(text);
    if (json.at("k").get<std::size_t>() != k || json.at("sites").get<std::size_t>() != sites) {
      refuse_log("is of other promises: give the --k and --sites it was begun with");
    }
    if (json.at("columns").get<std::vector<std::string>>() != columns) {
      refuse_log("is of a release with other columns: begin a new one for this release");
    }
    for (const auto& one : json.at("queries")) {
      out.queries.push_back({one.at("query").text(), one.at("coarse").get<bool>(),
                             one.at("summed").get<std::size_t>(),
                             one.at("groups").get<std::vector<std::string>>()});
      if (out.queries.back().summed > kMostSummed) refuse_log("is damaged");
    }
    out.refused = json.at("refused").get<std::vector<std::string>>();
    out.occupied.clear();
    for (const auto& one : json.at("occupied")) {
      out.occupied.push_back(one.get<std::vector<std::uint32_t>>());
      if (out.occupied.back().size() != out.queries.size()) refuse_log("is damaged");
    }
  } catch (const JsonError& fault) {
    refuse_log(std::string("is damaged: ") + fault.what());
  }
  if (out.occupied.empty() || !std::ranges::is_sorted(out.occupied)) refuse_log("is damaged");
  return out;
}

QueryLog with_refused(QueryLog log, const std::string& query) {
  if (std::ranges::find(log.refused, query) == log.refused.end()) log.refused.push_back(query);
  return log;
}

void check_refusals(const QueryLog& log, const std::string& query) {
  if (log.refused.size() < kMostRefused ||
      std::ranges::find(log.queries, query, &AnsweredQuery::text) != log.queries.end()) {
    return;
  }
  throw Error(ErrorCode::Infeasible,
              std::to_string(log.refused.size()) +
                  " queries of this asker were refused, and refusals tell something, too: it is "
                  "answered nothing new",
              {.parameter = "--log"});
}

std::string group_text(const std::vector<std::string>& shown) {
  std::string out;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i > 0) out += kBetween;
    out += shown[i];
  }
  return out;
}

std::vector<std::string> group_columns(std::string_view group) {
  std::vector<std::string> out(1);
  for (const char c : group) {
    if (c == kBetween) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

std::vector<std::uint32_t> cells_of(const ReleasedPart& part, const SelectQuery& parsed,
                                    const AnsweredQuery& query) {
  const auto tenths = part.tenths(parsed);
  const auto summed = parsed.summed();
  if (summed.size() != query.summed) refuse_log("is damaged");
  std::vector<std::uint32_t> out(part.records());
  for (std::size_t r = 0; r < out.size(); ++r) {
    if (tenths[r] == 0) continue;
    const auto shown = group_text(part.shown(parsed, r));
    const auto found = std::ranges::lower_bound(query.groups, shown);
    if (found == query.groups.end() || *found != shown) {
      refuse_log("is of another release: begin a new one for this release");
    }
    const auto tenth = query.coarse && tenths[r] < kCertain ? kPerhaps : tenths[r];
    std::uint32_t lacks = 0;
    for (std::size_t s = 0; s < summed.size(); ++s) {
      if (std::isnan(part.ends(summed[s], r).first)) lacks |= 1U << s;
    }
    const auto group = static_cast<std::uint32_t>(found - query.groups.begin());
    out[r] = (group * kCertain + tenth - 1U) * query.lacks() + lacks + 1;
  }
  return out;
}

std::vector<std::uint32_t> combinations_of(const ReleasedPart& part, const QueryLog& log) {
  std::vector<std::vector<std::uint32_t>> cells;  // by query
  for (const auto& query : log.queries) {
    cells.push_back(cells_of(part, parse_query(query.text, part.columns()), query));
  }
  std::vector<std::uint32_t> out;
  for (std::size_t r = 0; r < part.records(); ++r) {
    std::vector<std::uint32_t> own;
    for (const auto& of_query : cells) own.push_back(of_query[r]);
    const auto found = std::ranges::lower_bound(log.occupied, own);
    if (found == log.occupied.end() || *found != own) {
      refuse_log("is of another release: begin a new one for this release");
    }
    out.push_back(static_cast<std::uint32_t>(found - log.occupied.begin()));
  }
  return out;
}

}  // namespace privet::federation
