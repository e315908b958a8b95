// SPDX-License-Identifier: Apache-2.0
// Small random problems with hierarchies and several models, kept twice: as texts, judged by the
// definitions alone, and as the program takes them.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "anonymize/problem.h"
#include "base/sampling.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/l_entropy.h"
#include "privacy/l_recursive.h"
#include "privacy/model_context.h"
#include "privacy/t_closeness.h"

namespace privet::testing_support {

using Texts = std::vector<std::string>;

// Which models a case has; 0: not.
struct Promise {
  std::size_t k = 0;
  std::size_t l = 0;
  double entropy = 0;
  double c = 0;  // recursive (c,2)
  double t = 0;  // equal distance
};

struct Scene {
  std::vector<Texts> rows;                 // quasi-identifiers, then the sensitive value
  std::vector<std::vector<Texts>> chains;  // [attribute][leaf]: its labels from leaf to root
  Promise promise;
  double max_suppression = 0;
  std::string metric = "loss";
  std::vector<double> weights;

  [[nodiscard]] std::size_t attributes() const { return chains.size(); }
  [[nodiscard]] const Texts& chain(std::size_t a, const std::string& leaf) const {
    for (const auto& labels : chains[a]) {
      if (labels.front() == leaf) return labels;
    }
    throw std::logic_error("no such leaf");
  }
};

inline Scene random_scene(Sampler& sampler) {
  Scene out;
  const std::size_t attributes = 1 + sampler.below(3);
  for (std::size_t a = 0; a < attributes; ++a) {
    const std::size_t leaves = 1 + sampler.below(6);
    const std::size_t height = 1 + sampler.below(3);
    std::vector<Texts> chains(leaves);
    std::vector<std::size_t> group(leaves);
    std::iota(group.begin(), group.end(), std::size_t{0});
    for (std::size_t level = 0; level <= height; ++level) {
      if (level == height) std::fill(group.begin(), group.end(), 0U);
      for (std::size_t i = 0; i < leaves; ++i) {
        chains[i].push_back(
            level == height ? "*" : std::to_string(level) + "_" + std::to_string(group[i]));
        group[i] /= 1 + (level + a) % 3;
      }
    }
    out.chains.push_back(chains);
    out.weights.push_back(static_cast<double>(1 + sampler.below(3)));
  }
  const std::size_t rows = 1 + sampler.below(40);
  for (std::size_t r = 0; r < rows; ++r) {
    Texts row;
    for (const auto& chains : out.chains) {
      row.push_back(chains[sampler.below(1 + sampler.below(chains.size()))].front());
    }
    row.push_back(std::string(1, static_cast<char>('a' + sampler.below(1 + sampler.below(4)))));
    out.rows.push_back(row);
  }
  const auto sometimes = [&](std::uint64_t n) { return sampler.below(n) == 0; };
  out.promise.k = 1 + sampler.below(5);
  if (sometimes(3)) out.promise.l = 1 + sampler.below(3);
  if (sometimes(4)) out.promise.entropy = 1 + sampler.unit();
  if (sometimes(4)) out.promise.c = 0.5 + 3 * sampler.unit();
  if (sometimes(3)) out.promise.t = 0.1 + 0.6 * sampler.unit();
  out.max_suppression = sometimes(3) ? 0 : sampler.unit();
  const char* metrics[] = {"loss",    "loss-arithmetic", "granularity", "precision",
                           "entropy", "discernibility",  "class-size",  "weighted-discernibility"};
  out.metric = metrics[sampler.below(8)];
  return out;
}

using Counts = std::map<std::string, double>;

inline Counts sensitive_counts(const Scene& scene, const std::vector<std::size_t>& rows) {
  Counts out;
  for (const std::size_t r : rows) out[scene.rows[r].back()] += 1;
  return out;
}

inline bool holds(const Scene& scene, const std::vector<std::size_t>& rows) {
  const Promise& promise = scene.promise;
  const auto n = static_cast<double>(rows.size());
  const Counts counts = sensitive_counts(scene, rows);
  if (rows.size() < promise.k || counts.size() < promise.l) return false;
  double entropy = 0;
  double most = 0;
  for (const auto& [text, count] : counts) {
    entropy -= count / n * std::log(count / n);
    most = std::max(most, count);
  }
  if (promise.entropy > 0 && entropy < std::log(promise.entropy) - 1e-9) return false;
  if (promise.c > 0 && !(most < promise.c * (n - most))) return false;
  if (promise.t > 0) {
    std::vector<std::size_t> all(scene.rows.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    double distance = 0;
    for (const auto& [text, count] : sensitive_counts(scene, all)) {
      const auto found = counts.find(text);
      const double here = found == counts.end() ? 0 : found->second / n;
      distance += std::abs(here - count / static_cast<double>(all.size())) / 2;
    }
    if (distance > promise.t + 1e-9) return false;
  }
  return true;
}

struct Made {
  Table table;
  std::vector<std::unique_ptr<BoundHierarchy>> hierarchies;
  ModelContext context;
  std::vector<std::unique_ptr<PrivacyModel>> models;

  [[nodiscard]] Problem problem(const Scene& scene) const {
    Problem out{table, {}, {static_cast<AttributeId>(scene.attributes())}, {}};
    out.max_suppression = scene.max_suppression;
    for (std::size_t a = 0; a < scene.attributes(); ++a) {
      out.quasi.push_back({static_cast<AttributeId>(a), hierarchies[a].get()});
    }
    for (const auto& model : models) out.models.push_back(model.get());
    return out;
  }
};

inline std::unique_ptr<Made> make_scene(const Scene& scene) {
  auto out = std::make_unique<Made>();
  Texts names;
  for (std::size_t a = 0; a <= scene.attributes(); ++a) names.push_back("c" + std::to_string(a));
  out->table = make_table(names, scene.rows);
  for (std::size_t a = 0; a < scene.attributes(); ++a) {
    HierarchyRows rows;
    rows.levels = scene.chains[a].front().size();
    for (const auto& labels : scene.chains[a]) {
      for (const auto& label : labels) rows.labels.emplace_back(label);
    }
    out->hierarchies.push_back(std::make_unique<BoundHierarchy>(
        bind(Hierarchy(rows), out->table.column(static_cast<AttributeId>(a)), "")));
  }
  out->context.records = scene.rows.size();
  out->context.sensitive.push_back(
      count_attribute(out->table.column(static_cast<AttributeId>(scene.attributes())), nullptr));
  const Promise& promise = scene.promise;
  out->models.push_back(make_k_anonymity(promise.k));
  if (promise.l > 0) out->models.push_back(make_l_distinct(promise.l, out->context));
  if (promise.entropy > 0) out->models.push_back(make_l_entropy(promise.entropy, out->context));
  if (promise.c > 0) out->models.push_back(make_l_recursive(promise.c, 2, out->context));
  if (promise.t > 0) {
    out->models.push_back(make_t_closeness(promise.t, TDistance::Equal, out->context));
  }
  return out;
}

}  // namespace privet::testing_support
