// SPDX-License-Identifier: Apache-2.0
// The release of a table, with what its guard found. Only the guard makes the Release inside, after
// it has read the finished bytes (release/release.h).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "anonymize/problem.h"
#include "data/csv/read_csv.h"
#include "data/schema.h"
#include "publish/guard.h"
#include "quality/loss.h"
#include "release/release.h"

namespace privet {

struct ReleaseTimes {
  double guard = 0;  // seconds
  double write = 0;
};

class TableRelease {
 public:
  TableRelease(Release checked, GuardFindings findings, Quality quality, ReleaseTimes times);
  [[nodiscard]] const GuardFindings& findings() const { return findings_; }
  // Of the classes as the bytes show them.
  [[nodiscard]] const Quality& quality() const { return quality_; }
  [[nodiscard]] const ReleaseTimes& times() const { return times_; }
  // The checked bytes, when the destination was "-".
  [[nodiscard]] const std::string& bytes() const { return checked_.bytes(); }
  // The release itself, for an ordered commit with other files.
  [[nodiscard]] Release take() && { return std::move(checked_); }
  // Puts the file in its place, durably. Without it the release vanishes and the old file stays.
  void commit();

 private:
  Release checked_;
  GuardFindings findings_;
  Quality quality_;
  ReleaseTimes times_;
};

// Applies the recoding, writes the result beside `path` (into memory for "-"), and has the guard
// check those bytes. Throws Error{Internal} if they break a promise; then nothing remains. The name
// of the file says its form: delimited text in this style, ARFF, gzip of either, or an SQLite
// database with the table "release"; the guard reads the finished file back. An address of a
// PostgreSQL database names a new table there, which the guard reads back too.
[[nodiscard]] TableRelease publish(const Problem& problem, const Schema& schema,
                                   const Recoding& recoding, const ReleaseForm& form,
                                   const std::string& path, const Run& run);

}  // namespace privet
