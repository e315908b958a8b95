// SPDX-License-Identifier: Apache-2.0
#include "anonymize/full_domain/full_domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "anonymize/full_domain/lattice_search.h"
#include "base/error.h"

namespace privet {
namespace {

constexpr std::array<std::string_view, 8> kMetrics{
    "loss",           "loss-arithmetic",         "granularity", "precision", "entropy",
    "discernibility", "weighted-discernibility", "class-size"};

constexpr std::array kParameters{
    Parameter{.name = "metric",
              .kind = ParameterKind::Choice,
              .summary = "The metric that full-domain minimizes.",
              .placeholder = "NAME",
              .default_text = "loss",
              .choices = kMetrics},
    Parameter{
        .name = "weights",
        .kind = ParameterKind::Text,
        .summary = "The weight of each quasi-identifier in the metric; 1 for those not named.",
        .placeholder = "A=W,B=W"},
    Parameter{.name = "min-level",
              .kind = ParameterKind::Text,
              .summary = "Generalize these quasi-identifiers at least to this level.",
              .placeholder = "A=N,B=N"},
    Parameter{.name = "max-level",
              .kind = ParameterKind::Text,
              .summary = "Generalize these quasi-identifiers no further than this level.",
              .placeholder = "A=N,B=N"},
    Parameter{.name = "budget",
              .kind = ParameterKind::Text,
              .summary = "How long full-domain may search, such as 10s or 2m; needed if there are "
                         "too many combinations of levels to prove which is best.",
              .placeholder = "TIME"}};

// The classes of one node, as a recoding.
class NodeRecoding {
 public:
  NodeRecoding(const Problem& problem, std::span<const AttributeLevels> levels, const Levels& node)
      : problem_(problem), levels_(levels), node_(node), layout_(levels) {}

  [[nodiscard]] Recoding make(const Run& run) {
    std::vector<RowId> rows(problem_.table.rows());
    std::iota(rows.begin(), rows.end(), RowId{0});
    RollUp roll(levels_, layout_, sensitive_starts(problem_).back());
    Recoding out;
    std::vector<std::uint32_t> group_of;
    table_ = roll.from_records(problem_, rows, node_, group_of, run);
    ClassJudge judge(problem_);
    std::vector<ClassId> number(table_.classes(), kSuppressed);
    std::vector<CountedClass> held;
    for (std::size_t c = 0; c < table_.classes(); ++c) {
      if (table_.sizes[c] == 0 || !judge.judge(table_, c).holds) continue;
      held.emplace_back(judge.counted(), static_cast<std::uint32_t>(c));
    }
    (void)leave_out_smallest(judge, held);
    std::sort(held.begin(), held.end(),
              [](const CountedClass& a, const CountedClass& b) { return a.second < b.second; });
    for (const auto& [counted, c] : held) {
      number[c] = static_cast<ClassId>(kept_.size());
      kept_.push_back(c);
      out.class_sizes.push_back(table_.sizes[c]);
    }
    out.class_of.reserve(group_of.size());
    for (const std::uint32_t group : group_of) out.class_of.push_back(number[group]);
    for (std::size_t a = 0; a < levels_.size(); ++a) out.attributes.push_back(attribute(a));
    return out;
  }

 private:
  [[nodiscard]] RecodedAttribute attribute(std::size_t a) const {
    RecodedAttribute out;
    out.column = problem_.quasi[a].column;
    constexpr auto kNew = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> number(levels_[a].values(), kNew);
    for (const std::size_t c : kept_) {
      const ValueId name = layout_.name(table_.key(c), a);
      if (number[name] == kNew) {
        number[name] = static_cast<std::uint32_t>(out.values.size());
        out.values.push_back(levels_[a].shown(node_[a], name));
      }
      out.value_of_class.push_back(number[name]);
    }
    return out;
  }

  const Problem& problem_;
  std::span<const AttributeLevels> levels_;
  const Levels& node_;
  KeyLayout layout_;
  ClassTable table_;
  std::vector<std::size_t> kept_;
};

class FullDomain : public Anonymizer {
 public:
  explicit FullDomain(const FullDomainOptions& options) : options_(options) {}

  // Different classes always show different cells here, so a model need not survive a merger.
  [[nodiscard]] std::string objection(const PrivacyModel& model,
                                      const Problem& problem) const override {
    if (model.fixed_scheme()) return why_not_fixed(problem);
    if (!problem.missing_matches) return {};
    if (model.needs_population()) {
      return "where missing values match anything it cannot count the people a class covers; leave "
             "--missing at value";
    }
    return Anonymizer::objection(model, problem);
  }

  [[nodiscard]] Recoding search(const Problem& problem, const Run& run) const override {
    SearchAccount account;
    return search_with_account(problem, account, run);
  }

  [[nodiscard]] Recoding search_with_account(const Problem& problem, SearchAccount& account,
                                             const Run& run) const override {
    const auto levels = make_levels(problem);
    const Lattice lattice(ranges(problem, levels));
    const std::size_t records = problem.table.rows();
    const std::vector<double> ones(levels.size(), 1.0);
    const auto metric = make_lattice_metric(options_.metric, levels,
                                            options_.weights.empty() ? ones : options_.weights,
                                            records, problem.smallest_class());
    const LatticeLimits limits{static_cast<std::size_t>(std::floor(
                                   problem.max_suppression * static_cast<double>(records) + 1e-9)),
                               options_.seconds};
    NodeChecker checker(problem, levels, *metric, lattice.bottom(), run);
    const LatticeOptimum optimum = search_lattice(lattice, checker, *metric, limits, account, run);
    if (!optimum.node) refuse(problem, levels, lattice, run);
    describe(problem, levels, *optimum.node, account);
    return NodeRecoding(problem, levels, *optimum.node).make(run);
  }

 private:
  // Which levels a search would still choose by looking at the records; empty: none.
  [[nodiscard]] std::string why_not_fixed(const Problem& problem) const {
    if (problem.missing_matches) {
      return "where missing values match anything, what is shown depends on other records; leave "
             "--missing at value";
    }
    std::vector<std::string> open;
    for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
      const bool low = !options_.lowest.empty() && options_.lowest[a];
      const bool high = !options_.highest.empty() && options_.highest[a];
      if (low && high && *options_.lowest[a] == *options_.highest[a]) continue;
      open.push_back(problem.table.column(problem.quasi[a].column).name);
    }
    if (open.empty()) return {};
    return fmt::format(
        "the level of {} is not fixed, and choosing it by the records is not "
        "covered by the proof; give it the same --min-level and --max-level",
        fmt::join(open, ", "));
  }

  [[nodiscard]] std::vector<LevelRange> ranges(const Problem& problem,
                                               std::span<const AttributeLevels> levels) const {
    std::vector<LevelRange> out;
    for (std::size_t a = 0; a < levels.size(); ++a) {
      LevelRange range{0, levels[a].highest_allowed()};
      const auto fail = [&](std::string_view parameter, const std::string& why) {
        throw Error(
            ErrorCode::Usage,
            fmt::format("column {} {}",
                        quote_for_message(problem.table.column(problem.quasi[a].column).name), why),
            {.parameter = std::string(parameter)});
      };
      if (!options_.highest.empty() && options_.highest[a]) {
        if (*options_.highest[a] > levels[a].height()) {
          fail("--max-level", fmt::format("has levels 0 to {} only", levels[a].height()));
        }
        range.high = std::min(range.high, *options_.highest[a]);
      }
      if (!options_.lowest.empty() && options_.lowest[a]) {
        range.low = *options_.lowest[a];
        if (range.low > range.high) {
          fail("--min-level", fmt::format("may not go above level {}", range.high));
        }
      }
      out.push_back(range);
    }
    return out;
  }

  // Says which suppression would do: the least of all nodes.
  [[noreturn]] void refuse(const Problem& problem, std::span<const AttributeLevels> levels,
                           const Lattice& lattice, const Run& run) const {
    const auto metric = make_suppression_metric();
    NodeChecker checker(problem, levels, *metric, lattice.bottom(), run);
    SearchAccount account;
    const std::size_t records = problem.table.rows();
    const auto least =
        search_lattice(lattice, checker, *metric, {records, options_.seconds}, account, run);
    if (!least.node) {
      throw Error(ErrorCode::Infeasible,
                  "on every combination of levels there are people of the population whom no class "
                  "covers, or classes that hold a model for too many of them; relax a model");
    }
    throw Error(
        ErrorCode::Infeasible,
        fmt::format("the models do not hold on any levels unless {} of {} records are "
                    "suppressed{}; allow it with --max-suppression {:.4g}, or relax a model",
                    least.suppressed, records,
                    account.exact ? "" : " (the least found in the time given)",
                    needed_share(least.suppressed, records)));
  }

  // Rounded up to a share that people like to type and that suffices.
  static double needed_share(std::size_t suppressed, std::size_t records) {
    const double share = static_cast<double>(suppressed) / static_cast<double>(records);
    return std::min(1.0, std::ceil(share * 1e4) / 1e4);
  }

  void describe(const Problem& problem, std::span<const AttributeLevels> levels, const Levels& node,
                SearchAccount& account) const {
    account.metric = options_.metric;
    for (std::size_t a = 0; a < levels.size(); ++a) {
      account.levels.emplace_back(problem.table.column(problem.quasi[a].column).name, node[a]);
      account.heights.push_back(levels[a].height());
    }
    account.not_tagging = ClassJudge(problem).names_of_others();
  }

  FullDomainOptions options_;
};

}  // namespace

constexpr Description kFullDomain{
    .name = "full-domain",
    .summary =
        "Finds the levels of the hierarchies that lose least; a level is the same for all records.",
    .reference = "Samarati, Protecting respondents' identities in microdata release, 2001",
    .parameters = kParameters};

std::unique_ptr<Anonymizer> make_full_domain(const FullDomainOptions& options) {
  PRIVET_CHECK(std::equal(kMetrics.begin(), kMetrics.end(), lattice_metric_names().begin(),
                          lattice_metric_names().end()));
  return std::make_unique<FullDomain>(options);
}

}  // namespace privet
