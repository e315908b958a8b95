// SPDX-License-Identifier: Apache-2.0
// The ten documents of Figure 30 in the thesis that src/profile follows, and a naive reading of its
// Figure 33 to compare with: sets of documents, all pairs, no numbering, no projection.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace privet::testing_support {

inline std::vector<std::vector<std::string>> example19_documents() {
  return {{"sports", "badminton"},
          {"ronaldo", "soccer", "sports"},
          {"sex", "playboy", "picture"},
          {"sports", "soccer", "english premier"},
          {"research", "ai", "algorithm"},
          {"research", "adaptive", "personalized", "search"},
          {"fox", "channel", "sports", "sex"},
          {"msn", "search"},
          {"research", "ai", "neuro network"},
          {"personalized", "search", "google", "research"}};
}

struct NaiveNode {
  std::set<std::string> label;  // empty: others
  double support = 0;
  std::vector<NaiveNode> children;
};

using NaiveDocuments = std::map<std::size_t, double>;  // which, and what each has to share out

class NaiveProfile {
 public:
  NaiveProfile(std::vector<std::vector<std::string>> documents, std::size_t minsup, double delta,
               double min_split = 0)
      : documents_(std::move(documents)), minsup_(minsup), delta_(delta), min_split_(min_split) {}

  NaiveNode build() const {
    NaiveNode root;
    NaiveDocuments all;
    for (std::size_t d = 0; d < documents_.size(); ++d) all[d] = 1;
    root.support = static_cast<double>(documents_.size());
    split(root, all, {});
    return root;
  }

 private:
  using Set = std::set<std::size_t>;
  struct Made {
    std::string term;
    std::set<std::string> label;
    Set support;
  };

  Set covered(const std::string& term, const NaiveDocuments& within) const {
    Set out;
    for (const auto& [d, weight] : within) {
      const auto& words = documents_[d];
      if (std::find(words.begin(), words.end(), term) != words.end()) out.insert(d);
    }
    return out;
  }

  static double common(const Set& a, const Set& b) {
    return static_cast<double>(
        std::count_if(a.begin(), a.end(), [&](std::size_t d) { return b.contains(d); }));
  }

  std::vector<std::pair<std::string, Set>> frequent(const NaiveDocuments& within,
                                                    const std::set<std::string>& above) const {
    std::set<std::string> words;
    for (const auto& [d, weight] : within) words.insert(documents_[d].begin(), documents_[d].end());
    std::vector<std::pair<std::string, Set>> out;
    for (const auto& word : words) {
      const Set covers = covered(word, within);
      if (!above.contains(word) && covers.size() >= minsup_) out.emplace_back(word, covers);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
      return a.second.size() > b.second.size();
    });
    return out;
  }

  void split(NaiveNode& node, const NaiveDocuments& within,
             const std::set<std::string>& above) const {
    std::vector<Made> made;
    for (const auto& [term, covers] : frequent(within, above)) {
      const auto own = covers;
      const auto alike = std::find_if(made.begin(), made.end(), [&](const Made& k) {
        const Set other = covered(k.term, within);
        const double both = common(own, other);
        return both / (static_cast<double>(own.size() + other.size()) - both) > delta_;
      });
      const auto parent = std::find_if(made.begin(), made.end(), [&](const Made& k) {
        return common(own, covered(k.term, within)) / static_cast<double>(own.size()) > delta_;
      });
      if (alike == made.end() && parent == made.end()) {
        made.push_back({term, {term}, covers});
        continue;
      }
      auto& into = alike != made.end() ? *alike : *parent;
      if (alike != made.end()) into.label.insert(term);
      into.support.insert(covers.begin(), covers.end());
    }
    double shared = 0;
    for (const auto& child : made) {
      NaiveNode below{.label = child.label, .support = 0, .children = {}};
      NaiveDocuments documents;
      for (const std::size_t d : child.support) {
        const auto holders = std::count_if(
            made.begin(), made.end(), [&](const Made& other) { return other.support.contains(d); });
        documents[d] = within.at(d) / static_cast<double>(holders);
        below.support += documents[d];
      }
      shared += below.support;
      auto inner = above;
      inner.insert(child.label.begin(), child.label.end());
      if (below.support >= min_split_) split(below, documents, inner);
      node.children.push_back(std::move(below));
    }
    if (!made.empty() && node.support - shared > 1e-9) {
      node.children.push_back({{}, node.support - shared, {}});
    }
  }

  std::vector<std::vector<std::string>> documents_;
  std::size_t minsup_;
  double delta_;
  double min_split_;
};

}  // namespace privet::testing_support
