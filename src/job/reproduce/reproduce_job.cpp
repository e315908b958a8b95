// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/reproduce_job.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/names.h"
#include "crypto/sha256.h"
#include "data/file_bytes.h"

namespace privet::job {
namespace {

namespace fs = std::filesystem;

// Where the experiments lie unless the user says: beside where one stands, or where they were
// installed beside the program.
std::string default_experiments() {
  std::error_code ignored;
  if (fs::is_directory("reproduce", ignored)) return "reproduce";
  const auto program = fs::read_symlink("/proc/self/exe", ignored);
  const auto shared = program.parent_path().parent_path() / "share" / "privet" / "reproduce";
  return fs::is_directory(shared, ignored) ? shared.string() : "reproduce";
}

std::string default_data() {
  const char* named = std::getenv("PRIVET_DATA");
  return named != nullptr && *named != 0 ? named : "../shared/data";
}

std::vector<Experiment> read_experiments(const std::string& folder, const Run& run) {
  std::error_code problem;
  std::vector<std::string> files;
  for (const auto& source : fs::directory_iterator(folder, problem)) {
    if (!source.is_directory()) continue;
    for (const auto& file : fs::directory_iterator(source.path())) {
      if (file.path().extension() == ".toml" && file.path().stem() != "data" &&
          !file.path().filename().string().starts_with("policy")) {
        files.push_back(file.path().string());
      }
    }
  }
  if (files.empty()) {
    throw Error(ErrorCode::Input,
                "there are no experiments here; name the folder reproduce of Privet's source with "
                "--experiments",
                {.file = folder});
  }
  std::sort(files.begin(), files.end());
  std::vector<Experiment> out;
  for (const auto& file : files) out.push_back(parse_experiment(FileBytes(file, run).view(), file));
  return out;
}

bool wanted(const Experiment& experiment, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name == "all" || name == experiment.name || experiment.name.starts_with(name + "/");
  });
}

void refuse_unknown_names(const std::vector<Experiment>& experiments,
                          const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const auto& experiment : experiments) known.push_back(experiment.name);
  for (const auto& name : names) {
    if (std::any_of(experiments.begin(), experiments.end(),
                    [&](const Experiment& one) { return wanted(one, {name}); })) {
      continue;
    }
    const auto near = nearest_name(name, known);
    throw Error(
        ErrorCode::Usage,
        fmt::format("there is no experiment {}{}; 'privet reproduce list' shows them all",
                    quote_for_message(name), near ? fmt::format("; did you mean {}?", *near) : ""));
  }
}

// The processor, how many of it, and the memory; what Linux does not tell is left out.
std::string this_machine() {
  std::string out = "an unknown processor";
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (!line.starts_with("model name") || colon == std::string::npos) continue;
    out = line.substr(colon + 2);
    break;
  }
  const auto pages = ::sysconf(_SC_PHYS_PAGES);
  const auto page = ::sysconf(_SC_PAGE_SIZE);
  const auto memory =
      pages > 0 && page > 0
          ? fmt::format(", {:.0f} GiB", static_cast<double>(pages) * static_cast<double>(page) /
                                            static_cast<double>(1U << 30U))
          : std::string();
  return fmt::format("{}, {}{}", out, counted(std::thread::hardware_concurrency(), "thread"),
                     memory);
}

// The data sets by name, with what is there of them.
class DataFolder {
 public:
  DataFolder(const std::string& folder, const std::string& list, const Run& run)
      : folder_(folder), list_(list), run_(run) {
    if (!fs::exists(list)) return;
    for (auto& source : parse_data_sources(FileBytes(list, run).view(), list)) {
      sources_.emplace(source.name, std::move(source));
    }
  }

  // Says what is missing or other than expected; the digest of all the experiment reads.
  std::string look(ReproducedExperiment& result, bool read) {
    std::string all;
    for (const auto& name : result.experiment.data) {
      const auto found = sources_.find(name);
      if (found == sources_.end()) {
        throw Error(ErrorCode::Input,
                    fmt::format("{} uses the data set {}, which is not in the list",
                                result.experiment.name, quote_for_message(name)),
                    {.file = list_});
      }
      const auto file = fmt::format("{}/{}", folder_, found->second.file);
      if (!fs::exists(file)) {
        result.missing.push_back(file);
      } else if (read) {
        const auto& digest = digest_of(file);
        if (digest != found->second.sha256) result.other_data.push_back(file);
        all += digest;
      }
    }
    return all;
  }

  // What experiments asked for.
  [[nodiscard]] std::vector<DataSource> used(
      const std::vector<ReproducedExperiment>& experiments) const {
    std::vector<DataSource> out;
    for (const auto& [name, source] : sources_) {
      if (std::any_of(experiments.begin(), experiments.end(), [&name = name](const auto& one) {
            return std::count(one.experiment.data.begin(), one.experiment.data.end(), name) > 0;
          })) {
        out.push_back(source);
      }
    }
    return out;
  }

 private:
  const std::string& digest_of(const std::string& file) {
    const auto found = digests_.find(file);
    if (found != digests_.end()) return found->second;
    // As the file lies there, packed or not.
    std::string bytes;
    if (FILE* in = std::fopen(file.c_str(), "rb")) {
      std::vector<char> part(std::size_t{1} << 20U);
      for (std::size_t got = 0; (got = std::fread(part.data(), 1, part.size(), in)) > 0;) {
        bytes.append(part.data(), got);
        run_.check_cancelled();
      }
      std::fclose(in);
    }
    return digests_.emplace(file, crypto::sha256_hex(bytes)).first->second;
  }

  std::string folder_;
  std::string list_;
  const Run& run_;
  std::map<std::string, DataSource> sources_;
  std::map<std::string, std::string> digests_;
};

const std::vector<std::string>& points_of(const ExperimentSeries& series, bool small) {
  return small && series.small ? *series.small : series.sweep;
}

void run_all(ReproduceOutcome& outcome, const std::vector<std::string>& digests,
             const PointPlaces& places, const Run& run) {
  std::vector<PointTask> tasks;
  std::vector<std::string> of_data;
  for (std::size_t e = 0; e < outcome.experiments.size(); ++e) {
    const auto& result = outcome.experiments[e];
    if (!result.missing.empty()) continue;
    for (const auto& series : result.experiment.series) {
      for (const auto& x : points_of(series, outcome.small)) {
        tasks.push_back({.experiment = &result.experiment, .series = &series, .x = x});
        of_data.push_back(digests[e]);
      }
    }
  }
  const auto answers = run_points(tasks, of_data, places, run);
  auto answer = answers.begin();
  for (auto& result : outcome.experiments) {
    if (!result.missing.empty()) continue;
    for (const auto& series : result.experiment.series) {
      auto& out = result.series.emplace_back();
      out.name = series.name;
      for (const auto& x : points_of(series, outcome.small)) {
        out.points.push_back({.x = x, .ours = *answer++});
      }
    }
    judge(result, outcome.small);
  }
}

void write_pages(ReproduceOutcome& outcome, const ReproduceOptions& options) {
  if (!options.output || !options.pages) return;
  fs::create_directories(*options.output);
  for (const auto& [name, text] : options.pages(outcome)) {
    const auto path = fmt::format("{}/{}", *options.output, name);
    AtomicFile file(path);
    file.write(text);
    file.commit();
    outcome.pages.push_back(path);
  }
}

const Parameter kData{.name = "data",
                      .kind = ParameterKind::File,
                      .summary =
                          "The folder with the data sets; $PRIVET_DATA or ../shared/data if "
                          "not given.",
                      .placeholder = "DIR"};
const Parameter kExperiments{.name = "experiments",
                             .kind = ParameterKind::File,
                             .summary =
                                 "The folder with the experiments' files; reproduce, or the "
                                 "installed ones, if not given.",
                             .placeholder = "DIR"};

}  // namespace

std::vector<Parameter> reproduce_list_parameters() {
  return {kData, kExperiments};
}

std::vector<Parameter> reproduce_parameters() {
  return {kData,
          kExperiments,
          {.name = "output",
           .kind = ParameterKind::File,
           .summary = "Write a page for each source here, and keep answers for the next run.",
           .placeholder = "DIR",
           .letter = 'o'},
          {.name = "small",
           .kind = ParameterKind::Flag,
           .summary = "Run only a few points of each, in seconds."}};
}

ReproduceOptions reproduce_options(const Settings& settings) {
  ReproduceOptions out;
  if (settings.find("names") != nullptr) out.names = settings.list("names");
  out.data = settings.given("data") ? settings.text("data") : default_data();
  out.experiments =
      settings.given("experiments") ? settings.text("experiments") : default_experiments();
  if (settings.find("output") != nullptr && settings.given("output")) {
    out.output = settings.text("output");
  }
  out.small = settings.find("small") != nullptr && settings.flag("small");
  return out;
}

bool ReproduceOutcome::all_hold() const {
  return std::none_of(experiments.begin(), experiments.end(), [](const auto& one) {
    return one.status == ReproduceStatus::Unexpected || one.status == ReproduceStatus::WrongClaim;
  });
}

ReproduceOutcome run_reproduce(const ReproduceOptions& options, const Run& run) {
  auto experiments = read_experiments(options.experiments, run);
  if (!options.list) refuse_unknown_names(experiments, options.names);
  ReproduceOutcome out{.data = options.data, .small = options.small};
  DataFolder data(options.data, options.experiments + "/data.toml", run);
  std::vector<std::string> digests;
  for (auto& experiment : experiments) {
    if (!options.list && !wanted(experiment, options.names)) continue;
    auto& result = out.experiments.emplace_back();
    result.experiment = std::move(experiment);
    digests.push_back(data.look(result, !options.list));
    if (result.experiment.verdict == Verdict::CannotBeRepeated) {
      result.status = ReproduceStatus::CannotRepeat;
    } else if (!result.missing.empty()) {
      result.status = ReproduceStatus::NoData;
    }
  }
  out.sources = data.used(out.experiments);
  if (options.list) return out;
  out.machine = this_machine();
  // Absolute, because commands may look at them from other folders.
  const PointPlaces places{
      .data = fs::absolute(options.data).lexically_normal().string(),
      .cache = options.output ? fmt::format("{}/answers", *options.output) : std::string()};
  run_all(out, digests, places, run);
  write_pages(out, options);
  return out;
}

}  // namespace privet::job
