// SPDX-License-Identifier: Apache-2.0
// The guard: nothing is released unchecked.
// Idea: read the finished bytes with code of its own (it shares neither parser, nor grouping, nor
// cell syntax with the makers), compare every cell with the original record (and every mean or
// median with the original records of its class), regroup the records by
// what the bytes show, and ask every promised model again. Any difference ends the release. Cost:
// one pass over the bytes and one look-up per record.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anonymize/problem.h"
#include "data/csv/read_csv.h"
#include "data/schema.h"
#include "release/release.h"

namespace privet {

struct GuardFindings {
  std::size_t records = 0;
  std::size_t suppressed = 0;              // records that show nothing, and take no part
  std::vector<std::uint32_t> class_sizes;  // of the others, as the bytes show them
  // How many records match those of each class: the class, and where missing values match anything
  // all others that may be the same.
  std::vector<std::uint32_t> matching;
  std::vector<Verdict> verdicts;  // one per promised model
  std::string sha256;             // of the bytes, in hexadecimal digits
};

// Checks `released` against the original table and the promises in `problem`. Throws
// Error{Internal} naming the first record and column at fault; the findings' verdicts all hold.
// Where no sensitive value is shown, suppressed records look like a class of which nothing is
// shown: if there are exactly `stated_suppressed` such records, they are the suppressed ones.
// `order`: of which original each record is (release/record_order.h); it must be a random one.
// `dropped`: [original] whether it was left out because it is suppressed; empty: none was, and
// suppressed records show "*".
[[nodiscard]] GuardFindings guard(std::string_view released, const CsvStyle& style,
                                  const Problem& problem, const Schema& schema, const Run& run,
                                  std::size_t stated_suppressed = 0,
                                  std::span<const std::uint32_t> order = {},
                                  std::span<const std::uint8_t> dropped = {});

// The only way to a Release of a table, of classes and of means alike.
class TableGuard final : public Guard {
 public:
  struct Promise {
    const Problem& problem;
    const Schema& schema;
    const CsvStyle& style;
    std::size_t stated_suppressed = 0;
    std::span<const std::uint32_t> order = {};   // empty: as in the original
    std::span<const std::uint8_t> dropped = {};  // [original] left out; empty: none
    // The delimited text that the bytes of another form stand for; none: they are one.
    std::function<std::string(std::string_view bytes)> decode = {};
    // A further look at the text that passed; throws to refuse it.
    std::function<void(std::string_view text)> further = {};
  };
  // What it refers to must outlive it.
  explicit TableGuard(const Promise& promise) : promise_(promise) {}
  // Of the draft that was approved.
  [[nodiscard]] const GuardFindings& findings() const { return findings_; }

 private:
  void check(std::string_view bytes, const Run& run) override;

  Promise promise_;
  GuardFindings findings_;
};

}  // namespace privet
