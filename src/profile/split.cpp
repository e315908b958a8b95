// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "profile/founding_internal.h"
#include "profile/split_internal.h"

namespace privet::profile::detail {
namespace {

Frequent find_frequent(const NodeDocuments& node, std::uint64_t minsup) {
  Frequent out;
  std::vector<std::uint32_t> counts(node.names.size(), 0);
  for (const TermId word : node.words) ++counts[word];
  for (TermId term = 0; term < counts.size(); ++term) {
    if (counts[term] >= minsup) out.order.push_back(term);
  }
  std::stable_sort(out.order.begin(), out.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return counts[a] > counts[b]; });
  out.place.assign(counts.size(), kRare);
  out.starts.push_back(0);
  for (std::size_t i = 0; i < out.order.size(); ++i) {
    out.place[out.order[i]] = static_cast<std::uint32_t>(i);
    out.starts.push_back(out.starts.back() + counts[out.order[i]]);
  }
  out.documents.resize(out.starts.back());
  std::vector<std::uint64_t> next(out.starts.begin(), out.starts.end() - 1);
  for (std::uint32_t d = 0; d < node.size(); ++d) {
    for (std::uint64_t w = node.starts[d]; w < node.starts[d + 1]; ++w) {
      const std::uint32_t place = out.place[node.words[w]];
      if (place != kRare) out.documents[next[place]++] = d;
    }
  }
  return out;
}

// S(t): the documents of all terms that the child's label or its lower part holds.
std::vector<std::uint32_t> united(const Frequent& frequent, const Founding& founding,
                                  std::size_t child, std::vector<std::uint32_t>& stamp) {
  std::vector<std::uint32_t> out;
  const auto mark = static_cast<std::uint32_t>(child + 1);
  const auto add = [&](std::uint32_t term) {
    for (std::uint64_t i = frequent.starts[term]; i < frequent.starts[term + 1]; ++i) {
      const std::uint32_t d = frequent.documents[i];
      if (stamp[d] == mark) continue;
      stamp[d] = mark;
      out.push_back(d);
    }
  };
  for (const std::uint32_t term : founding.label(child)) add(term);
  for (const std::uint32_t term : founding.below(child)) add(term);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

SplitNode split(const NodeDocuments& node, const BuildOptions& options) {
  SplitNode out;
  const Frequent frequent = find_frequent(node, options.minsup);
  out.frequent.resize(node.names.size());
  for (TermId term = 0; term < node.names.size(); ++term) {
    out.frequent[term] = frequent.place[term] != kRare ? 1 : 0;
  }
  Founding founding(node.starts, frequent, options.delta);
  for (std::uint32_t i = 0; i < frequent.order.size(); ++i) founding.take(i);

  out.supported.assign(node.size(), 0);
  std::vector<std::uint32_t> stamp(node.size(), 0);
  for (std::size_t c = 0; c < founding.size(); ++c) {
    SplitChild child;
    for (const std::uint32_t term : founding.label(c)) {
      child.label.push_back(node.names[frequent.order[term]]);
    }
    child.documents = united(frequent, founding, c, stamp);
    for (const std::uint32_t d : child.documents) ++out.supported[d];
    out.children.push_back(std::move(child));
  }
  for (auto& child : out.children) {
    for (const std::uint32_t d : child.documents) {
      child.support += node.weights[d] / out.supported[d];
    }
  }
  for (std::uint32_t d = 0; d < node.size(); ++d) {
    if (out.supported[d] == 0) out.others += node.weights[d];
  }
  std::stable_sort(out.children.begin(), out.children.end(),
                   [](const auto& a, const auto& b) { return a.support > b.support; });
  return out;
}

NodeDocuments documents_of(const NodeDocuments& node, const SplitNode& split,
                           const SplitChild& child) {
  NodeDocuments out;
  std::vector<std::uint32_t> local(node.names.size(), kRare);
  for (TermId term = 0; term < node.names.size(); ++term) {
    const bool own =
        std::find(child.label.begin(), child.label.end(), node.names[term]) != child.label.end();
    if (split.frequent[term] == 0 || own) continue;
    local[term] = static_cast<std::uint32_t>(out.names.size());
    out.names.push_back(node.names[term]);
  }
  for (const std::uint32_t d : child.documents) {
    for (std::uint64_t w = node.starts[d]; w < node.starts[d + 1]; ++w) {
      const std::uint32_t term = local[node.words[w]];
      if (term != kRare) out.words.push_back(TermId(term));
    }
    out.starts.push_back(out.words.size());
    out.weights.push_back(node.weights[d] / split.supported[d]);
  }
  return out;
}

}  // namespace privet::profile::detail
