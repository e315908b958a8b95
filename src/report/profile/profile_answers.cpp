// SPDX-License-Identifier: Apache-2.0
#include "report/profile/profile_answers.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "report/profile/profile_view.h"
#include "report/text/numbers.h"
#include "report/text/text_table.h"

namespace privet {
namespace {

Json counts_json(const profile::SourceCounts& counts) {
  return {{"documents", counts.documents},   {"files", counts.files},
          {"binary", counts.binary},         {"large", counts.large},
          {"unreadable", counts.unreadable}, {"broken", counts.broken}};
}

Json exposure_json(const profile::Profile& profile, const profile::Exposure& exposure) {
  auto exposed = Json::array();
  for (const auto& label : profile::weighted_labels(profile, exposure)) {
    exposed.push_back({{"term", profile::label_text(profile, label.terms)},
                       {"support", label.support},
                       {"weight", label.weight}});
  }
  return {{"exp_ratio", exposure.ratio()},
          {"entropy_exposed", exposure.entropy_exposed},
          {"entropy", exposure.entropy},
          {"exposed", std::move(exposed)}};
}

ProfileView view_of(const job::ProfileShowOutcome& outcome) {
  return {outcome.profile, outcome.exposure, outcome.max_nodes};
}

Json ranked_json(const std::vector<profile::Ranking>& ranking,
                 const std::vector<profile::SearchResult>& results) {
  auto out = Json::array();
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const auto& entry = ranking[i];
    const auto& result = results[entry.result];
    out.push_back({{"rank", i + 1},
                   {"title", result.title},
                   {"url", result.address},
                   {"engine_rank", entry.engine_rank},
                   {"up_score", entry.up_score},
                   {"up_rank", entry.up_rank},
                   {"pp_rank", entry.pp_rank},
                   {"text", result.text}});
  }
  return out;
}

}  // namespace

std::string profile_build_text(const job::ProfileBuildOutcome& outcome) {
  std::string out = fmt::format(
      "{} -> {} of {}, {}: {}{}\n", counted(outcome.counts.documents, "document"),
      counted(outcome.nodes, "node"), counted(outcome.terms, "term"),
      counted(outcome.depth, "level"), outcome.output, outcome.locked ? " (locked)" : "");
  if (outcome.terms == 0) {
    out += fmt::format(
        "No term occurs in {} or more: the profile is empty. Lower --min-support or add sources.\n",
        counted(outcome.min_support, "document"));
  }
  return out;
}

Json profile_build_json(const job::ProfileBuildOutcome& outcome) {
  Json out = counts_json(outcome.counts);
  out["terms"] = outcome.terms;
  out["nodes"] = outcome.nodes;
  out["depth"] = outcome.depth;
  out["locked"] = outcome.locked;
  out["output"] = outcome.output;
  return out;
}

std::string profile_index_text(const job::ProfileIndexOutcome& outcome) {
  return fmt::format("{} indexed: {}\n", counted(outcome.counts.documents, "document"),
                     outcome.output);
}

Json profile_index_json(const job::ProfileIndexOutcome& outcome) {
  Json out = counts_json(outcome.counts);
  out["output"] = outcome.output;
  return out;
}

std::string profile_expose_text(const job::ProfileExposeOutcome& outcome) {
  return fmt::format("{} exposed, expRatio {}: {}\n{}", counted(outcome.terms, "term"),
                     format_percent(outcome.exposure.ratio()), outcome.output,
                     hidden_note(outcome.exposure));
}

Json profile_expose_json(const job::ProfileExposeOutcome& outcome) {
  Json out = exposure_json(outcome.profile, outcome.exposure);
  out["output"] = outcome.output;
  return out;
}

std::string profile_show_text(const job::ProfileShowOutcome& outcome) {
  return profile_text(view_of(outcome));
}

Json profile_show_json(const job::ProfileShowOutcome& outcome) {
  Json out = exposure_json(outcome.profile, outcome.exposure);
  out["documents"] = outcome.profile.documents();
  out["nodes"] = outcome.exposure.labelled;
  out["nodes_exposed"] = outcome.exposure.terms;
  return out;
}

std::string profile_show_drawing(const job::ProfileShowOutcome& outcome) {
  return profile_drawing(view_of(outcome)).markup;
}

std::string profile_show_page(const job::ProfileShowOutcome& outcome) {
  return profile_page(view_of(outcome), outcome.name);
}

std::string rerank_text(const job::RerankOutcome& outcome) {
  TextTable table;
  table.columns = {number_column("rank"),   number_column("engine"), number_column("UPScore"),
                   number_column("UPRank"), number_column("PPRank"), {"title"}};
  for (std::size_t i = 0; i < outcome.ranking.size(); ++i) {
    const auto& entry = outcome.ranking[i];
    const auto& result = outcome.results[entry.result];
    table.add({format_count(i + 1), format_count(entry.engine_rank), format_real(entry.up_score, 4),
               format_count(entry.up_rank), format_fixed(entry.pp_rank, 1),
               result.title.empty() ? result.address : result.title});
  }
  return to_text(table);
}

Json rerank_json(const job::RerankOutcome& outcome) {
  return {{"results", ranked_json(outcome.ranking, outcome.results)}};
}

Json search_json(const profile::SearchAnswer& answer) {
  Json out{{"query", answer.query}, {"alpha", answer.alpha}};
  if (answer.fault) {
    out["error"] = *answer.fault;
  } else {
    out["results"] = ranked_json(answer.ranking, answer.results);
  }
  return out;
}

}  // namespace privet
