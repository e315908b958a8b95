// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/thread_pool.h"
#include "data/csv/csv_frame_internal.h"
#include "data/csv/csv_records_internal.h"
#include "data/encoding.h"
#include "data/foreign_file.h"

namespace privet::detail {
namespace {

// The line "sep=;" that Excel writes and reads; its length with its line end goes to `length`.
std::optional<char> separator_line(std::string_view text, std::size_t& length) {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view line = text.substr(0, end);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() > 1 && line.front() == '"' && line.back() == '"') {
    line = line.substr(1, line.size() - 2);
  }
  const bool named = line.size() == 5 && (line.starts_with("sep=") || line.starts_with("SEP=") ||
                                          line.starts_with("Sep="));
  if (!named || line.back() == '"' || line.back() == '\r') return std::nullopt;
  length = end + 1;
  return line.back();
}

std::string_view skip_first(std::string_view text, std::size_t lines, const std::string& name) {
  for (std::size_t i = 0; i < lines; ++i) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) {
      throw Error(ErrorCode::Input, fmt::format("--skip-lines {} leaves nothing of it", lines),
                  {.file = name});
    }
    text.remove_prefix(end + 1);
  }
  return text;
}

std::string_view skip_last(std::string_view text, std::size_t lines, const std::string& name) {
  text = without_blank_end(text);
  for (std::size_t i = 0; i < lines; ++i) {
    if (text.ends_with('\n')) text.remove_suffix(1);
    const auto end = text.rfind('\n');
    if (end == std::string_view::npos) {
      throw Error(ErrorCode::Input, fmt::format("--skip-last-lines {} leaves nothing of it", lines),
                  {.file = name});
    }
    text = text.substr(0, end + 1);
  }
  return text;
}

bool all_ascii(std::string_view bytes, const Run& run) {
  constexpr std::size_t kPart = std::size_t{1} << 20U;
  std::vector<char> ascii((bytes.size() + kPart - 1) / kPart);
  run.pool().parallel_for(ascii.size(), [&](std::size_t i) {
    run.check_cancelled();
    unsigned all = 0;
    for (const char c : bytes.substr(i * kPart, kPart)) all |= static_cast<unsigned char>(c);
    ascii[i] = all < 0x80;
  });
  return std::all_of(ascii.begin(), ascii.end(), [](char yes) { return yes != 0; });
}

struct Start {
  std::size_t line = 0;
  std::size_t fields = 0;
  bool named = false;  // no field is empty
};

// The first records, read with this delimiter; none if they cannot be read.
std::vector<Start> first_records(std::string_view table, char delimiter) {
  constexpr std::size_t kLooked = 50;
  constexpr std::size_t kBytes = std::size_t{1} << 16U;
  const std::string_view sample = table.substr(0, kBytes);
  CsvRecords records(sample, "", delimiter);
  std::vector<Start> out;
  std::vector<std::string> fields;
  try {
    while (out.size() < kLooked && records.next(fields)) {
      if (records.position() == sample.size() && sample.size() < table.size()) break;
      const bool named = std::none_of(fields.begin(), fields.end(),
                                      [](const std::string& field) { return field.empty(); });
      out.push_back({records.line(), fields.size(), named});
    }
  } catch (const Error&) {
    return {};
  }
  return out;
}

}  // namespace

std::string_view without_blank_end(std::string_view bytes) {
  for (;;) {
    if (bytes.ends_with("\n\n")) {
      bytes.remove_suffix(1);
    } else if (bytes.ends_with("\n\r\n")) {
      bytes.remove_suffix(2);
    } else if (bytes == "\n" || bytes == "\r\n") {
      return {};
    } else {
      return bytes;
    }
  }
}

void skip_start(const CsvOptions& options, const std::string& name, CsvFrame& out) {
  std::size_t length = 0;
  const std::string_view text = out.table;
  out.delimiter = separator_line(text, length);
  out.table = skip_first(text, options.skip_lines, name);
  if (out.delimiter && options.skip_lines == 0) out.table = text.substr(length);
  out.lines_before = std::max<std::size_t>(options.skip_lines, out.delimiter ? 1 : 0);
}

void open_frame(std::string_view bytes, const std::string& name, const CsvOptions& options,
                const Run& run, CsvFrame& out) {
  refuse_foreign(bytes, name);
  const DetectedEncoding found = detect_encoding(bytes, all_ascii(bytes, run));
  const Encoding encoding = options.encoding.value_or(found.encoding);
  out.bom = found.mark > 0;
  if (encoding == Encoding::Utf8) {
    out.table = bytes.substr(found.encoding == Encoding::Utf8 ? found.mark : 0);
    out.sound = found.sound;
  } else {
    out.converted = to_utf8(bytes, encoding, name);
    out.table = out.converted;
    out.sound = true;
    if (!options.encoding) {
      run.warn(fmt::format("{}: read as {}; what is written is UTF-8 (--encoding says otherwise)",
                           name, encoding_name(encoding)));
    }
  }
  if (ends_lines_with_cr(out.table)) {
    std::string text(out.table);
    std::replace(text.begin(), text.end(), '\r', '\n');
    out.converted = std::move(text);
    out.table = out.converted;
    run.warn(cr_warning(name));
  }
  skip_start(options, name, out);
  if (options.skip_last_lines > 0) out.table = skip_last(out.table, options.skip_last_lines, name);
}

std::optional<std::size_t> title_lines(std::string_view table, std::optional<char> delimiter) {
  constexpr std::array<char, 4> kCandidates{',', ';', '\t', '|'};
  // A decimal comma occurs in the records but not in the header, so that with commas the header
  // seems to be further down: the delimiter that finds it first is right, and safe, for what is
  // skipped by mistake is a title and not the names.
  std::optional<std::size_t> out;
  for (const char candidate : kCandidates) {
    if (delimiter && candidate != *delimiter) continue;
    const auto records = first_records(table, candidate);
    if (records.size() < 3) continue;
    // The last records may be totals.
    const std::size_t fields = records[records.size() / 2].fields;
    if (fields < 2) continue;
    const auto header = std::find_if(records.begin(), records.end(), [&](const Start& record) {
      return record.fields == fields && record.named;
    });
    if (header == records.begin() || records.end() - header < 2) continue;
    const auto below = std::count_if(header, records.end(),
                                     [&](const Start& record) { return record.fields == fields; });
    if (records.end() - header - below > 2) continue;
    out = std::min(out.value_or(header->line), header->line - 1);
  }
  return out;
}

void refuse_title(std::size_t title, std::size_t before, const std::string& name) {
  throw Error(ErrorCode::Input,
              fmt::format("the header seems to be in line {}, below a title; skip what is above it "
                          "with --skip-lines {} (or name the separator with --delimiter)",
                          title + before + 1, title + before),
              {.file = name, .line = before + 1});
}

std::string total_hint(std::size_t lines) {
  return fmt::format(
      "; if it is a total or a remark below the table, skip it with "
      "--skip-last-lines {}",
      lines);
}

bool ends_lines_with_cr(std::string_view text) {
  constexpr std::size_t kJudged = std::size_t{1} << 16U;
  text = text.substr(0, kJudged);
  return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos;
}

std::string cr_warning(const std::string& name) {
  return fmt::format("{}: its lines end with CR alone; what is written ends them with LF", name);
}

bool has_blanks_between_fields(std::string_view table) {
  constexpr std::size_t kLooked = 20;
  std::size_t words = 0;
  std::size_t lines = 0;
  bool wide = false;  // more than one blank somewhere
  for (; lines < kLooked && !table.empty(); ++lines) {
    const auto end = std::min(table.find('\n'), table.size());
    const std::string_view line = table.substr(0, end);
    table.remove_prefix(std::min(end + 1, table.size()));
    std::size_t count = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool blank = line[i] == ' ' || line[i] == '\r';
      count += !blank && (i == 0 || line[i - 1] == ' ') ? 1 : 0;
      wide = wide || (i > 0 && line[i] == ' ' && line[i - 1] == ' ');
    }
    if (lines > 0 && count != words) return false;
    words = count;
  }
  return wide && words >= 2 && lines >= 3;
}

}  // namespace privet::detail
