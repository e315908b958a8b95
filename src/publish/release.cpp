// SPDX-License-Identifier: Apache-2.0
#include "publish/release.h"

#include <chrono>
#include <numeric>

#include "base/error.h"
#include "crypto/sha256.h"
#include "data/formats/open_table.h"
#include "publish/apply.h"
#include "publish/postgres_destination.h"
#include "publish/release_form_internal.h"
#include "release/record_order.h"

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

// [original] whether it is left out; empty: nothing is.
std::vector<std::uint8_t> left_out(const Recoding& recoding, bool drop) {
  if (!drop || recoding.suppressed() == 0) return {};
  std::vector<std::uint8_t> out;
  for (const ClassId cls : recoding.class_of) out.push_back(cls == kSuppressed ? 1 : 0);
  return out;
}

// The originals in the order of the release; empty: all in their own order.
RecordOrder places_of(std::span<const std::uint32_t> order,
                      const std::vector<std::uint8_t>& dropped) {
  RecordOrder out(order.begin(), order.end());
  if (dropped.empty()) return out;
  if (out.empty()) {
    out.resize(dropped.size());
    std::iota(out.begin(), out.end(), 0U);
  }
  std::erase_if(out, [&](std::uint32_t original) { return dropped[original] != 0; });
  return out;
}

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
  ReleaseForm written = form;
  if (table_form(path) != TableForm::Csv) written.style = {};
  const Stopwatch writing;
  RecodingContext context{problem.table, {}};
  for (const auto& quasi : problem.quasi) context.hierarchies.push_back(quasi.hierarchy);
  Quality quality = measure_quality(recoding, context);
  const std::vector<std::uint8_t> dropped = left_out(recoding, form.drop_suppressed);
  written.dropped = dropped;
  const RecordOrder places = places_of(form.order, dropped);
  Draft draft = table_form(path) == TableForm::Postgres ? Draft(postgres_destination(path, run))
                                                        : Draft(path);
  std::string packed;  // what was written, if the guard reads it unpacked
  {
    run.progress("writing");
    Table table = apply_recoding(problem, schema, recoding, run);
    if (!places.empty()) {
      table = table.select_rows(std::vector<RowId>(places.begin(), places.end()));
    }
    const bool gzip = path.ends_with(".gz");
    const auto sink = [&](std::string_view piece) {
      draft.write(piece);
      if (gzip) packed += piece;
    };
    detail::write_form(table, path, written.style, sink, run);
  }
  ReleaseTimes times{.write = writing.seconds()};
  const Stopwatch guarding;
  const std::size_t stated = recoding.suppressed();
  if (!form.order.empty()) written.order = places;
  written.decode = detail::decoder(path, problem, schema, run);
  TableGuard guard({problem, schema, written, stated});
  Release checked = guard.approve(std::move(draft), run);
  // What the guard passed over as suppressed must have been suppressed: otherwise it judged nothing
  // there.
  PRIVET_CHECK(guard.findings().suppressed <= stated);
  GuardFindings findings = guard.findings();
  if (!packed.empty()) findings.sha256 = crypto::sha256_hex(packed);
  measure_classes(guard.findings().class_sizes, guard.findings().suppressed, quality);
  times.guard = guarding.seconds();
  return {std::move(checked), std::move(findings), std::move(quality), times};
}

}  // namespace privet
