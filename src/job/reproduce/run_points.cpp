// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/run_points.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <tuple>

#include "base/atomic_file.h"
#include "base/json.h"
#include "base/thread_pool.h"
#include "crypto/sha256.h"
#include "data/file_bytes.h"
#include "federation/rehearsal/child_process.h"
#include "job/reproduce/chain_tables.h"

namespace privet::job {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::string_view kSeconds = "seconds";

// A folder of our own, removed with all that is in it.
class PrivateFolder {
 public:
  PrivateFolder() {
    auto name = (std::filesystem::temp_directory_path() / "privet-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw Error(ErrorCode::Output, "no folder for temporary files can be made", {.file = name});
    }
    path_ = name;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void replace_all(std::string& text, std::string_view mark, std::string_view with) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size())) {
    text.replace(at, mark.size(), with);
  }
}

void write_whole(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

// Commands that run once, however many series look at their answer.
struct Script {
  const Experiment* experiment = nullptr;
  const std::vector<std::string>* commands = nullptr;
  int status = 0;  // of the last command
  std::string x = {};
  std::string data = {};  // digest
};

// What came of a script.
struct Outcome {
  std::string answer = {};   // of the last command
  std::string problem = {};  // empty: there is an answer
  double last_seconds = 0;
  double seconds = 0;
  bool from_cache = false;
};

// One script on its way: its commands one after another.
class RunningScript {
 public:
  RunningScript(const Script& script, const PointPlaces& places)
      : script_(script), places_(places) {
    start();
  }

  [[nodiscard]] std::unique_ptr<federation::ChildProcess>& child() { return child_; }

  // Goes on; the outcome once there is one.
  [[nodiscard]] std::optional<Outcome> go_on() {
    const auto more = child_->take_output();
    out_.answer.append(reinterpret_cast<const char*>(more.data()), more.size());
    if (!child_->ended()) return std::nullopt;
    const auto status = child_->outcome();
    if (!status) return std::nullopt;
    out_.last_seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    out_.seconds += out_.last_seconds;
    const bool last = next_ == script_.commands->size();
    if (*status != fmt::format("ended with status {}", last ? script_.status : 0)) {
      out_.problem = problem(*status);
    } else if (next_ < script_.commands->size()) {
      start();
      return std::nullopt;
    }
    return std::move(out_);
  }

 private:
  void start() {
    std::vector<std::string> words;
    for (auto& word : split_words((*script_.commands)[next_++])) {
      if (script_.experiment->chain &&
          (word == "{tables}" || word == "{joins}" || word == "{joined}")) {
        add_chain(word, words);
        continue;
      }
      replace_all(word, "{x}", script_.x);
      replace_all(word, "{data}", places_.data);
      replace_all(word, "{here}", script_.experiment->folder);
      replace_all(word, "{out}", folder_.path());
      words.push_back(std::move(word));
    }
    for (const auto* more : {"--json", "--quiet"}) words.emplace_back(more);
    if (!script_.experiment->alone) words.insert(words.end(), {"--threads", "1"});
    out_.answer.clear();
    begun_ = Clock::now();
    // What it has to say of an error stands in its answer as well.
    child_ = std::make_unique<federation::ChildProcess>(places_.program, words,
                                                        federation::ChildProcess::Errors::Dropped);
    child_->close_input();
  }

  // The files of tables that are made here, before the clock starts; or how they join.
  void add_chain(const std::string& what, std::vector<std::string>& words) {
    const auto number = [&](std::string text) {
      replace_all(text, "{x}", script_.x);
      return static_cast<std::size_t>(std::stoul(text));
    };
    const auto& chain = *script_.experiment->chain;
    const auto count = number(chain.tables);
    const auto file = [&](std::size_t t) {
      return fmt::format("{}/T{}.csv", folder_.path(), t + 1);
    };
    if (what == "{joins}") {
      for (std::size_t t = 1; t < count; ++t) {
        words.insert(words.end(), {"--join", fmt::format("T{}.k=T{}.k", t, t + 1)});
      }
      return;
    }
    const auto tables = chain_tables(count, number(chain.rows));
    if (what == "{joined}") {
      words.push_back(folder_.path() + "/joined.csv");
      write_whole(words.back(), joined_chain(tables));
      return;
    }
    words.emplace_back("--tables");
    for (std::size_t t = 0; t < count; ++t) {
      words.push_back(file(t));
      write_whole(words.back(), tables[t]);
    }
  }

  [[nodiscard]] std::string problem(const std::string& status) const {
    try {
      const auto answer = Json::parse(out_.answer);
      if (const auto* message = answer.find_pointer("/error/message")) return message->text();
    } catch (const JsonError&) {
      // It ended before it could answer; how is all there is to say.
    }
    return fmt::format("'{}' {}", (*script_.commands)[next_ - 1], status);
  }

  Script script_;
  const PointPlaces& places_;
  PrivateFolder folder_;
  std::size_t next_ = 0;
  Clock::time_point begun_ = {};
  Outcome out_;
  std::unique_ptr<federation::ChildProcess> child_;
};

// Where answers are kept.
class AnswerCache {
 public:
  AnswerCache(const PointPlaces& places, const Run& run) : folder_(places.cache) {
    if (folder_.empty()) return;
    std::filesystem::create_directories(folder_);
    program_ = crypto::sha256_hex(FileBytes(places.program, run).view());
  }
  [[nodiscard]] std::string file(const Script& script) const {
    if (folder_.empty()) return {};
    auto key = fmt::format("{}\n{}\n{}\n", program_, script.data, script.x);
    for (const auto& command : *script.commands) key += command + "\n";
    if (const auto& chain = script.experiment->chain) {
      key += fmt::format("chain of {} tables of {} rows\n", chain->tables, chain->rows);
    }
    if (script.experiment->alone) key += "alone\n";  // no time of a run that had company
    if (script.status != 0) key += fmt::format("ends with {}\n", script.status);
    return fmt::format("{}/{}.json", folder_, crypto::sha256_hex(key));
  }
  [[nodiscard]] static std::optional<Outcome> find(const std::string& file, const Run& run) {
    if (file.empty() || !std::filesystem::exists(file)) return std::nullopt;
    try {
      const auto kept = Json::parse(FileBytes(file, run).view());
      return Outcome{.answer = kept.at("answer").dump(),
                     .last_seconds = kept.at("last_seconds").get<double>(),
                     .seconds = kept.at("seconds").get<double>(),
                     .from_cache = true};
    } catch (const Error&) {
      return std::nullopt;  // a damaged file is as good as none
    }
  }
  static void keep(const std::string& file, const Outcome& outcome) {
    if (file.empty() || !outcome.problem.empty()) return;
    AtomicFile out(file);
    out.write(Json{{"seconds", outcome.seconds},
                   {"last_seconds", outcome.last_seconds},
                   {"answer", Json::parse(outcome.answer)}}
                  .dump() +
              "\n");
    out.commit();
  }

 private:
  std::string folder_;
  std::string program_;
};

// Runs scripts side by side, except those that must be alone.
std::vector<Outcome> run_scripts(const std::vector<Script>& scripts, const PointPlaces& places,
                                 const Run& run) {
  std::vector<Outcome> out(scripts.size());
  const AnswerCache cache(places, run);
  std::vector<std::unique_ptr<RunningScript>> running;
  std::vector<std::size_t> of;  // the script of each
  std::size_t next = 0;
  std::size_t done = 0;
  const auto room = [&] {
    if (running.empty()) return true;
    const bool alone = scripts[of.front()].experiment->alone || scripts[next].experiment->alone;
    return !alone && running.size() < run.pool().size();
  };
  while (done < scripts.size()) {
    while (next < scripts.size() && room()) {
      const auto script = next++;
      if (auto kept = AnswerCache::find(cache.file(scripts[script]), run)) {
        out[script] = std::move(*kept);
        ++done;
        continue;
      }
      running.push_back(std::make_unique<RunningScript>(scripts[script], places));
      of.push_back(script);
    }
    for (std::size_t i = 0; i < running.size();) {
      federation::ChildProcess::pump({&running[i]->child(), 1}, std::chrono::milliseconds(20));
      auto outcome = running[i]->go_on();
      if (!outcome) {
        ++i;
        continue;
      }
      AnswerCache::keep(cache.file(scripts[of[i]]), *outcome);
      out[of[i]] = std::move(*outcome);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      of.erase(of.begin() + static_cast<std::ptrdiff_t>(i));
      ++done;
    }
    run.progress(next > 0 ? scripts[next - 1].experiment->name : "experiments",
                 static_cast<double>(done) / static_cast<double>(scripts.size()));
  }
  return out;
}

PointAnswer answer_of(const ExperimentSeries& series, const Outcome& outcome) {
  PointAnswer out{
      .problem = outcome.problem, .seconds = outcome.seconds, .from_cache = outcome.from_cache};
  if (!out.problem.empty()) return out;
  try {
    out.value = value_in(series, outcome.answer, outcome.last_seconds);
  } catch (const JsonError& error) {
    out.problem = error.message();
  }
  return out;
}

}  // namespace

double value_in(const ExperimentSeries& series, std::string_view answer, double seconds) {
  if (series.value == kSeconds) return seconds * series.scale;
  const auto json = Json::parse(answer);
  const auto find = [&](const std::string& pointer) -> const Json& {
    const auto* found = json.find_pointer(pointer);
    if (found == nullptr) throw JsonError(fmt::format("the answer has no {}", pointer));
    return *found;
  };
  double value = 0;
  if (!series.count.empty()) {
    value = static_cast<double>(find(series.count).size());
  } else if (const auto& found = find(series.value); found.is_boolean()) {
    value = found.get<bool>() ? 1 : 0;
  } else {
    value = found.get<double>();
  }
  if (!series.per.empty()) value /= find(series.per).get<double>();
  return value * series.scale;
}

std::vector<PointAnswer> run_points(const std::vector<PointTask>& tasks,
                                    const std::vector<std::string>& data_digests,
                                    const PointPlaces& places, const Run& run) {
  std::vector<Script> scripts;
  std::map<std::tuple<const Experiment*, std::vector<std::string>, int, std::string>, std::size_t>
      known;
  std::vector<std::size_t> of;  // the script of each task
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    const auto& task = tasks[t];
    const auto [at, added] = known.try_emplace(
        {task.experiment, task.series->commands, task.series->status, task.x}, scripts.size());
    if (added) {
      scripts.push_back({.experiment = task.experiment,
                         .commands = &task.series->commands,
                         .status = task.series->status,
                         .x = task.x,
                         .data = data_digests.at(t)});
    }
    of.push_back(at->second);
  }
  const auto outcomes = run_scripts(scripts, places, run);
  std::vector<PointAnswer> out;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    out.push_back(answer_of(*tasks[t].series, outcomes[of[t]]));
  }
  return out;
}

}  // namespace privet::job
