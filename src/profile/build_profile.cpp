// SPDX-License-Identifier: Apache-2.0
#include "profile/build_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>

#include "base/error.h"
#include "base/thread_pool.h"
#include "profile/split_internal.h"

namespace privet::profile {
namespace {

using detail::NodeDocuments;
using detail::SplitNode;

void check_options(const BuildOptions& options) {
  if (options.minsup < 1) {
    throw Error(ErrorCode::Usage, "a term must occur in at least 1 document to be frequent",
                {.parameter = "--min-support"});
  }
  if (!(options.delta > 0 && options.delta < 1)) {
    throw Error(ErrorCode::Usage, fmt::format("{} is not between 0 and 1", options.delta),
                {.parameter = "--delta"});
  }
  if (!(options.min_split >= 0)) {
    throw Error(ErrorCode::Usage, fmt::format("{} is below 0", options.min_split),
                {.parameter = "--min-split"});
  }
}

NodeDocuments all_documents(const Corpus& corpus) {
  NodeDocuments out;
  out.names.resize(corpus.terms.size());
  for (TermId term = 0; term < out.names.size(); ++term) out.names[term] = term;
  out.starts = corpus.starts;
  out.words = corpus.words;
  out.weights.assign(corpus.documents(), 1.0);
  return out;
}

class Builder {
 public:
  Builder(const BuildOptions& options, const Run& run) : options_(options), run_(run) {}

  // The nodes below one that has these documents, parents counted from that node as 0.
  std::vector<ProfileNode> below(const NodeDocuments& documents) {
    run_.check_cancelled();
    const SplitNode parts = detail::split(documents, options_);
    if ((nodes_ += parts.children.size()) > kMostNodes) {
      throw Error(
          ErrorCode::Infeasible,
          fmt::format("the profile has more than {} nodes; raise --min-split or --min-support",
                      kMostNodes));
    }
    std::vector<std::vector<ProfileNode>> subtrees(parts.children.size());
    run_.pool().parallel_for(parts.children.size(), [&](std::size_t i) {
      const auto& child = parts.children[i];
      if (child.documents.size() < options_.minsup || child.support < options_.min_split) return;
      subtrees[i] = below(detail::documents_of(documents, parts, child));
    });
    return joined(parts, std::move(subtrees));
  }

 private:
  static std::vector<ProfileNode> joined(const SplitNode& parts,
                                         std::vector<std::vector<ProfileNode>> subtrees) {
    std::vector<ProfileNode> out;
    for (std::size_t i = 0; i < parts.children.size(); ++i) {
      const auto at = static_cast<NodeId>(out.size() + 1);
      out.push_back({.parent = 0,
                     .end = static_cast<NodeId>(at + 1 + subtrees[i].size()),
                     .terms = parts.children[i].label,
                     .support = parts.children[i].support});
      for (auto& node : subtrees[i]) {
        node.parent = NodeId(node.parent + at);
        node.end = NodeId(node.end + at);
        out.push_back(std::move(node));
      }
      subtrees[i] = {};
    }
    if (!out.empty() && parts.others > 0) {
      out.push_back({.parent = 0,
                     .end = static_cast<NodeId>(out.size() + 2),
                     .terms = {},
                     .support = parts.others});
    }
    return out;
  }

  const BuildOptions& options_;
  const Run& run_;
  std::atomic<std::size_t> nodes_ = 0;
};

// Keeps the terms that label a node, and numbers them anew.
void keep_used_terms(Profile& profile, const Corpus& corpus) {
  constexpr TermId kUnused = std::numeric_limits<TermId>::max();
  std::vector<TermId> place(corpus.terms.size(), kUnused);
  for (const auto& node : profile.nodes) {
    for (const TermId term : node.terms) place[term] = 0;
  }
  for (TermId term = 0; term < place.size(); ++term) {
    if (place[term] == kUnused) continue;
    place[term] = static_cast<TermId>(profile.terms.size());
    profile.terms.push_back(corpus.terms[term]);
  }
  for (auto& node : profile.nodes) {
    for (auto& term : node.terms) term = place[term];
  }
}

}  // namespace

Profile build_profile(const Corpus& corpus, const BuildOptions& options, const Run& run) {
  check_options(options);
  if (corpus.documents() == 0) {
    throw Error(ErrorCode::Input, "there is no document to build a profile from");
  }
  run.progress("building the profile");
  Profile profile;
  profile.minsup = options.minsup;
  profile.delta = options.delta;
  auto below = Builder(options, run).below(all_documents(corpus));
  profile.nodes.reserve(below.size() + 1);
  profile.nodes.push_back({.parent = 0,
                           .end = static_cast<NodeId>(below.size() + 1),
                           .terms = {},
                           .support = static_cast<double>(corpus.documents())});
  for (auto& node : below) profile.nodes.push_back(std::move(node));
  keep_used_terms(profile, corpus);
  check_profile(profile);
  return profile;
}

}  // namespace privet::profile
