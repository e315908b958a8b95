// SPDX-License-Identifier: Apache-2.0
#include "profile/evaluation/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "base/error.h"
#include "data/csv/csv_stream.h"

namespace privet::profile {
namespace {

void read_pairs(const std::string& path, const std::string& second, const Run& run,
                const std::function<void(std::string&, std::string&)>& sink) {
  CsvStream stream(path, {}, run);
  const auto column = [&](const std::string& name) {
    const auto at = std::find(stream.names().begin(), stream.names().end(), name);
    if (at == stream.names().end()) {
      throw Error(ErrorCode::Input,
                  fmt::format("needs the columns id and {}; it has {}", second,
                              fmt::join(stream.names(), ", ")),
                  {.file = path, .line = 1});
    }
    return static_cast<std::size_t>(at - stream.names().begin());
  };
  const std::size_t id = column("id");
  const std::size_t value = column(second);
  std::vector<std::string> fields;
  while (stream.next(fields)) sink(fields[id], fields[value]);
}

double mean_precision(const Judged& judged, const std::vector<double>& scores, double alpha) {
  double sum = 0;
  for (const auto& query : judged.queries) {
    std::vector<double> own;
    own.reserve(query.results.size());
    for (const std::size_t result : query.results) own.push_back(scores[result]);
    std::vector<bool> relevant;
    for (const auto& entry : rank(own, alpha)) relevant.push_back(query.relevant[entry.result]);
    sum += average_precision(relevant, query.all);
  }
  return sum / static_cast<double>(judged.queries.size());
}

std::vector<double> scores_of(const Profile& profile, const Exposure& exposure,
                              const Judged& judged, Frequency frequency) {
  Scorer scorer(exposed_profile(profile, exposure), frequency);
  std::vector<double> out;
  out.reserve(judged.results.size());
  for (const auto& result : judged.results) {
    out.push_back(scorer.score(result.title, result.text));
  }
  return out;
}

}  // namespace

std::vector<Query> read_queries(const std::string& path, const Run& run) {
  std::vector<Query> out;
  std::set<std::string> seen;
  read_pairs(path, "query", run, [&](std::string& id, std::string& text) {
    if (!seen.insert(id).second) {
      throw Error(ErrorCode::Input, fmt::format("query {} appears twice", quote_for_message(id)),
                  {.file = path});
    }
    out.push_back({std::move(id), std::move(text)});
  });
  return out;
}

Relevance read_relevance(const std::string& path, const Run& run) {
  Relevance out;
  read_pairs(path, "url", run, [&](std::string& id, std::string& address) {
    out[std::move(id)].insert(std::move(address));
  });
  return out;
}

double average_precision(const std::vector<bool>& relevant, std::size_t all) {
  double sum = 0;
  std::size_t found = 0;
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    if (!relevant[i]) continue;
    ++found;
    sum += static_cast<double>(found) / static_cast<double>(i + 1);
  }
  return found == 0 ? 0 : sum / static_cast<double>(std::max(all, found));
}

Judged judge(const std::vector<Query>& queries, const Relevance& relevance, SearchEngine& engine,
             std::size_t count, const Run& run, Averaging averaging) {
  Judged out;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    run.progress("asking the engine", static_cast<double>(q) / static_cast<double>(queries.size()));
    const auto wanted = relevance.find(queries[q].id);
    Judged::List list;
    bool any = false;
    if (wanted != relevance.end()) {
      for (auto& result : engine.search(queries[q].text, count)) {
        list.relevant.push_back(wanted->second.contains(result.address));
        any = any || list.relevant.back();
        const auto [at, fresh] =
            known.try_emplace({result.address, result.title, result.text}, out.results.size());
        if (fresh) out.results.push_back(std::move(result));
        list.results.push_back(at->second);
      }
    }
    if (averaging == Averaging::Judged && wanted != relevance.end()) {
      list.all = wanted->second.size();
      any = !list.results.empty();  // without results it is left out, as there
    }
    if (any) {
      out.queries.push_back(std::move(list));
    } else {
      ++out.left_out;
    }
  }
  return out;
}

Evaluation evaluate(const Profile& profile, const Judged& judged, const EvaluateOptions& options,
                    const Run& run) {
  if (judged.queries.empty()) {
    throw Error(ErrorCode::Input,
                "no query has a relevant result; do the ids of queries and relevance agree, and "
                "the urls with the engine's?");
  }
  Evaluation out;
  out.queries = judged.queries.size();
  out.left_out = judged.left_out;
  const auto whole = scores_of(profile, expose(profile, 0), judged, options.frequency);
  out.engine = mean_precision(judged, whole, 0);
  out.profile = mean_precision(judged, whole, 1);
  out.mix = mean_precision(judged, whole, options.alpha);
  for (const double alpha : options.alphas) {
    run.check_cancelled();
    out.alphas.push_back({alpha, mean_precision(judged, whole, alpha)});
  }
  for (std::size_t i = 0; i < options.min_details.size(); ++i) {
    run.progress("ranking",
                 static_cast<double>(i) / static_cast<double>(options.min_details.size()));
    const Exposure exposure = expose(profile, options.min_details[i]);
    const auto scores = scores_of(profile, exposure, judged, options.frequency);
    out.details.push_back({exposure.min_detail, exposure.ratio(), exposure.terms,
                           mean_precision(judged, scores, options.alpha)});
  }
  return out;
}

double min_detail_for(const Profile& profile, double ratio) {
  std::vector<double> shares{0, 1};
  for (const auto& node : profile.nodes) {
    if (!node.terms.empty()) shares.push_back(node.support / profile.documents());
  }
  std::sort(shares.begin(), shares.end());
  // expRatio falls with minDetail and changes at shares only: just above one, the next holds.
  const auto at = std::partition_point(shares.begin(), shares.end(), [&](double share) {
    return expose(profile, share).ratio() > ratio;
  });
  return at == shares.end() ? 1 : *at;
}

}  // namespace privet::profile
