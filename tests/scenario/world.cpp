// SPDX-License-Identifier: Apache-2.0
#include "tests/scenario/world.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace privet::scenario {
namespace {

namespace fs = std::filesystem;

std::size_t number(const std::string& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw CaseError(fmt::format("expected a whole number, found \"{}\"", text));
  }
  return value;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

// Runs the statements in the database, which is made if it is not there.
void run_sql(const fs::path& path, const std::string& statements) {
  sqlite3* opened = nullptr;
  const int status = sqlite3_open(path.c_str(), &opened);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(opened, sqlite3_close);
  if (status != SQLITE_OK ||
      sqlite3_exec(opened, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw CaseError(fmt::format("SQLite says: {}", sqlite3_errmsg(opened)));
  }
}

// Scatters a counter over all 64 bits (SplitMix64's finalizer), so that generated values look drawn
// at random.
std::uint64_t scattered(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

// {i} is the number of the copy, {r%N} a number below N that looks random and is the same in every
// run.
std::string filled(const std::string& pattern, std::uint64_t copy) {
  std::string out;
  std::uint64_t field = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string::npos;
    const std::string inside = end == std::string::npos ? "" : pattern.substr(i + 1, end - i - 1);
    if (inside == "i") {
      out += std::to_string(copy);
    } else if (inside.starts_with("r%")) {
      out += std::to_string(scattered(copy * 64 + field++) % number(inside.substr(2)));
    } else {
      out += pattern[i];
      continue;
    }
    i = end;
  }
  return out;
}

}  // namespace

World::World(fs::path program, fs::path root)
    : program_(std::move(program)), root_(std::move(root)) {
  std::string pattern = (fs::temp_directory_path() / "privet-scenario-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  temp_ = pattern;
  folder_ = temp_ / "case";
  fs::create_directory(folder_);
}

World::~World() {
  if (!mounted_.empty()) ::umount2(mounted_.c_str(), MNT_DETACH);
  std::error_code ignored;
  fs::remove_all(temp_, ignored);
}

bool World::act(const Step& step) {
  const auto rest = [&] { return words_of(step.rest); };
  if (step.verb == "file") {
    fs::create_directories(path(step.rest).parent_path());
    write_bytes(path(step.rest), step.block);
  } else if (step.verb == "repeat") {
    repeat(step);
  } else if (step.verb == "copy") {
    copy(step);
  } else if (step.verb == "sqlite") {
    run_sql(path(step.rest), step.block);
  } else if (step.verb == "dir") {
    fs::create_directories(path(step.rest));
  } else if (step.verb == "link") {
    fs::create_symlink(rest().at(1), path(rest().at(0)));
  } else if (step.verb == "tmpfs") {
    mount(step);
  } else if (step.verb == "needs") {
    need_data(step);
  } else if (step.verb == "stdin") {
    next_.input = path(step.rest);
  } else if (step.verb == "env") {
    const std::size_t equals = step.rest.find('=');
    if (equals == std::string::npos) throw CaseError("expected: env NAME=VALUE");
    next_.environment[step.rest.substr(0, equals)] = step.rest.substr(equals + 1);
  } else if (step.verb == "timeout") {
    next_.timeout = std::chrono::seconds(number(step.rest));
  } else if (step.verb == "ulimit-fsize") {
    next_.max_file_size = number(step.rest);
  } else if (step.verb == "run") {
    std::vector<std::string> words = rest();
    words.insert(words.begin(), program_.string());
    run(std::move(words));
  } else if (step.verb == "shell") {
    run({"/bin/sh", "-c", step.rest});
  } else if (step.verb == "run-sigint-after") {
    run_interrupted(step);
  } else {
    return false;
  }
  return true;
}

fs::path World::path(const std::string& name) const {
  if (name.empty() || name.front() == '/' || name.find("..") != std::string::npos) {
    throw CaseError(fmt::format("\"{}\" is not a name inside the case's folder", name));
  }
  return folder_ / name;
}

std::map<std::string, std::string> World::files() const {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.is_directory()) continue;
    out[entry.path().lexically_relative(folder_).string()] =
        entry.is_regular_file() ? read_bytes(entry.path()) : "";
  }
  return out;
}

const Outcome& World::last() const {
  if (!last_) throw CaseError("an expectation before the first run");
  return *last_;
}

void World::run(std::vector<std::string> words) {
  before_ = files();
  Command command = std::exchange(next_, Command{});
  command.words = std::move(words);
  command.folder = folder_;
  command.environment.try_emplace("LC_ALL", "C");
  command.environment["PRIVET"] = program_.string();
  last_ = run_command(command, temp_);
  ran_ = std::move(command);
}

namespace {

// What the lines of a run call a warning, on standard error and in the text.
std::vector<std::string> warnings_in(const Outcome& outcome) {
  std::vector<std::string> out;
  for (const auto& [text, mark] :
       {std::pair(&outcome.err, "privet: warning: "), std::pair(&outcome.out, "Warning: ")}) {
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with(mark)) out.push_back(line.substr(std::string_view(mark).size()));
    }
  }
  return out;
}

// Equal, or of the same beginning: what is drawn at random may be counted otherwise the second
// time.
bool same_warning(const std::string& one, const std::string& other) {
  constexpr std::size_t kBeginning = 24;
  return one == other || (one.size() > kBeginning && other.size() > kBeginning &&
                          one.substr(0, kBeginning) == other.substr(0, kBeginning));
}

}  // namespace

std::optional<std::string> World::untold_warning() {
  const auto said = warnings_in(*last_);
  const auto has = [&](std::string_view word) {
    return std::find(ran_.words.begin(), ran_.words.end(), word) != ran_.words.end();
  };
  // Standard output has one use; a full disk is full the second time, too.
  const bool apart =
      has("--json") || has("-") || has("--") || ran_.max_file_size || !mounted_.empty();
  if (said.empty() || apart || last_->status > 2) return std::nullopt;
  const auto after = files();
  restore(before_);
  Command again = ran_;
  again.words.emplace_back("--json");
  const Outcome json = run_command(again, temp_);
  restore(after);
  const auto told = nlohmann::json::parse(json.out, nullptr, false);
  if (told.is_discarded() || !told.is_object()) return "with --json it prints no JSON object";
  const auto list = told.value("warnings", std::vector<std::string>{});
  for (const auto& text : said) {
    if (std::any_of(list.begin(), list.end(),
                    [&](const std::string& other) { return same_warning(text, other); })) {
      continue;
    }
    return fmt::format("it warns of this, and the JSON does not: {}", text);
  }
  return std::nullopt;
}

// The moment is hard to hit from outside: too early, and the program has not yet said what Ctrl-C
// is to do; too late, and it has ended. Both are tried again with another delay, from the same
// files.
void World::run_interrupted(const Step& step) {
  std::vector<std::string> words = words_of(step.rest);
  if (words.size() < 2) throw CaseError("expected: run-sigint-after MILLISECONDS ARGUMENTS");
  std::size_t delay = number(words.front());
  words.front() = program_.string();
  const Command settings = next_;
  const auto start = files();
  for (int attempt = 0; attempt < 12; ++attempt) {
    next_ = settings;
    next_.interrupt_after = std::chrono::milliseconds(delay);
    run(words);
    if (last_->interrupted && last_->status == 128 + SIGINT) {
      delay = delay * 3 / 2 + 1;
    } else if (!last_->interrupted || last_->status == 0) {
      delay /= 2;
    } else {
      return;
    }
    if (attempt < 11) restore(start);
  }
}

void World::restore(const std::map<std::string, std::string>& files_then) const {
  for (const auto& [name, bytes] : files()) {
    const auto then = files_then.find(name);
    if (then == files_then.end()) {
      fs::remove(folder_ / name);
    } else if (then->second != bytes) {
      write_bytes(folder_ / name, then->second);
    }
  }
  for (const auto& [name, bytes] : files_then) {
    if (!fs::exists(folder_ / name) && !bytes.empty()) write_bytes(folder_ / name, bytes);
  }
}

void World::repeat(const Step& step) const {
  const std::vector<std::string> words = words_of(step.rest);
  if (words.size() != 2) throw CaseError("expected: repeat NAME COUNT");
  std::string bytes = fs::exists(path(words[0])) ? read_bytes(path(words[0])) : "";
  for (std::size_t i = 0; i < number(words[1]); ++i) bytes += filled(step.block, i);
  write_bytes(path(words[0]), bytes);
}

void World::copy(const Step& step) const {
  const std::vector<std::string> words = words_of(step.rest);
  if (words.empty() || words.size() > 2) throw CaseError("expected: copy PATH [NAME]");
  const fs::path from = fs::path(words[0]).is_absolute() ? fs::path(words[0]) : root_ / words[0];
  fs::copy_file(from, path(words.size() == 2 ? words[1] : from.filename().string()));
}

void World::mount(const Step& step) {
  const std::vector<std::string> words = words_of(step.rest);
  if (words.size() != 2 || !mounted_.empty()) throw CaseError("expected, once: tmpfs NAME BYTES");
  const fs::path where = path(words[0]);
  fs::create_directories(where);
  std::string why;
  if (!mount_small(where, number(words[1]), why)) {
    throw Skip(fmt::format("a small file system cannot be mounted here: {}", why));
  }
  mounted_ = where;
}

void World::need_data(const Step& step) const {
  const fs::path file = fs::path(data_folder()) / step.rest;
  if (!fs::exists(file)) throw Skip(fmt::format("needs {} (../shared/data)", file.string()));
}

std::string World::data_folder() const {
  const char* folder = std::getenv("PRIVET_DATA");
  return folder != nullptr ? folder : (root_ / "../shared/data").string();
}

std::vector<std::string> World::words_of(std::string_view text) const {
  std::vector<std::string> words = split_words(text);
  for (std::string& word : words) {
    replace_all(word, "$ROOT", root_.string());
    replace_all(word, "$DATA", data_folder());
  }
  return words;
}

}  // namespace privet::scenario
