// SPDX-License-Identifier: Apache-2.0
// A release: bytes that keep their promises. Only publish() makes one, and only after the guard has
// read the bytes.
#pragma once

#include <memory>
#include <string>

#include "anonymize/problem.h"
#include "base/atomic_file.h"
#include "data/csv/read_csv.h"
#include "data/schema.h"
#include "publish/guard.h"
#include "quality/loss.h"

namespace privet {

struct ReleaseTimes {
  double guard = 0;  // seconds
  double write = 0;
};

class Release {
 public:
  [[nodiscard]] const GuardFindings& findings() const { return findings_; }
  // Of the classes as the bytes show them.
  [[nodiscard]] const Quality& quality() const { return quality_; }
  [[nodiscard]] const ReleaseTimes& times() const { return times_; }
  // The checked bytes, when the destination was "-".
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  // Puts the file in its place, durably. Without it the release vanishes and the old file stays.
  void commit();

 private:
  friend Release publish(const Problem& problem, const Schema& schema, const Recoding& recoding,
                         const CsvStyle& style, const std::string& path, const Run& run);
  Release() = default;

  GuardFindings findings_;
  Quality quality_;
  ReleaseTimes times_;
  std::string bytes_;
  std::unique_ptr<AtomicFile> file_;
};

// Applies the recoding, writes the result beside `path` (into memory for "-"), and has the guard
// check those bytes. Throws Error{Internal} if they break a promise; then nothing remains.
[[nodiscard]] Release publish(const Problem& problem, const Schema& schema,
                              const Recoding& recoding, const CsvStyle& style,
                              const std::string& path, const Run& run);

}  // namespace privet
