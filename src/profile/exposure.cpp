// SPDX-License-Identifier: Apache-2.0
#include "profile/exposure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/names.h"
#include "profile/words/stemmer.h"
#include "profile/words/words.h"

namespace privet::profile {
namespace {

double surprise(double support, double documents) {
  const double share = support / documents;
  return share > 0 ? -share * std::log10(share) : 0;
}

// The entropy of the leaves, where a node's unexposed children count as one leaf.
double leaf_entropy(const Profile& profile, const std::vector<std::uint8_t>& exposed) {
  const auto& nodes = profile.nodes;
  std::vector<double> rest(nodes.size(), 0);         // support of unexposed children
  std::vector<std::uint8_t> inner(nodes.size(), 0);  // has an exposed child
  for (NodeId id = 1; id < nodes.size(); ++id) {
    if (exposed[nodes[id].parent] == 0) continue;
    if (exposed[id] != 0) {
      inner[nodes[id].parent] = 1;
    } else {
      rest[nodes[id].parent] += nodes[id].support;
    }
  }
  double out = 0;
  for (NodeId id = 0; id < nodes.size(); ++id) {
    if (exposed[id] == 0) continue;
    out += surprise(inner[id] != 0 ? rest[id] : nodes[id].support, profile.documents());
  }
  return out;
}

}  // namespace

double Exposure::ratio() const {
  if (entropy > 0) return std::min(1.0, entropy_exposed / entropy);
  return terms == labelled ? 1 : 0;
}

Exposure expose(const Profile& profile, double min_detail, std::span<const NodeId> hidden) {
  if (!(min_detail >= 0 && min_detail <= 1)) {
    throw Error(ErrorCode::Usage, fmt::format("{} is not between 0 and 1", min_detail),
                {.parameter = "--min-detail"});
  }
  const auto& nodes = profile.nodes;
  Exposure out;
  out.min_detail = min_detail;
  out.labelled = profile.labelled();
  out.exposed.assign(nodes.size(), 0);
  out.exposed[0] = 1;
  std::vector<std::uint8_t> all(nodes.size(), 0);
  all[0] = 1;
  std::vector<std::uint8_t> by_hand(nodes.size(), 0);
  for (const NodeId id : hidden) by_hand[id] = 1;
  for (NodeId id = 1; id < nodes.size(); ++id) {
    if (nodes[id].terms.empty()) continue;
    all[id] = 1;
    // Supports are sums of shares: one that is exactly minDetail may be a rounding below it.
    constexpr double kRounding = 1e-12;
    const bool enough = nodes[id].support / profile.documents() >= min_detail - kRounding;
    if (!enough || by_hand[id] != 0 || out.exposed[nodes[id].parent] == 0) continue;
    out.exposed[id] = 1;
    ++out.terms;
  }
  out.entropy_exposed = leaf_entropy(profile, out.exposed);
  out.entropy = leaf_entropy(profile, all);
  return out;
}

namespace {

[[noreturn]] void no_term(const Profile& profile, const std::string& word) {
  std::vector<std::string> words;
  for (const auto& term : profile.terms) words.push_back(term.shown);
  const auto near = nearest_name(fold_case(word), words);
  throw Error(ErrorCode::Usage,
              fmt::format("the profile has no term {}{}", quote_for_message(word),
                          near ? fmt::format("; did you mean '{}'?", *near) : ""),
              {.parameter = "--hide"});
}

}  // namespace

std::vector<NodeId> nodes_named(const Profile& profile, const std::string& label) {
  // Terms that share a label stand there in an order that differs from node to node, so a label
  // means each of its terms: whoever hides "tumor/oncology" wants neither to show.
  Stemmer stemmer(profile.language);
  std::vector<std::uint8_t> named(profile.terms.size(), 0);
  for (std::size_t begin = 0; begin <= label.size();) {
    const std::size_t end = std::min(label.find('/', begin), label.size());
    const std::string word = label.substr(begin, end - begin);
    const std::string folded = fold_case(word);
    const std::string stem(stemmer.stem(folded));
    bool found = false;
    for (TermId term = 0; term < profile.terms.size(); ++term) {
      const auto& known = profile.terms[term];
      if (known.stem != stem && known.shown != folded) continue;
      named[term] = 1;
      found = true;
    }
    if (!found) no_term(profile, word);
    begin = end + 1;
  }
  std::vector<NodeId> out;
  for (NodeId id = 1; id < profile.nodes.size(); ++id) {
    const auto& terms = profile.nodes[id].terms;
    const bool any =
        std::any_of(terms.begin(), terms.end(), [&](TermId term) { return named[term] != 0; });
    if (any) out.push_back(id);
  }
  return out;
}

std::vector<WeightedLabel> weighted_labels(const Profile& profile, const Exposure& exposure) {
  std::map<std::vector<TermId>, double> support;
  for (NodeId id = 1; id < profile.nodes.size(); ++id) {
    if (exposure.exposed[id] == 0) continue;
    auto terms = profile.nodes[id].terms;
    std::sort(terms.begin(), terms.end());
    support[std::move(terms)] += profile.nodes[id].support;
  }
  std::vector<WeightedLabel> out;
  for (const auto& [terms, sum] : support) {
    // Never below 0: the shares of a label on many nodes may add up to a hair above the whole.
    out.push_back({terms, sum, std::max(0.0, std::log10(profile.documents() / sum))});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.support > b.support; });
  return out;
}

std::string label_text(const Profile& profile, std::span<const TermId> terms) {
  std::string out;
  for (const TermId term : terms) {
    if (!out.empty()) out += '/';
    out += profile.terms[term].shown;
  }
  return out;
}

}  // namespace privet::profile
