// SPDX-License-Identifier: Apache-2.0
// Writes a table as a file of SPSS (.sav) or Stata (.dta) with libreadstat, so that read_stats
// gives back the very texts: a column of numbers as numbers where each text comes back from its
// number, one of ISO dates or times as those, one of a few texts as codes from 1 with value labels,
// and any other as strings. A missing value of a column that is not of strings is a system missing
// value. Names that are not allowed there are changed (data/stats/variable_names.h), with the old
// one as the variable's label. The bytes depend on the table alone. Cost: one pass, one thread;
// each distinct value is judged once.
#pragma once

#include <string>

#include "base/run.h"
#include "base/sink.h"
#include "data/stats/read_stats.h"
#include "data/table.h"

namespace privet {

// `form` is Sav or Dta. Throws Error{Output} for what such a file cannot hold.
void write_stats(const Table& table, StatsForm form, const std::string& path, const Sink& sink,
                 const Run& run);

}  // namespace privet
