// SPDX-License-Identifier: Apache-2.0
// The guard's look at microaggregated columns: does every class show the mean or median of what its
// records have? With a reading and an arithmetic of its own, deliberately not
// recoding/class_statistic.h, which made the numbers.
#pragma once

#include <cstdint>
#include <span>

#include "data/table.h"
#include "publish/guard_scan_internal.h"
#include "recoding/class_statistic.h"
#include "risk/released_cell.h"

namespace privet::detail {

class StatisticReader {
 public:
  // Must be outlived by its arguments. Throws as guard_refuses() does if two texts of the column
  // say the same: they would part a class.
  StatisticReader(const OriginalColumn& original, const ScannedColumn& released,
                  Statistic statistic, std::size_t smallest_class);

  // The records that show the same of every quasi-identifier. Throws as guard_refuses() does if
  // what they show of this column is not their statistic, within half of a digit that is finer than
  // the column's last, or if it leaves out that one of them misses the value, or if fewer than the
  // smallest promised class have one (three where no size is promised). That nothing is shown, "*",
  // is true of any class.
  void check(std::span<const std::uint32_t> rows) const;

 private:
  struct Shown {
    std::vector<std::string> missing = {};  // texts, ascending
    double number = 0;
    bool numeric = false;  // it shows a number
    bool sound = true;     // it is one of the forms
    bool nothing = false;  // it is "*"

    auto operator<=>(const Shown&) const = default;
  };
  [[nodiscard]] Shown read(std::string_view text) const;
  void read_member(std::string_view text, Shown& out) const;
  [[noreturn]] void refuse(std::uint32_t row, const std::string& why) const;

  const OriginalColumn& original_;
  const ScannedColumn& released_;
  Statistic statistic_;
  std::size_t least_;         // values behind a number
  double half_ = 0;           // how far a number may be off
  std::vector<Shown> shown_;  // [text]
};

}  // namespace privet::detail
