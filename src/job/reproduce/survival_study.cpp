// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/survival_study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"

namespace privet::job {
namespace {

using Auc = std::optional<double>;

struct TrainTest {
  std::vector<std::size_t> training;
  std::vector<std::size_t> test;
};

// This share of every site's rows for training, at random.
TrainTest split_study(const StudyRows& rows, double share, std::uint64_t seed) {
  Sampler sampler(seed);
  TrainTest out;
  for (std::size_t site = 0; site < kStudySites; ++site) {
    std::vector<std::size_t> own;
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      if (rows.site[r] == site) own.push_back(r);
    }
    sampler.shuffle(std::span(own));
    const auto count =
        static_cast<std::size_t>(std::lround(share * static_cast<double>(own.size())));
    for (std::size_t i = 0; i < own.size(); ++i) {
      (i < count ? out.training : out.test).push_back(own[i]);
    }
  }
  std::ranges::sort(out.training);
  std::ranges::sort(out.test);
  return out;
}

// What one split gave.
struct SplitResult {
  std::array<Auc, kStudyModels> models = {};
  std::vector<Auc> by_kernel_rows = {};  // where asked for
};

SplitResult run_split(StudyLearner learner, const StudyRows& rows, const TrainTest& split,
                      std::uint64_t seed, bool all_kernels, const Run& run) {
  const auto judged = [&](const RiskWeights& weights) -> Auc {
    if (!weights) return std::nullopt;
    return study_auc(rows, split.test, *weights);
  };
  SplitResult out;
  const auto at = [&](StudyModel model) -> Auc& {
    return out.models.at(static_cast<std::size_t>(model));
  };
  at(StudyModel::Pooled) = judged(learn_pooled(learner, rows, split.training, run));
  at(StudyModel::Aggregated) = judged(learn_by_aggregation(learner, rows, split.training, run));
  for (std::size_t site = 0; site < kStudySites; ++site) {
    std::vector<std::size_t> own;
    std::ranges::copy_if(split.training, std::back_inserter(own),
                         [&](auto r) { return rows.site[r] == site; });
    out.models.at(static_cast<std::size_t>(StudyModel::Site1) + site) =
        judged(learn_pooled(learner, rows, own, run));
  }
  const auto most = rows.x.columns - 1;
  for (std::size_t m = all_kernels ? 1 : most; m <= most; ++m) {
    const auto auc = judged(learn_on_kernel(learner, rows, split.training, m, seed, run));
    if (all_kernels) out.by_kernel_rows.push_back(auc);
    at(StudyModel::Kernel) = auc;
  }
  return out;
}

AucSummary summary_of(std::span<const Auc> all) {
  AucSummary out;
  for (const auto& auc : all) {
    if (!auc) {
      ++out.unfitted;
      continue;
    }
    ++out.splits;
    out.mean += *auc;
  }
  if (out.splits == 0) {
    out.mean = std::nan("");
    return out;
  }
  const auto n = static_cast<double>(out.splits);
  out.mean /= n;
  for (const auto& auc : all) {
    if (auc) out.deviation += (*auc - out.mean) * (*auc - out.mean);
  }
  out.deviation = out.splits > 1 ? std::sqrt(out.deviation / (n - 1)) : 0;
  return out;
}

void add_share(const StudyRows& rows, std::size_t share, const SurvivalStudyOptions& options,
               const std::function<void()>& step, LearnerResult& out, const Run& run) {
  const bool all_kernels = share == kKernelShare;
  std::vector<SplitResult> splits(options.splits);
  run.pool().parallel_for(options.splits, [&](std::size_t s) {
    run.check_cancelled();
    // The same splits for both learners.
    const auto seed = options.seed + 1000 * s + share;
    const auto split = split_study(rows, kTrainingShares.at(share), seed);
    splits[s] = run_split(out.learner, rows, split, seed, all_kernels, run);
    step();
  });
  std::vector<Auc> one(splits.size());
  for (std::size_t m = 0; m < kStudyModels; ++m) {
    std::ranges::transform(splits, one.begin(), [&](const auto& s) { return s.models.at(m); });
    out.models.at(share).at(m) = summary_of(one);
  }
  const auto pooled = static_cast<std::size_t>(StudyModel::Pooled);
  for (const auto& split : splits) {
    const auto& exact = split.models.at(static_cast<std::size_t>(StudyModel::Aggregated));
    if (!split.models.at(pooled) || !exact) continue;
    out.aggregation_gap =
        std::max(out.aggregation_gap, std::abs(*split.models.at(pooled) - *exact));
  }
  if (!all_kernels) return;
  for (std::size_t m = 0; m + 1 < rows.x.columns; ++m) {
    std::ranges::transform(splits, one.begin(),
                           [&](const auto& s) { return s.by_kernel_rows.at(m); });
    out.by_kernel_rows.push_back(summary_of(one));
  }
  for (const auto& split : splits) {
    const auto& kernel = split.models.at(static_cast<std::size_t>(StudyModel::Kernel));
    if (split.models.at(pooled) && kernel)
      out.pairs.emplace_back(*split.models.at(pooled), *kernel);
  }
}

std::vector<AttackResult> attacks_on(const StudyRows& rows, std::uint64_t seed, const Run& run) {
  std::vector<AttackResult> out;
  const auto columns = rows.x.columns;
  for (std::size_t missing = 1; missing <= 3 && missing < columns; ++missing) {
    for (const std::size_t known : {1U, 2U, 5U, 10U, 20U, 50U}) {
      if (known >= rows.rows()) break;
      run.progress("attacking the random kernel");
      mining::KernelAttack attack;
      attack.kernel_rows = columns - missing;
      attack.seed = seed;
      attack.known_rows = known;
      attack.most_guesses = 20'000;
      out.push_back({attack.kernel_rows, known, mining::attack_kernel(rows.raw, attack, run)});
    }
  }
  return out;
}

std::string data_folder(const Settings& settings) {
  if (settings.given("data")) return settings.text("data");
  const char* named = std::getenv("PRIVET_DATA");  // NOLINT(concurrency-mt-unsafe): at the start
  return named != nullptr ? named : "../shared/data";
}

}  // namespace

std::string study_model_name(StudyModel model) {
  constexpr std::array<std::string_view, kStudyModels> kNames{"pooled",        "exact aggregation",
                                                              "random kernel", "site 1 alone",
                                                              "site 2 alone",  "site 3 alone"};
  return std::string(kNames.at(static_cast<std::size_t>(model)));
}

std::vector<Parameter> survival_study_parameters() {
  return {{.name = "data",
           .kind = ParameterKind::Text,
           .summary = "The folder with the data, survival/lung.csv and others below it; "
                      "$PRIVET_DATA or ../shared/data if not given. Files that are not there are "
                      "named and skipped.",
           .placeholder = "DIR"},
          {.name = "sets",
           .kind = ParameterKind::Columns,
           .summary = "Use only these data sets, of lung, veteran, pbc and rossi.",
           .placeholder = "A,B,.."},
          {.name = "splits",
           .kind = ParameterKind::Count,
           .summary = "The number of random divisions into training and test rows.",
           .placeholder = "N",
           .default_text = "100",
           .min = 2},
          {.name = "seed",
           .kind = ParameterKind::Count,
           .summary = "The seed of the sites, the divisions and the random kernels.",
           .placeholder = "N",
           .default_text = "1"},
          {.name = "report",
           .kind = ParameterKind::File,
           .summary = "Write a page with the paper's figures.",
           .placeholder = "OUT.html"}};
}

SurvivalStudyOptions survival_study_options(const Settings& settings) {
  SurvivalStudyOptions out;
  out.folder = data_folder(settings);
  out.splits = settings.count("splits");
  out.seed = settings.count("seed");
  out.sets = settings.list("sets");
  if (settings.given("report")) out.report = settings.text("report");
  for (const auto& name : out.sets) {
    const auto known = survival_studies();
    if (std::ranges::find(known, name, &StudyData::name) != known.end()) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("there is no {}; there are lung, veteran, pbc and rossi",
                            quote_for_message(name)),
                {.parameter = "--sets"});
  }
  return out;
}

StudyResult run_study(const StudyData& study, const StudyRows& rows,
                      const SurvivalStudyOptions& options, const Run& run) {
  StudyResult out{.name = study.name, .time_unit = study.time_unit, .columns = rows.names};
  out.rows = rows.rows();
  out.events = static_cast<std::size_t>(std::ranges::count(rows.event, true));
  out.imputed = rows.imputed;
  out.horizon = rows.horizon;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    ++out.sites.at(rows.site[r]);
    if (rows.known(r)) ++(rows.died(r) ? out.died : out.survived);
  }
  const auto all = 2 * kTrainingShares.size() * options.splits;
  std::atomic<std::size_t> done = 0;
  const auto stage = fmt::format("fitting {}", study.name);
  const auto step = [&] {
    run.progress(stage, static_cast<double>(++done) / static_cast<double>(all));
  };
  for (const auto learner : {StudyLearner::Svm, StudyLearner::Cox}) {
    auto& result = out.learners.emplace_back();
    result.learner = learner;
    for (std::size_t share = 0; share < kTrainingShares.size(); ++share) {
      add_share(rows, share, options, step, result, run);
    }
  }
  out.attacks = attacks_on(rows, options.seed, run);
  return out;
}

SurvivalStudyOutcome run_survival_study(const SurvivalStudyOptions& options, const Run& run) {
  SurvivalStudyOutcome out{
      .folder = options.folder, .splits = options.splits, .seed = options.seed};
  RunFiles files;
  std::vector<StudyData> wanted;
  for (auto& study : survival_studies()) {
    const bool asked =
        options.sets.empty() || std::ranges::find(options.sets, study.name) != options.sets.end();
    if (!asked) continue;
    const auto path = options.folder + "/" + study.file;
    if (!std::filesystem::exists(path)) {
      out.skipped.push_back(path);
      continue;
    }
    files.reads(path, "the data");
    wanted.push_back(std::move(study));
  }
  files.writes(options.report, "the report", "report");
  files.check();
  if (wanted.empty()) {
    throw Error(ErrorCode::Input,
                fmt::format("none of the data is there: {}; name its folder with --data",
                            fmt::join(out.skipped, ", ")));
  }
  for (const auto& path : out.skipped) run.warn(fmt::format("{} is not there: skipped", path));
  for (const auto& study : wanted) {
    out.studies.push_back(
        run_study(study, read_study(study, options.folder, options.seed, run), options, run));
  }
  OutputFiles outputs;
  if (options.report && options.page) outputs.add(options.report, options.page(out));
  outputs.commit(run);
  out.standard_output = outputs.standard_output();
  return out;
}

}  // namespace privet::job
