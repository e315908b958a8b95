// SPDX-License-Identifier: Apache-2.0
#include "python/src/call.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "apps/cli/command.h"
#include "base/error.h"

namespace py = pybind11;

namespace privet::python {
namespace {

constexpr auto kLook = std::chrono::milliseconds(100);

// How far a command is, said by one thread and read by another.
class Progress : public Observer {
 public:
  void progress(std::string_view stage, double fraction) override {
    const std::lock_guard lock(mutex_);
    stage_ = stage;
    fraction_ = fraction;
    fresh_ = true;
  }
  void warn(std::string_view /*message*/) override {}  // the console keeps warnings

  // What was said since it was last asked.
  std::optional<std::pair<std::string, double>> news() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(fresh_, false)) return std::nullopt;
    return std::pair(stage_, fraction_);
  }

 private:
  std::mutex mutex_;
  std::string stage_ = {};
  double fraction_ = -1;
  bool fresh_ = false;
};

// Work in a thread of its own.
class Worker {
 public:
  explicit Worker(std::function<void()> work)
      : thread_([this, work = std::move(work)] {
          try {
            work();
          } catch (...) {
            failure_ = std::current_exception();
          }
          const std::lock_guard lock(mutex_);
          done_ = true;
          wake_.notify_all();
        }) {}
  ~Worker() {
    if (thread_.joinable()) thread_.join();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Whether it is done, after at most this long.
  bool wait(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return wake_.wait_for(lock, most, [&] { return done_; });
  }
  // Passes on what it threw.
  void finish() {
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses the others
};

// Needs the interpreter's lock. Whether Python raised something, which is kept.
bool look_around(Progress& said, const py::object& progress,
                 std::optional<py::error_already_set>& raised) {
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const auto news = said.news();
    if (news && !progress.is_none()) progress(news->first, news->second);
  } catch (py::error_already_set& error) {
    raised.emplace(std::move(error));
  }
  return raised.has_value();
}

// What was thrown, as an Error where it is not one: a mistake of ours, as in the program.
[[noreturn]] void pass_on(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;  // Python has a name for it
  } catch (const std::exception& error) {
    throw Error(ErrorCode::Internal, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace

Called call(const std::vector<std::string>& words, const py::object& progress, const Work& work) {
  static const auto commands = cli::all_commands();
  Called out;
  Progress said;
  std::atomic<bool> stop{false};
  std::optional<py::error_already_set> raised;
  std::exception_ptr failure;
  {
    const py::gil_scoped_release released;
    Worker worker([&] {
      const cli::Invocation invocation = cli::parse(commands, words);
      cli::Console console(out.answer, said, stop, invocation.settings.count("threads"));
      out.status = work(invocation, console);
      out.warnings = console.warnings();
    });
    while (!worker.wait(kLook)) {
      if (stop) continue;
      const py::gil_scoped_acquire locked;
      if (look_around(said, progress, raised)) stop = true;
    }
    try {
      worker.finish();
    } catch (...) {
      failure = std::current_exception();
    }
  }
  if (raised) throw std::move(*raised);
  if (failure) pass_on(failure);
  return out;
}

py::str shown_text(std::string_view text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

py::str kept_text(std::string_view text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}

py::list shown_texts(const std::vector<std::string>& texts) {
  py::list out;
  for (const auto& text : texts) out.append(shown_text(text));
  return out;
}

py::tuple called_tuple(const Called& called) {
  return py::make_tuple(called.status, shown_text(called.answer.json),
                        shown_text(called.answer.text), py::bytes(called.answer.bytes),
                        shown_texts(called.warnings));
}

Called call(const std::vector<std::string>& words, const py::object& progress) {
  return call(words, progress, [](const cli::Invocation& invocation, cli::Console& console) {
    return invocation.command->run(invocation.settings, console);
  });
}

}  // namespace privet::python
