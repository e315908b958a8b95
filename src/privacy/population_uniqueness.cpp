// SPDX-License-Identifier: Apache-2.0
#include "privacy/population_uniqueness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "privacy/pitman.h"

namespace privet {
namespace {

std::size_t classes_of(const SizeCounts& sizes, std::size_t size) {
  const auto found = sizes.find(size);
  return found == sizes.end() ? 0 : found->second;
}

double people_in(const SizeCounts& sizes) {
  double out = 0;
  for (const auto& [size, classes] : sizes)
    out += static_cast<double>(size) * static_cast<double>(classes);
  return out;
}

// The chance that a sample of `sample` of `population` people has exactly one of `size` given ones.
double one_of(std::size_t size, double sample, double population) {
  double out = static_cast<double>(size) * sample / population;
  for (std::size_t j = 1; j < size && out > 0; ++j) {
    const auto before = static_cast<double>(j);
    out *= std::max(0.0, population - sample - before + 1) / (population - before);
  }
  return out;
}

// Slide negative binomial: one more than a negative binomial number of people in each class, each
// in the sample with chance f. For a given beta the ratio of pairs to single ones in the sample
// leaves one alpha.
struct SlideModel {
  double fraction;
  double ratio;  // classes of two over classes of one, in the sample

  [[nodiscard]] double alpha(double beta) const {
    const double gone = (1 - fraction) * (1 - beta);
    const double seen = 1 - gone;
    const double right = 2 * ratio * seen / (fraction * (1 - beta));
    // a (1 + 1 / (seen + a gone)) = right, as a quadratic in a; its one root that is not negative.
    const double middle = seen + 1 - right * gone;
    const double root = std::sqrt(middle * middle + 4 * gone * right * seen);
    // Of the two forms of the root the one that does not cancel.
    if (middle > 0) return 2 * right * seen / (middle + root);
    return (root - middle) / (2 * gone);
  }
  // The chance that a class of the population has one person in the sample.
  [[nodiscard]] double one(double beta) const {
    const double a = alpha(beta);
    const double gone = (1 - fraction) * (1 - beta);
    const double seen = 1 - gone;
    return fraction * std::exp(a * std::log(beta / seen)) * (1 + a * gone / seen);
  }
};

// The betas with classes * one(beta) = single.
std::vector<double> slide_roots(const SlideModel& model, double classes, double single) {
  constexpr int kSteps = 4096;
  const auto at = [&](int step) {  // dense towards both ends
    const double x = static_cast<double>(step) / kSteps;
    return x * x * (3 - 2 * x);
  };
  const auto excess = [&](double beta) { return classes * model.one(beta) - single; };
  std::vector<double> out;
  for (int step = 1; step + 1 < kSteps; ++step) {
    double low = at(step);
    double high = at(step + 1);
    const bool rises = excess(low) < 0;
    if (rises == (excess(high) < 0)) continue;
    for (int i = 0; i < 200 && high - low > 1e-15; ++i) {
      const double middle = (low + high) / 2;
      ((excess(middle) < 0) == rises ? low : high) = middle;
    }
    out.push_back((low + high) / 2);
  }
  return out;
}

void choose(PopulationUniqueness& out) {
  const auto& answer = [&](std::string_view model) -> const UniquenessEstimate& {
    return *std::ranges::find(out.estimates, model, &UniquenessEstimate::model);
  };
  const UniquenessEstimate* chosen = nullptr;
  if (out.fraction <= 0.1) {
    chosen = &answer("pitman");
    out.why = "at most a tenth of the population is in the table";
    if (!chosen->uniques) {
      chosen = &answer("zayatz");
      out.why =
          "Pitman's model, which the rule prefers at this sampling fraction, has no answer; "
          "Zayatz's is often too high here";
    }
  } else {
    const auto& zayatz = answer("zayatz");
    const auto& snb = answer("snb");
    const bool smaller = zayatz.uniques && snb.uniques && *snb.uniques <= *zayatz.uniques;
    chosen = smaller || !zayatz.uniques ? &snb : &zayatz;
    out.why = "more than a tenth of the population is in the table: the smaller of Zayatz and SNB";
    if (!zayatz.uniques || !snb.uniques) {
      out.why =
          "more than a tenth of the population is in the table, and the other model of the "
          "rule has no answer";
    }
  }
  if (!chosen->uniques) {
    out.why = "no model that the rule knows for this sampling fraction has an answer";
    return;
  }
  out.chosen = chosen->model;
  out.uniques = chosen->uniques;
}

}  // namespace

SizeCounts count_sizes(std::span<const std::uint32_t> class_sizes) {
  SizeCounts out;
  for (const std::uint32_t size : class_sizes) ++out[size];
  return out;
}

UniquenessEstimate zayatz_uniques(const SizeCounts& sizes, double population) {
  UniquenessEstimate out{.model = "zayatz", .title = "Zayatz"};
  const double sample = people_in(sizes);
  const auto single = static_cast<double>(classes_of(sizes, 1));
  if (single == 0) {
    out.uniques = 0;
    return out;
  }
  // As if the population's classes had the sizes of the sample's: how many of the classes that show
  // one person in a sample have only one?
  double shown = 0;
  for (const auto& [size, classes] : sizes) {
    shown += static_cast<double>(classes) * one_of(size, sample, population);
  }
  const double conditional = single * one_of(1, sample, population) / shown;
  out.uniques = single * conditional * population / sample;
  return out;
}

double shlosser_classes(const SizeCounts& sizes, double fraction) {
  const double f = fraction;
  double classes = 0;
  double first = 0;
  double second = 0;
  double third = 0;
  double fourth = 0;
  for (const auto& [size, count] : sizes) {
    const auto i = static_cast<double>(size);
    const auto n = static_cast<double>(count);
    classes += n;
    first += i * f * f * std::pow(1 - f * f, i - 1) * n;
    second += (std::pow(1 - f * f, i) - std::pow(1 - f, i)) * n;
    third += std::pow(1 - f, i) * n;
    fourth += i * f * std::pow(1 - f, i - 1) * n;
  }
  const double unseen = third / fourth;
  return classes + static_cast<double>(classes_of(sizes, 1)) * (first / second) * unseen * unseen;
}

UniquenessEstimate snb_uniques(const SizeCounts& sizes, double population) {
  UniquenessEstimate out{.model = "snb", .title = "slide negative binomial (SNB)"};
  const auto single = static_cast<double>(classes_of(sizes, 1));
  const auto pairs = static_cast<double>(classes_of(sizes, 2));
  if (single == 0) {
    out.uniques = 0;
    return out;
  }
  if (pairs == 0) {
    out.reason = "the table has no class of two, which the model needs";
    return out;
  }
  const double fraction = people_in(sizes) / population;
  const double classes = shlosser_classes(sizes, fraction);
  const SlideModel model{fraction, pairs / single};
  const auto roots = slide_roots(model, classes, single);
  if (roots.empty()) {
    out.reason = "no parameters give as many classes of one and of two as the table has";
    return out;
  }
  if (roots.size() > 1) {
    out.reason = "several parameters give as many classes of one and of two as the table has";
    return out;
  }
  const double uniques = classes * std::pow(roots[0], model.alpha(roots[0]));
  if (!std::isfinite(uniques) || uniques > population) {
    out.reason = "it would be more people than the population has";
    return out;
  }
  out.uniques = uniques;
  return out;
}

PopulationUniqueness estimate_uniqueness(const SizeCounts& sizes, double population) {
  PopulationUniqueness out;
  const double sample = people_in(sizes);
  if (!(population >= sample) || sample == 0 || classes_of(sizes, 0) > 0) {
    throw Error(ErrorCode::Usage,
                fmt::format("the table has {} people, so the population cannot have {}", sample,
                            population));
  }
  out.sample = static_cast<std::size_t>(sample);
  out.population = population;
  out.fraction = sample / population;
  out.sample_uniques = classes_of(sizes, 1);
  if (out.fraction == 1) {
    out.exact = true;
    out.uniques = static_cast<double>(out.sample_uniques);
    out.why = "the table is the whole population: nothing is estimated";
    return out;
  }
  out.estimates = {pitman_uniques(sizes, population), zayatz_uniques(sizes, population),
                   snb_uniques(sizes, population)};
  choose(out);
  if (out.sample_uniques == 0) out.why = "no record is unique in the table: all models say none";
  return out;
}

}  // namespace privet
