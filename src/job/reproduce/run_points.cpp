// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/run_points.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "base/json.h"
#include "base/thread_pool.h"
#include "crypto/sha256.h"
#include "data/file_bytes.h"
#include "federation/rehearsal/child_process.h"

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

// One point on its way: its commands one after another.
class RunningPoint {
 public:
  RunningPoint(const PointTask& task, const PointPlaces& places) : task_(task), places_(places) {
    start();
  }

  // The children to wait for.
  [[nodiscard]] std::unique_ptr<federation::ChildProcess>& child() { return child_; }

  // Goes on; the answer once there is one.
  [[nodiscard]] std::optional<PointAnswer> go_on() {
    const auto more = child_->take_output();
    output_.append(reinterpret_cast<const char*>(more.data()), more.size());
    if (!child_->ended()) return std::nullopt;
    const auto outcome = child_->outcome();
    if (!outcome) return std::nullopt;
    const double seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
    total_ += seconds;
    if (*outcome != "ended with status 0") return PointAnswer{.problem = problem(*outcome)};
    if (next_ < task_.series->commands.size()) {
      start();
      return std::nullopt;
    }
    PointAnswer answer{.seconds = total_};
    try {
      answer.value = value_in(*task_.series, output_, seconds);
    } catch (const JsonError& error) {
      answer.problem = error.message();
    }
    return answer;
  }

 private:
  void start() {
    auto words = split_words(task_.series->commands[next_++]);
    for (auto& word : words) {
      replace_all(word, "{x}", task_.x);
      replace_all(word, "{data}", places_.data);
      replace_all(word, "{here}", task_.experiment->folder);
      replace_all(word, "{out}", folder_.path());
    }
    for (const auto* more : {"--json", "--quiet"}) words.emplace_back(more);
    if (!task_.experiment->alone) words.insert(words.end(), {"--threads", "1"});
    output_.clear();
    begun_ = Clock::now();
    // What it has to say of an error stands in its answer as well.
    child_ = std::make_unique<federation::ChildProcess>(places_.program, words,
                                                        federation::ChildProcess::Errors::Dropped);
    child_->close_input();
  }

  [[nodiscard]] std::string problem(const std::string& outcome) const {
    try {
      const auto answer = Json::parse(output_);
      if (const auto* message = answer.find_pointer("/error/message")) return message->text();
    } catch (const JsonError&) {
      // It ended before it could answer; how is all there is to say.
    }
    return fmt::format("'{}' {}", task_.series->commands[next_ - 1], outcome);
  }

  PointTask task_;
  const PointPlaces& places_;
  PrivateFolder folder_;
  std::size_t next_ = 0;
  Clock::time_point begun_ = {};
  double total_ = 0;
  std::string output_;
  std::unique_ptr<federation::ChildProcess> child_;
};

// Where the answer of a point is kept.
class AnswerCache {
 public:
  AnswerCache(const PointPlaces& places, const Run& run) : folder_(places.cache) {
    if (folder_.empty()) return;
    std::filesystem::create_directories(folder_);
    program_ = crypto::sha256_hex(FileBytes(places.program, run).view());
  }
  [[nodiscard]] std::string file(const PointTask& task, const std::string& data) const {
    if (folder_.empty()) return {};
    const auto& series = *task.series;
    auto key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n", program_, data, task.x, series.value,
                           series.count, series.per, series.scale);
    for (const auto& command : series.commands) key += command + "\n";
    return fmt::format("{}/{}.json", folder_, crypto::sha256_hex(key));
  }
  [[nodiscard]] static std::optional<PointAnswer> find(const std::string& file, const Run& run) {
    if (file.empty() || !std::filesystem::exists(file)) return std::nullopt;
    try {
      const auto kept = Json::parse(FileBytes(file, run).view());
      return PointAnswer{.value = kept.at("value").get<double>(),
                         .seconds = kept.at("seconds").get<double>(),
                         .from_cache = true};
    } catch (const Error&) {
      return std::nullopt;  // a damaged file is as good as none
    }
  }
  static void keep(const std::string& file, const PointAnswer& answer) {
    if (file.empty() || !answer.value) return;
    AtomicFile out(file);
    out.write(Json{{"value", *answer.value}, {"seconds", answer.seconds}}.dump() + "\n");
    out.commit();
  }

 private:
  std::string folder_;
  std::string program_;
};

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
  std::vector<PointAnswer> out(tasks.size());
  const AnswerCache cache(places, run);
  std::vector<std::string> files(tasks.size());
  std::vector<std::unique_ptr<RunningPoint>> running;
  std::vector<std::size_t> of;  // the task of each
  std::size_t next = 0;
  std::size_t done = 0;
  const auto room = [&] {
    if (running.empty()) return true;
    const bool alone = tasks[of.front()].experiment->alone || tasks[next].experiment->alone;
    return !alone && running.size() < run.pool().size();
  };
  while (done < tasks.size()) {
    while (next < tasks.size() && room()) {
      const auto task = next++;
      files[task] = cache.file(tasks[task], data_digests.at(task));
      if (auto kept = AnswerCache::find(files[task], run)) {
        out[task] = *kept;
        ++done;
        continue;
      }
      running.push_back(std::make_unique<RunningPoint>(tasks[task], places));
      of.push_back(task);
    }
    for (std::size_t i = 0; i < running.size();) {
      federation::ChildProcess::pump({&running[i]->child(), 1}, std::chrono::milliseconds(20));
      if (auto answer = running[i]->go_on()) {
        AnswerCache::keep(files[of[i]], *answer);
        out[of[i]] = std::move(*answer);
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
        of.erase(of.begin() + static_cast<std::ptrdiff_t>(i));
        ++done;
      } else {
        ++i;
      }
    }
    run.progress(next > 0 ? tasks[next - 1].experiment->name : "experiments",
                 static_cast<double>(done) / static_cast<double>(tasks.size()));
  }
  return out;
}

}  // namespace privet::job
