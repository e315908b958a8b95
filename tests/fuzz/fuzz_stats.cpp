// SPDX-License-Identifier: Apache-2.0
// Bytes that begin as a file of SPSS, Stata or SAS are either refused with Error{Input} or read;
// what was read is written for Stata, and read again as the same or refused.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "data/stats/read_stats.h"
#include "data/stats/write_stats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const privet::Run kRun(nullptr, nullptr, 1);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto form = privet::stats_form(bytes);
  if (!form) return 0;
  privet::StatsOptions options{.columns = {.ask = false}};
  privet::CsvFile file;
  try {
    file = privet::parse_stats(bytes, "fuzz", *form, options, kRun);
  } catch (const privet::Error& error) {
    if (error.code() != privet::ErrorCode::Input) std::abort();
    return 0;
  }
  std::string once;
  try {
    privet::write_stats(
        file.table, privet::StatsForm::Dta, "again", [&](std::string_view piece) { once += piece; },
        kRun);
  } catch (const privet::Error& error) {
    if (error.code() != privet::ErrorCode::Output) std::abort();
    return 0;
  }
  const auto again = privet::parse_stats(once, "again", privet::StatsForm::Dta, options, kRun);
  const privet::CsvStyle style{.header = false};  // names may have been changed
  if (csv_text(again.table, style, kRun) != csv_text(file.table, style, kRun)) std::abort();
  return 0;
}
