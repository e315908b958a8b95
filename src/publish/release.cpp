// SPDX-License-Identifier: Apache-2.0
#include "publish/release.h"

#include <chrono>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/file_bytes.h"
#include "publish/apply.h"

namespace privet {
namespace {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

void Release::commit() {
  if (!file_) return;
  const Stopwatch watch;
  file_->commit();
  times_.write += watch.seconds();
}

Release publish(const Problem& problem, const Schema& schema, const Recoding& recoding,
                const CsvStyle& style, const std::string& path, const Run& run) {
  Release release;
  const Stopwatch writing;
  RecodingContext context{problem.table, {}};
  for (const auto& quasi : problem.quasi) context.hierarchies.push_back(quasi.hierarchy);
  release.quality_ = measure_quality(recoding, context);
  {
    run.progress("writing");
    const Table table = apply_recoding(problem, schema, recoding, run);
    if (path == "-") {
      release.bytes_ = csv_text(table, style, run);
    } else {
      release.file_ = std::make_unique<AtomicFile>(path);
      write_csv(table, style, [&](std::string_view piece) { release.file_->write(piece); }, run);
    }
  }
  release.times_.write = writing.seconds();
  const Stopwatch guarding;
  const std::size_t stated = recoding.suppressed();
  if (path == "-") {
    release.findings_ = guard(release.bytes_, style, problem, schema, run, stated);
  } else {
    const FileBytes staged(release.file_->staged_path(), run);
    release.findings_ = guard(staged.view(), style, problem, schema, run, stated);
  }
  // What the guard passed over as suppressed must have been suppressed: otherwise it judged nothing
  // there.
  PRIVET_CHECK(release.findings_.suppressed <= stated);
  measure_classes(release.findings_.class_sizes, release.findings_.suppressed, release.quality_);
  release.times_.guard = guarding.seconds();
  return release;
}

}  // namespace privet
