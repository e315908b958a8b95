// SPDX-License-Identifier: Apache-2.0
#include "publish/release.h"

#include <chrono>

#include "base/error.h"
#include "data/csv/write_csv.h"
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

TableRelease::TableRelease(Release checked, GuardFindings findings, Quality quality,
                           ReleaseTimes times)
    : checked_(std::move(checked)),
      findings_(std::move(findings)),
      quality_(std::move(quality)),
      times_(times) {}

void TableRelease::commit() {
  const Stopwatch watch;
  checked_.commit();
  times_.write += watch.seconds();
}

TableRelease publish(const Problem& problem, const Schema& schema, const Recoding& recoding,
                     const ReleaseForm& form, const std::string& path, const Run& run) {
  const Stopwatch writing;
  RecodingContext context{problem.table, {}};
  for (const auto& quasi : problem.quasi) context.hierarchies.push_back(quasi.hierarchy);
  Quality quality = measure_quality(recoding, context);
  Draft draft(path);
  {
    run.progress("writing");
    Table table = apply_recoding(problem, schema, recoding, run);
    if (!form.order.empty()) {
      table = table.select_rows(std::vector<RowId>(form.order.begin(), form.order.end()));
    }
    write_csv(table, form.style, [&](std::string_view piece) { draft.write(piece); }, run);
  }
  ReleaseTimes times{.write = writing.seconds()};
  const Stopwatch guarding;
  const std::size_t stated = recoding.suppressed();
  TableGuard guard({problem, schema, form, stated});
  Release checked = guard.approve(std::move(draft), run);
  // What the guard passed over as suppressed must have been suppressed: otherwise it judged nothing
  // there.
  PRIVET_CHECK(guard.findings().suppressed <= stated);
  measure_classes(guard.findings().class_sizes, guard.findings().suppressed, quality);
  times.guard = guarding.seconds();
  return {std::move(checked), guard.findings(), std::move(quality), times};
}

}  // namespace privet
