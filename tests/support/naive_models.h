// SPDX-License-Identifier: Apache-2.0
// Every privacy model the simplest way there is, on released texts: classes in maps of strings,
// shares as quotients, every choice of known columns tried. Shares no code with the program.
#pragma once

#include <algorithm>
#include <cmath>

#include "tests/support/naive_release.h"

namespace privet::testing_support {

struct NaivePromise {
  std::string model;                         // as the program calls it
  std::map<std::string, double> parameters;  // as the program prints them
  bool ordered = false;                      // distance of t-closeness
};

struct NaiveScene {
  NaiveOriginal original;  // k is not looked at
  std::vector<std::size_t> sensitive = {};
  std::optional<std::size_t> site = {};
  NaiveRecords population = {};  // rows of the quasi-identifiers, in their order
  bool missing_matches = false;
  double max_suppression = 0;
  std::size_t least_values = 1;  // behind a mean or median
  std::vector<NaivePromise> promises = {};
};

class NaiveJudge {
 public:
  explicit NaiveJudge(const NaiveScene& scene) : scene_(scene) {}

  // Why the release breaks its promise, or nothing. Comma, header.
  std::optional<std::string> objection(std::string_view bytes) {
    auto records = naive_csv(bytes, ',');
    if (!records) return "it is not CSV";
    records->erase(records->begin());
    if (records->size() != scene_.original.rows.size()) return "the number of records differs";
    std::size_t suppressed = 0;
    for (std::size_t r = 0; r < records->size(); ++r) {
      const auto& record = (*records)[r];
      if (is_suppressed(record, r)) {
        ++suppressed;
        continue;
      }
      for (std::size_t c = 0; c < record.size(); ++c) {
        const NaiveColumn& column = scene_.original.columns[c];
        const std::string& value = scene_.original.rows[r][c];
        const bool quasi = column.use == NaiveColumn::Use::Quasi;
        if (!column.statistic.empty()) continue;  // by class, below
        if (quasi ? !naive_covers(record[c], value, column) : record[c] != value) {
          return "record " + std::to_string(r) + ": <" + record[c] + "> is not <" + value + ">";
        }
      }
      shown_.push_back(record);
      row_.push_back(r);
    }
    if (static_cast<double>(suppressed) >
        scene_.max_suppression * static_cast<double>(records->size()) + 1e-9)
      return "too many are suppressed";
    if (const auto lie = false_statistic()) return lie;
    for (const auto& promise : scene_.promises) {
      if (!holds(promise)) return promise.model + " does not hold";
    }
    return std::nullopt;
  }

 private:
  using Rows = std::vector<std::size_t>;  // into shown_

  [[nodiscard]] std::vector<std::size_t> quasi() const {
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < scene_.original.columns.size(); ++c) {
      if (scene_.original.columns[c].use == NaiveColumn::Use::Quasi) out.push_back(c);
    }
    return out;
  }

  // Shows nothing where the original has something.
  [[nodiscard]] bool is_suppressed(const std::vector<std::string>& record, std::size_t row) const {
    bool hides = scene_.sensitive.empty();
    for (const std::size_t c : quasi()) {
      if (record[c] != "*") return false;
    }
    for (const std::size_t c : scene_.sensitive) {
      if (record[c] != "*") return false;
      hides = hides || scene_.original.rows[row][c] != "*";
    }
    return hides;
  }

  [[nodiscard]] bool same(const std::string& a, const std::string& b) const {
    return a == b || (scene_.missing_matches && (a == "?" || b == "?"));
  }

  // The classes by some columns: for each distinct tuple the records that match it.
  [[nodiscard]] std::vector<Rows> classes(const std::vector<std::size_t>& columns) const {
    std::map<std::vector<std::string>, Rows> groups;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      std::vector<std::string> key;
      for (const std::size_t c : columns) key.push_back(shown_[i][c]);
      groups[key].push_back(i);
    }
    std::vector<Rows> out;
    for (const auto& [key, rows] : groups) {
      if (!scene_.missing_matches) {
        out.push_back(rows);
        continue;
      }
      Rows matching;
      for (const auto& [other, theirs] : groups) {
        bool all = true;
        for (std::size_t c = 0; c < key.size(); ++c) all = all && same(key[c], other[c]);
        if (all) matching.insert(matching.end(), theirs.begin(), theirs.end());
      }
      out.push_back(matching);
    }
    return out;
  }

  // A class that does not show the mean or median of its values, or shows it of too few, or hides a
  // missing one. Nothing at all may be shown of any.
  [[nodiscard]] std::optional<std::string> false_statistic() const {
    for (std::size_t c = 0; c < scene_.original.columns.size(); ++c) {
      const std::string& statistic = scene_.original.columns[c].statistic;
      if (statistic.empty()) continue;
      std::map<std::vector<std::string>, Rows> groups;
      for (std::size_t i = 0; i < shown_.size(); ++i) {
        std::vector<std::string> key;
        for (const std::size_t q : quasi()) key.push_back(shown_[i][q]);
        groups[key].push_back(i);
      }
      for (const auto& [key, rows] : groups) {
        std::set<std::string> said;
        std::string number = shown_[rows.front()][c];
        if (number == "*") continue;
        for (const auto& member : naive_members(number)) {
          number = "?";
          said.insert(naive_value(member).value_or(""));
        }
        if (said.empty()) said.insert(number);
        std::set<std::string> missing;
        std::vector<double> values;
        for (const std::size_t i : rows) {
          const std::string& value = scene_.original.rows[row_[i]][c];
          if (value == "?") {
            missing.insert(value);
          } else {
            values.push_back(std::stod(value));
          }
        }
        for (const auto& text : missing) {
          if (said.erase(text) == 0) return "a missing value is hidden";
        }
        said.erase("?");
        if (said.size() != (values.empty() ? 0U : 1U)) return "not one number for a class";
        if (values.empty()) continue;
        if (values.size() < scene_.least_values) return "a number of too few";
        std::sort(values.begin(), values.end());
        double truth = (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
        if (statistic == "mean") {
          truth = 0;
          for (const double value : values) truth += value;
          truth /= static_cast<double>(values.size());
        }
        const auto shown = naive_number(*said.begin());
        // The tables of these tests have whole numbers.
        if (!shown || std::abs(*shown - truth) > 0.05 + 1e-9) return *said.begin() + " is a lie";
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::map<std::string, double> counts(const Rows& rows, std::size_t column) const {
    std::map<std::string, double> out;
    for (const std::size_t i : rows) ++out[scene_.original.rows[row_[i]][column]];
    return out;
  }
  [[nodiscard]] std::map<std::string, double> shares_in_table(std::size_t column) const {
    std::map<std::string, double> out;
    for (const auto& row : scene_.original.rows)
      out[row[column]] += 1.0 / static_cast<double>(scene_.original.rows.size());
    return out;
  }

  [[nodiscard]] bool holds(const NaivePromise& promise) const {
    if (promise.model == "lkc-privacy") return lkc(promise, {}, 0);
    if (promise.model == "k-map" || promise.model == "delta-presence") return population(promise);
    if (promise.model == "average-risk" || promise.model.ends_with("-uniqueness")) {
      return overall(promise);
    }
    for (const auto& rows : classes(quasi())) {
      if (!class_holds(promise, rows)) return false;
    }
    return true;
  }

  // Record by record: the chance of each to be the one that is looked for, and who is unique. Of a
  // population only a share of 0 is judged: nobody may be unique.
  [[nodiscard]] bool overall(const NaivePromise& promise) const {
    double records = 0;
    double risks = 0;
    double unique = 0;
    for (const auto& rows : classes(quasi())) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        ++records;
        risks += 1 / static_cast<double>(rows.size());
        unique += rows.size() == 1 ? 1 : 0;
      }
    }
    if (records == 0) return true;
    const auto& p = promise.parameters;
    if (promise.model == "average-risk") return risks / records <= p.at("risk") + 1e-9;
    return unique / records <= p.at("share") + 1e-9;
  }

  [[nodiscard]] bool class_holds(const NaivePromise& promise, const Rows& rows) const {
    const auto& p = promise.parameters;
    if (promise.model == "k-anonymity") return static_cast<double>(rows.size()) >= p.at("k");
    if (promise.model == "differential-privacy")
      return static_cast<double>(rows.size()) >= p.at("k");
    if (promise.model == "l-site-diversity")
      return static_cast<double>(counts(rows, *scene_.site).size()) >= p.at("l");
    for (const std::size_t c : scene_.sensitive) {
      if (!sensitive_holds(promise, counts(rows, c), shares_in_table(c),
                           static_cast<double>(rows.size())))
        return false;
    }
    return true;
  }

  static bool sensitive_holds(const NaivePromise& promise,
                              const std::map<std::string, double>& counted,
                              const std::map<std::string, double>& shares, double size) {
    const auto& p = promise.parameters;
    const auto different = static_cast<double>(counted.size());
    std::vector<double> sorted;
    double entropy = 0;
    for (const auto& [value, count] : counted) {
      sorted.push_back(count);
      entropy -= count / size * std::log2(count / size);
    }
    std::sort(sorted.rbegin(), sorted.rend());
    if (promise.model == "distinct-l-diversity") return different >= p.at("l");
    if (promise.model == "p-sensitive-k-anonymity") return different >= p.at("p");
    if (promise.model == "entropy-l-diversity") return entropy >= std::log2(p.at("l")) - 1e-9;
    if (promise.model == "alpha-k-anonymity") return sorted[0] / size <= p.at("alpha") + 1e-9;
    if (promise.model == "recursive-l-diversity") {
      double rest = 0;
      for (std::size_t i = static_cast<std::size_t>(p.at("l")) - 1; i < sorted.size(); ++i)
        rest += sorted[i];
      return sorted[0] < p.at("c") * rest;
    }
    if (promise.model == "beta-likeness") {
      for (const auto& [value, count] : counted) {
        const double share = shares.at(value);
        const double allowed =
            p.at("enhanced") > 0 ? std::min(p.at("beta"), -std::log(share)) : p.at("beta");
        if ((count / size - share) / share > allowed + 1e-9) return false;
      }
      return true;
    }
    if (promise.model == "delta-disclosure-privacy") {
      for (const auto& [value, share] : shares) {
        const auto found = counted.find(value);
        if (found == counted.end()) return false;
        const double ratio = found->second / size / share;
        if (ratio >= std::exp2(p.at("delta")) || 1 / ratio >= std::exp2(p.at("delta")))
          return false;
      }
      return true;
    }
    if (promise.model == "t-closeness")
      return distance(promise, counted, shares, size) <= p.at("t") + 1e-9;
    return false;  // a model this judge does not know
  }

  static double distance(const NaivePromise& promise, const std::map<std::string, double>& counted,
                         const std::map<std::string, double>& shares, double size) {
    double sum = 0;
    double moved = 0;
    for (const auto& [value, share] : shares) {  // in the order of the texts
      const auto found = counted.find(value);
      const double here = found == counted.end() ? 0 : found->second / size;
      moved += here - share;
      sum += std::abs(promise.ordered ? moved : here - share);
    }
    if (!promise.ordered) return sum / 2;
    return shares.size() < 2 ? 0 : sum / static_cast<double>(shares.size() - 1);
  }

  // Every set of at most l columns, one column more at a time.
  [[nodiscard]] bool lkc(const NaivePromise& promise, std::vector<std::size_t> known,
                         std::size_t next) const {
    const auto& p = promise.parameters;
    for (const auto& rows : classes(known)) {
      const auto size = static_cast<double>(rows.size());
      if (size < p.at("k")) return false;
      for (const std::size_t c : scene_.sensitive) {
        for (const auto& [value, count] : counts(rows, c)) {
          if (p.at("c") < 1 && count / size > p.at("c") + 1e-9) return false;
        }
      }
    }
    if (static_cast<double>(known.size()) >= p.at("l")) return true;
    const auto all = quasi();
    for (std::size_t i = next; i < all.size(); ++i) {
      known.push_back(all[i]);
      if (!lkc(promise, known, i + 1)) return false;
      known.pop_back();
    }
    return true;
  }

  [[nodiscard]] bool population(const NaivePromise& promise) const {
    const auto& p = promise.parameters;
    const auto columns = quasi();
    std::vector<bool> found(scene_.population.size());
    for (const auto& rows : classes(columns)) {
      double people = 0;
      for (std::size_t i = 0; i < scene_.population.size(); ++i) {
        bool covered = true;
        for (std::size_t c = 0; c < columns.size(); ++c) {
          covered =
              covered && naive_covers(shown_[rows.front()][columns[c]], scene_.population[i][c],
                                      scene_.original.columns[columns[c]]);
        }
        if (!covered) continue;
        found[i] = true;
        ++people;
      }
      const double share = static_cast<double>(rows.size()) / people;
      if (promise.model == "k-map" && people < p.at("k")) return false;
      if (promise.model == "delta-presence" &&
          (people == 0 || share < p.at("low") - 1e-9 || share > p.at("high") + 1e-9))
        return false;
    }
    if (promise.model == "k-map" || p.at("low") <= 1e-9) return true;
    return std::find(found.begin(), found.end(), false) == found.end();
  }

  const NaiveScene& scene_;
  NaiveRecords shown_;            // records that are not suppressed
  std::vector<std::size_t> row_;  // and which of the original they are
};

}  // namespace privet::testing_support
