// SPDX-License-Identifier: Apache-2.0
// The files of a run: which it reads and may not replace, and those it writes, all or none.
// Idea: a job names its files to RunFiles before any work, so that no output takes the place of an
// input (a table or a key may be the only copy there is) or of another output. It then gives every
// finished output to OutputFiles, which keeps them beside their places until commit() and puts the
// old files back if one cannot be replaced.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/run.h"
#include "base/settings.h"
#include "release/release.h"

namespace privet::job {

class RunFiles {
 public:
  // Nothing, and "-" for standard input, are ignored. `what` is "the table".
  void reads(const std::optional<std::string>& path, std::string what);
  // `what` is "the model"; `flag` names the option of the file, "save".
  void writes(const std::optional<std::string>& path, std::string what, std::string flag);
  // A table, which is written in the form that the end of its name asks for.
  void writes_table(const std::optional<std::string>& path, std::string what, std::string flag);

  // Throws Error{Usage} at the flag of the first output that would replace a file that is read,
  // that is also another output, or whose name promises a form that cannot be written (.pdf).
  void check() const;

 private:
  struct File {
    std::string path;
    std::string what;
    std::string flag = {};
    bool table = false;
  };
  std::vector<File> read_;
  std::vector<File> written_;
};

class OutputFiles {
 public:
  // Writes the bytes beside the file; nothing can be seen of them until commit(). Without a path
  // nothing happens; "-" keeps the bytes for standard_output().
  void add(const std::optional<std::string>& path, std::string_view bytes,
           AtomicFile::Access access = AtomicFile::Access::Default);
  // A file that was written already.
  void add(std::unique_ptr<AtomicFile> file);
  // What a guard has approved.
  void add(Release release);

  // Puts the files in their places in the order in which they were added, unless the run was
  // cancelled. If one fails, those before it are as they were (except devices, pipes, and files on
  // a file system without hard links), and the Error{Output} is passed on.
  void commit(const Run& run);

  // What was added for "-".
  [[nodiscard]] const std::string& standard_output() const { return standard_output_; }

 private:
  struct Output {
    std::unique_ptr<AtomicFile> file;
    std::optional<Release> release = {};
  };
  std::vector<Output> outputs_;
  std::string standard_output_;
};

// The text of a setting, if it was given.
[[nodiscard]] std::optional<std::string> given_text(const Settings& settings,
                                                    std::string_view name);

}  // namespace privet::job
