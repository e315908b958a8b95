// SPDX-License-Identifier: Apache-2.0
#include "data/csv/read_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/error.h"
#include "base/thread_pool.h"
#include "base/utf8.h"
#include "data/csv/csv_chunk_internal.h"
#include "data/csv/csv_columns_internal.h"
#include "data/csv/csv_frame_internal.h"
#include "data/csv/csv_header_internal.h"
#include "data/csv/csv_records_internal.h"
#include "data/file_bytes.h"

namespace privet {
namespace detail {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

std::string fields_text(std::size_t count) {
  return fmt::format("{} field{}", count, count == 1 ? "" : "s");
}

// One reading of one file.
class CsvReading {
 public:
  CsvReading(std::string_view bytes, const std::string& name, const CsvOptions& options,
             const Run& run, const CsvLimits& limits, const CsvOrigin& origin)
      : name_(name), options_(options), run_(run), limits_(limits), origin_(origin) {
    style_.bom = bytes.starts_with(kBom);
    if (style_.bom) bytes.remove_prefix(kBom.size());
    bytes_ = without_blank_end(bytes);
    if (bytes_.empty())
      refuse(
          "the file is empty; a table has a line with the names of its columns and records below "
          "it");
    style_.final_newline = bytes_.ends_with('\n');
    style_.header = options.header;
    style_.delimiter = options.delimiter ? *options.delimiter : sniff_delimiter(bytes_);
  }

  CsvFile read();

 private:
  [[noreturn]] void refuse(const std::string& what, std::size_t line = 0,
                           std::size_t field = 0) const {
    throw Error(ErrorCode::Input, what, {.file = name_, .line = line, .column = field});
  }
  [[nodiscard]] CsvRecords records() const {
    return {bytes_, name_, style_.delimiter, origin_.lines_before + 1};
  }

  void read_header();
  void look_for_title() const;
  bool parse(std::vector<CsvChunk> chunks);
  std::vector<CsvChunk> walk() const;
  std::optional<std::size_t> lines_below(CsvRecords& walker, std::size_t begin) const;
  void warn_once(const std::vector<CsvChunkResult>& results) const;
  [[noreturn]] void refuse_value(const WrongValue& wrong) const;

  std::string_view bytes_;  // without byte order mark and blank lines at the end
  std::string name_;
  const CsvOptions& options_;
  const Run& run_;
  CsvLimits limits_;
  CsvOrigin origin_;
  CsvStyle style_;
  std::vector<std::string> names_;
  std::size_t body_ = 0;  // where the records begin
  CsvParts parts_;
  std::size_t rows_ = 0;
};

void CsvReading::read_header() {
  CsvRecords header = records();
  header.next(names_);
  style_.crlf = header.crlf();
  if (options_.header) {
    const bool unnamed = std::any_of(names_.begin(), names_.end(),
                                     [](const std::string& name) { return name.empty(); });
    if (unnamed || names_.size() == 1) look_for_title();
    if (names_.size() == 1 && !options_.delimiter && has_blanks_between_fields(bytes_)) {
      run_.warn(fmt::format(
          "{}: every line is one field, and there are blanks between what look like fields; write "
          "the table as CSV, or say --delimiter ' ' where one blank separates two fields",
          name_));
    }
    detail::check_names(names_, {.file = name_, .line = header.line()});
    body_ = header.position();
    if (body_ == bytes_.size()) refuse("there is a header but no record");
  } else {
    detail::number_names(names_);
  }
}

// Throws if what should be the header looks like a title above it.
void CsvReading::look_for_title() const {
  if (const auto title = title_lines(bytes_, options_.delimiter)) {
    refuse_title(*title, origin_.lines_before, name_);
  }
}

// Parses the chunks into parts_; false if they do not fit together.
bool CsvReading::parse(std::vector<CsvChunk> chunks) {
  const std::size_t capacity = count_rows(bytes_, chunks, run_);
  const std::size_t workers = std::min(run_.pool().size(), chunks.size());
  parts_ = CsvParts{};
  parts_.codes.resize(names_.size());
  run_.pool().parallel_for(names_.size(), [&](std::size_t c) { parts_.codes[c].resize(capacity); });
  std::vector<ValueId*> codes;
  for (auto& column : parts_.codes) codes.push_back(column.data());
  for (std::size_t w = 0; w < workers; ++w) parts_.pools.emplace_back(names_.size());
  parts_.pieces.resize(chunks.size());
  std::vector<CsvChunkResult> results(chunks.size());
  std::atomic<std::size_t> next{0};
  const auto caller = std::this_thread::get_id();
  run_.pool().parallel_for(workers, [&](std::size_t worker) {
    for (std::size_t i = next++; i < chunks.size(); i = next++) {
      run_.check_cancelled();
      results[i] =
          parse_csv_chunk(bytes_, chunks[i], style_.delimiter, parts_.pools[worker], codes);
      parts_.pieces[i] = {chunks[i].first_row, results[i].rows, worker};
      if (std::this_thread::get_id() == caller) {
        run_.progress("read", static_cast<double>(i) / static_cast<double>(chunks.size()));
      }
    }
  });
  rows_ = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    if (!results[i].sound || results[i].end != chunks[i].end) return false;
    rows_ += results[i].rows;
  }
  warn_once(results);
  return true;
}

// How many lines follow from `begin` on, if `walker` finds no whole record behind them and they
// are few: a total or a remark below the table.
std::optional<std::size_t> CsvReading::lines_below(CsvRecords& walker, std::size_t begin) const {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> fields;
  try {
    for (std::size_t count = 0; walker.next(fields); ++count) {
      if (fields.size() >= names_.size() || count == kMost) return std::nullopt;
    }
  } catch (const Error&) {
    return std::nullopt;  // what is wrong above is said first
  }
  const std::string_view rest = bytes_.substr(begin);
  const auto ends = static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '\n'));
  return ends + (rest.ends_with('\n') ? 0 : 1);
}

// Goes through the file record by record: throws what is wrong with it, or, when the cuts were
// wrong, returns right ones.
std::vector<CsvChunk> CsvReading::walk() const {
  CsvRecords walker = records();
  std::vector<std::string> fields;
  std::vector<CsvChunk> chunks{{.begin = body_, .end = bytes_.size()}};
  std::size_t at = 0;  // where the record begins
  for (std::size_t count = 0; walker.next(fields); ++count) {
    if (count % 4096 == 0) run_.check_cancelled();
    if (fields.size() != names_.size()) {
      if (options_.header && fields.size() > names_.size()) look_for_title();
      const std::size_t line = walker.line();
      const auto below = fields.size() < names_.size() ? lines_below(walker, at) : std::nullopt;
      refuse(fmt::format("this record has {}, the {} has {}{}", fields_text(fields.size()),
                         options_.header ? "header" : "first record", names_.size(),
                         below ? total_hint(options_.skip_last_lines + *below) : ""),
             line);
    }
    at = walker.position();
    if (at < bytes_.size() && at >= chunks.back().begin + limits_.chunk_bytes) {
      chunks.back().end = at;
      chunks.push_back({.begin = at, .end = bytes_.size()});
    }
  }
  return chunks;
}

void CsvReading::warn_once(const std::vector<CsvChunkResult>& results) const {
  bool lf = options_.header && !style_.crlf;
  bool crlf = options_.header && style_.crlf;
  for (const auto& result : results) {
    lf = lf || result.lf;
    crlf = crlf || result.crlf;
  }
  if (lf && crlf) {
    run_.warn(fmt::format(
        "{}: some lines end with CR LF and some with LF; both are read as line ends", name_));
  }
  if (origin_.sound) return;
  const auto bad = first_invalid_utf8(bytes_);
  if (!bad) return;
  const auto line = 1 + origin_.lines_before +
                    static_cast<std::size_t>(std::count(
                        bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(*bad), '\n'));
  run_.warn(fmt::format("{}:{}: this line is not valid UTF-8; its bytes are kept as they are",
                        name_, line));
}

void CsvReading::refuse_value(const WrongValue& wrong) const {
  CsvRecords walker = records();
  std::vector<std::string> fields;
  const std::size_t records_before = wrong.row + (options_.header ? 1 : 0);
  for (std::size_t i = 0; i <= records_before; ++i) walker.next(fields);
  const bool number = wish_for(options_.columns, names_[wrong.column]).type == ColumnType::Numeric;
  refuse(fmt::format("column {} is to be {}, but {} is not a {}",
                     quote_for_message(names_[wrong.column]), number ? "numeric" : "of dates",
                     quote_for_message(wrong.text), number ? "number" : "date like the others"),
         walker.line(), wrong.column + 1);
}

CsvFile CsvReading::read() {
  read_header();
  check_wishes(options_.columns, names_, name_);
  if (!parse(cut_csv(bytes_, body_, limits_.chunk_bytes, run_))) PRIVET_CHECK(parse(walk()));
  if (rows_ > limits_.rows) {
    refuse(fmt::format("there are {} records; a table holds at most {}", rows_, limits_.rows));
  }
  ColumnFindings found;
  std::vector<Column> columns = make_columns(parts_, names_, options_.columns, found, run_);
  if (found.wrong) refuse_value(*found.wrong);
  for (const auto& note : found.notes) run_.warn(fmt::format("{}: {}", name_, note));
  return {Table(std::move(columns)), style_, std::move(found.questions)};
}

}  // namespace

CsvFile parse_csv(std::string_view bytes, const std::string& name, const CsvOptions& options,
                  const Run& run, const CsvLimits& limits, const CsvOrigin& origin) {
  if (options.delimiter &&
      std::string_view("\"\r\n\0", 4).find(*options.delimiter) != std::string_view::npos) {
    throw Error(ErrorCode::Usage, "a quote, a line end or a NUL byte cannot separate fields",
                {.parameter = "delimiter"});
  }
  return CsvReading(bytes, name, options, run, limits, origin).read();
}

}  // namespace detail

CsvFile parse_csv(std::string_view bytes, const std::string& name, const CsvOptions& options,
                  const Run& run) {
  detail::CsvFrame frame;
  detail::open_frame(bytes, name, options, run, frame);
  CsvOptions chosen = options;
  if (!chosen.delimiter) chosen.delimiter = frame.delimiter;
  CsvFile out = detail::parse_csv(frame.table, name, chosen, run, {},
                                  {.lines_before = frame.lines_before, .sound = frame.sound});
  out.style.bom = frame.bom;
  if (options.columns.ask && !out.questions.empty()) {
    throw Error(ErrorCode::Input, out.questions.front().text, {.file = name});
  }
  return out;
}

CsvFile read_csv(const std::string& path, const CsvOptions& options, const Run& run) {
  const FileBytes file(path, run);
  CsvOptions chosen = options;
  if (!chosen.delimiter && (path.ends_with(".tsv") || path.ends_with(".tsv.gz"))) {
    chosen.delimiter = '\t';
  }
  return parse_csv(file.view(), path == "-" ? "standard input" : path, chosen, run);
}

}  // namespace privet
