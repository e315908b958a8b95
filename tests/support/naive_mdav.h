// SPDX-License-Identifier: Apache-2.0
// MDAV-generic word for word, the simplest way there is: records in a set, every distance computed
// anew, everything sorted. Shares no code with the program.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace privet::testing_support {

// A record: numbers, and words that differ wholly or not at all.
struct NaivePoint {
  std::vector<double> numbers;
  std::vector<std::string> words = {};
};

class NaiveMdav {
 public:
  // `units`: what two different words add to the squared distance, column by column.
  NaiveMdav(std::vector<NaivePoint> points, std::vector<double> units, std::size_t k)
      : points_(std::move(points)), units_(std::move(units)), k_(k) {}

  std::vector<std::vector<std::size_t>> groups() {
    std::set<std::size_t> rest;
    for (std::size_t i = 0; i < points_.size(); ++i) rest.insert(i);
    std::vector<std::vector<std::size_t>> out;
    while (rest.size() >= 3 * k_) {
      const std::size_t r = by_distance(average(rest), rest).back();
      const auto first = around(r, rest);
      for (const std::size_t i : first) rest.erase(i);
      const std::size_t s = by_distance(points_[r], rest).back();
      const auto second = around(s, rest);
      for (const std::size_t i : second) rest.erase(i);
      out.push_back(first);
      out.push_back(second);
    }
    if (rest.size() >= 2 * k_) {
      out.push_back(around(by_distance(average(rest), rest).back(), rest));
      for (const std::size_t i : out.back()) rest.erase(i);
    }
    if (!rest.empty()) out.emplace_back(rest.begin(), rest.end());
    return out;
  }

 private:
  [[nodiscard]] NaivePoint average(const std::set<std::size_t>& rest) const {
    NaivePoint out{std::vector<double>(points_.front().numbers.size()), {}};
    for (std::size_t c = 0; c < out.numbers.size(); ++c) {
      for (const std::size_t i : rest) out.numbers[c] += points_[i].numbers[c];
      out.numbers[c] /= static_cast<double>(rest.size());
    }
    for (std::size_t c = 0; c < points_.front().words.size(); ++c) {
      std::map<std::string, std::size_t> counts;
      for (const std::size_t i : rest) ++counts[points_[i].words[c]];
      std::string best = counts.begin()->first;
      for (const auto& [word, count] : counts) {
        if (count > counts[best]) best = word;
      }
      out.words.push_back(best);
    }
    return out;
  }

  [[nodiscard]] double distance(const NaivePoint& a, const NaivePoint& b) const {
    double sum = 0;
    for (std::size_t c = 0; c < a.numbers.size(); ++c) {
      sum += (b.numbers[c] - a.numbers[c]) * (b.numbers[c] - a.numbers[c]);
    }
    for (std::size_t c = 0; c < a.words.size(); ++c) {
      if (a.words[c] != b.words[c]) sum += units_[c];
    }
    return sum;
  }

  // Nearest first; of equals the lowest number comes last, so that it is the farthest.
  [[nodiscard]] std::vector<std::size_t> by_distance(const NaivePoint& from,
                                                     const std::set<std::size_t>& rest) const {
    std::vector<std::size_t> out(rest.rbegin(), rest.rend());
    std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
      return distance(from, points_[a]) < distance(from, points_[b]);
    });
    return out;
  }

  // The point and the k-1 nearest others, of equals the lowest numbers; ascending.
  [[nodiscard]] std::vector<std::size_t> around(std::size_t centre,
                                                std::set<std::size_t> rest) const {
    rest.erase(centre);
    std::vector<std::size_t> others(rest.begin(), rest.end());
    std::stable_sort(others.begin(), others.end(), [&](std::size_t a, std::size_t b) {
      return distance(points_[centre], points_[a]) < distance(points_[centre], points_[b]);
    });
    others.resize(k_ - 1);
    others.push_back(centre);
    std::sort(others.begin(), others.end());
    return others;
  }

  std::vector<NaivePoint> points_;
  std::vector<double> units_;
  std::size_t k_;
};

}  // namespace privet::testing_support
