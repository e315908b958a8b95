// SPDX-License-Identifier: Apache-2.0
#include "data/csv/write_csv.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";
constexpr std::size_t kShort = 16;  // cells up to this are copied as one word
constexpr std::size_t kBlockRows = std::size_t{1} << 14U;

struct FieldRules {
  char delimiter;
  bool first;  // the leftmost column: a byte order mark there would be taken for the file's
  bool only;   // the one column of its table: an empty line there would be taken for no record
};

void append_field(std::string& out, std::string_view text, const FieldRules& rules) {
  const char special[] = {rules.delimiter, '"', '\r', '\n'};
  const bool quoted =
      text.find_first_of(std::string_view(special, sizeof special)) != std::string_view::npos ||
      (rules.first && text.starts_with(kBom)) || (rules.only && text.empty());
  if (!quoted) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

// A column's texts as they stand in the file, each with what follows it.
class Cells {
 public:
  Cells(const Dictionary& dictionary, const FieldRules& rules, std::string_view after) {
    begins_.reserve(dictionary.size() + 1);
    begins_.push_back(0);
    for (std::size_t id = 0; id < dictionary.size(); ++id) {
      append_field(arena_, dictionary.text(static_cast<ValueId>(id)), rules);
      arena_ += after;
      longest_ = std::max(longest_, arena_.size() - begins_.back());
      begins_.push_back(arena_.size());
    }
    arena_.append(kShort, '\0');  // a short copy may read beyond its cell
  }

  [[nodiscard]] std::size_t longest() const { return longest_; }

  // Copies a cell; there must be room for kShort bytes beyond it.
  char* copy(ValueId id, char* to) const {
    const char* from = arena_.data() + begins_[id];
    const std::size_t size = begins_[id + 1] - begins_[id];
    if (size <= kShort) {
      std::memcpy(to, from, kShort);
    } else {
      std::memcpy(to, from, size);
    }
    return to + size;
  }

 private:
  std::string arena_;
  std::vector<std::size_t> begins_;
  std::size_t longest_ = 0;
};

std::vector<Cells> make_cells(const Table& table, const CsvStyle& style, const Run& run) {
  std::vector<std::optional<Cells>> made(table.columns());
  run.pool().parallel_for(table.columns(), [&](std::size_t c) {
    run.check_cancelled();
    const bool last = c + 1 == table.columns();
    const std::string after = !last ? std::string(1, style.delimiter) : style.crlf ? "\r\n" : "\n";
    made[c].emplace(table.all()[c].dictionary,
                    FieldRules{style.delimiter, c == 0, table.columns() == 1}, after);
  });
  std::vector<Cells> cells;
  cells.reserve(made.size());
  for (auto& one : made) cells.push_back(std::move(*one));
  return cells;
}

// A reusable block of output.
struct Block {
  std::string bytes;
  std::size_t size = 0;
};

void fill(Block& block, const Table& table, const std::vector<Cells>& cells, std::size_t begin,
          std::size_t end) {
  std::size_t longest = kShort;
  std::vector<const ValueId*> codes;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    longest += cells[c].longest();
    codes.push_back(table.all()[c].codes.data());
  }
  block.size = 0;
  for (std::size_t row = begin; row < end; ++row) {
    if (block.bytes.size() - block.size < longest) {
      block.bytes.resize(std::max(block.bytes.size() * 2, block.size + longest));
    }
    char* const start = block.bytes.data() + block.size;
    char* to = start;
    for (std::size_t c = 0; c < cells.size(); ++c) to = cells[c].copy(codes[c][row], to);
    block.size += static_cast<std::size_t>(to - start);
  }
}

std::string header_text(const Table& table, const CsvStyle& style) {
  std::string out;
  if (style.bom) out += kBom;
  if (!style.header) return out;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    if (c > 0) out += style.delimiter;
    append_field(out, table.all()[c].name, {style.delimiter, c == 0, table.columns() == 1});
  }
  if (table.rows() > 0 || style.final_newline) out += style.crlf ? "\r\n" : "\n";
  return out;
}

}  // namespace

void append_csv_row(std::string& out, std::span<const std::string> fields, char delimiter) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out += delimiter;
    append_field(out, fields[i], {delimiter, i == 0, fields.size() == 1});
  }
  out += '\n';
}

void write_csv(const Table& table, const CsvStyle& style, const Sink& sink, const Run& run) {
  PRIVET_CHECK(table.columns() > 0);
  sink(header_text(table, style));
  const std::vector<Cells> cells = make_cells(table, style, run);
  const std::size_t blocks = (table.rows() + kBlockRows - 1) / kBlockRows;
  std::vector<Block> wave(std::min(blocks, run.pool().size() * 2));
  for (std::size_t first = 0; first < blocks; first += wave.size()) {
    const std::size_t count = std::min(wave.size(), blocks - first);
    run.progress("write", static_cast<double>(first) / static_cast<double>(blocks));
    run.pool().parallel_for(count, [&](std::size_t i) {
      run.check_cancelled();
      const std::size_t begin = (first + i) * kBlockRows;
      fill(wave[i], table, cells, begin, std::min(begin + kBlockRows, table.rows()));
    });
    for (std::size_t i = 0; i < count; ++i) {
      std::string_view bytes(wave[i].bytes.data(), wave[i].size);
      const bool last = first + i + 1 == blocks;
      if (last && !style.final_newline) bytes.remove_suffix(style.crlf ? 2 : 1);
      sink(bytes);
    }
  }
}

std::string csv_text(const Table& table, const CsvStyle& style, const Run& run) {
  std::string out;
  write_csv(table, style, [&](std::string_view bytes) { out += bytes; }, run);
  return out;
}

}  // namespace privet
