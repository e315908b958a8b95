// SPDX-License-Identifier: Apache-2.0
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/thread_pool.h"
#include "data/csv/csv_chunk_internal.h"

namespace privet::detail {
namespace {

constexpr std::size_t kBlock = 64;

// A bit for each of 64 bytes that is one of three.
std::uint64_t find_any(const char* bytes, char a, char b, char c) {
#if defined(__SSE2__)
  const __m128i wanted_a = _mm_set1_epi8(a);
  const __m128i wanted_b = _mm_set1_epi8(b);
  const __m128i wanted_c = _mm_set1_epi8(c);
  std::uint64_t mask = 0;
  for (std::size_t part = 0; part < 4; ++part) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
    const __m128i hit =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, wanted_a), _mm_cmpeq_epi8(v, wanted_b)),
                     _mm_cmpeq_epi8(v, wanted_c));
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(hit));
    mask |= static_cast<std::uint64_t>(bits) << (16 * part);
  }
  return mask;
#else
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < kBlock; ++i) {
    const bool hit = bytes[i] == a || bytes[i] == b || bytes[i] == c;
    mask |= static_cast<std::uint64_t>(hit) << i;
  }
  return mask;
#endif
}

// Walks over the delimiters, line ends and quotes of the bytes.
class Scanner {
 public:
  Scanner(std::string_view bytes, char delimiter, std::size_t from)
      : bytes_(bytes), delimiter_(delimiter) {
    seek(from);
  }

  // The place of the next one; the size of the bytes when there is none.
  std::size_t next() {
    while (mask_ == 0) {
      block_ += kBlock;
      if (block_ >= bytes_.size()) return bytes_.size();
      load();
    }
    const std::size_t at = block_ + static_cast<std::size_t>(std::countr_zero(mask_));
    mask_ &= mask_ - 1;
    return at;
  }

  // Goes on from here.
  void seek(std::size_t from) {
    block_ = from / kBlock * kBlock;
    mask_ = 0;
    if (block_ >= bytes_.size()) return;
    load();
    mask_ &= ~std::uint64_t{0} << (from % kBlock);
  }

 private:
  void load() {
    if (block_ + kBlock <= bytes_.size()) {
      mask_ = find_any(bytes_.data() + block_, delimiter_, '\n', '"');
      return;
    }
    mask_ = 0;
    for (std::size_t i = block_; i < bytes_.size(); ++i) {
      const bool hit = bytes_[i] == delimiter_ || bytes_[i] == '\n' || bytes_[i] == '"';
      mask_ |= static_cast<std::uint64_t>(hit) << (i - block_);
    }
  }

  std::string_view bytes_;
  char delimiter_;
  std::size_t block_ = 0;
  std::uint64_t mask_ = 0;
};

// A quoted field whose opening quote is at `open`: its text goes to `pool`. `stop` becomes the
// place of the byte after the closing quote. False if the quote is never closed.
bool take_quoted(std::string_view bytes, std::size_t open, TextPool& pool, std::string& scratch,
                 ValueId& code, std::size_t& stop) {
  std::size_t from = open + 1;
  std::size_t close = bytes.find('"', from);
  if (close == std::string_view::npos) return false;
  if (close + 1 == bytes.size() || bytes[close + 1] != '"') {
    code = pool.intern(bytes.substr(from, close - from));
    stop = close + 1;
    return true;
  }
  scratch.clear();
  while (close + 1 < bytes.size() && bytes[close + 1] == '"') {
    scratch += bytes.substr(from, close + 1 - from);
    from = close + 2;
    close = bytes.find('"', from);
    if (close == std::string_view::npos) return false;
  }
  scratch += bytes.substr(from, close - from);
  code = pool.intern_copy(scratch);
  stop = close + 1;
  return true;
}

// std::count at the speed of memory: counters of one byte, so that a vector holds many.
std::size_t count_byte(std::string_view bytes, char wanted) {
  constexpr std::size_t kRounds = 255;
  std::size_t total = 0;
  std::size_t at = 0;
  while (at + kBlock <= bytes.size()) {
    std::array<unsigned char, kBlock> counts{};
    const std::size_t rounds = std::min(kRounds, (bytes.size() - at) / kBlock);
    for (std::size_t round = 0; round < rounds; ++round, at += kBlock) {
      const char* block = bytes.data() + at;
      for (std::size_t i = 0; i < kBlock; ++i) {
        counts[i] = static_cast<unsigned char>(counts[i] + (block[i] == wanted ? 1 : 0));
      }
    }
    for (const unsigned char count : counts) total += count;
  }
  return total + static_cast<std::size_t>(std::count(
                     bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), wanted));
}

// Judges the columns by the last records: where nearly every text was new, looking for the old ones
// is given up.
class NoveltyWatch {
 public:
  explicit NoveltyWatch(std::span<TextPool> pools) : pools_(pools) { remember(0); }

  void after(std::size_t rows) {
    if (rows < next_) return;
    for (std::size_t c = 0; c < pools_.size(); ++c) {
      if (pools_[c].repeats()) continue;
      const std::size_t fresh = pools_[c].size() - sizes_[c];
      if (pools_[c].size() >= kEnough && fresh * 32 >= (rows - since_) * 31) {
        pools_[c].stop_looking();
      }
    }
    remember(rows);
  }

 private:
  static constexpr std::size_t kEnough = 8192;  // fewer texts are looked up in the nearest caches
  static constexpr std::size_t kRows = 4096;    // between two judgements

  void remember(std::size_t rows) {
    since_ = rows;
    next_ = rows + kRows;
    sizes_.clear();
    for (const TextPool& pool : pools_) sizes_.push_back(pool.size());
  }

  std::span<TextPool> pools_;
  std::vector<std::size_t> sizes_;
  std::size_t since_ = 0;
  std::size_t next_ = 0;
};

bool contains_nul(std::string_view bytes) {
  return bytes.find('\0') != std::string_view::npos;
}

}  // namespace

CsvChunkResult parse_csv_chunk(std::string_view bytes, const CsvChunk& chunk, char delimiter,
                               std::span<TextPool> pools, std::span<ValueId* const> codes) {
  CsvChunkResult result{.end = chunk.begin};
  if (contains_nul(bytes.substr(chunk.begin, chunk.end - chunk.begin))) return result;
  Scanner scanner(bytes, delimiter, chunk.begin);
  NoveltyWatch watch(pools);
  std::string scratch;
  std::size_t column = 0;
  std::size_t field = chunk.begin;
  while (result.rows < chunk.capacity) {
    std::size_t stop = scanner.next();
    const bool quote = stop < bytes.size() && bytes[stop] == '"';
    if (quote && stop != field) continue;  // a quote inside an unquoted field is text
    if (column == pools.size()) return result;
    ValueId code = 0;
    bool crlf = false;
    if (quote) {
      if (!take_quoted(bytes, field, pools[column], scratch, code, stop)) return result;
      crlf = bytes.substr(stop, 2) == "\r\n";
      if (crlf) ++stop;
      if (stop < bytes.size() && bytes[stop] != delimiter && bytes[stop] != '\n') return result;
      scanner.seek(stop + 1);
    } else {
      crlf = stop < bytes.size() && bytes[stop] == '\n' && stop > field && bytes[stop - 1] == '\r';
      code = pools[column].intern(bytes.substr(field, stop - (crlf ? 1 : 0) - field),
                                  bytes.size() - field);
    }
    codes[column][chunk.first_row + result.rows] = code;
    ++column;
    const bool more = stop < bytes.size() && bytes[stop] == delimiter;
    field = std::min(stop + 1, bytes.size());
    if (more) continue;
    if (column != pools.size()) return result;
    column = 0;
    watch.after(++result.rows);
    if (stop < bytes.size()) (crlf ? result.crlf : result.lf) = true;
    result.end = field;
    if (field >= chunk.end) break;
  }
  result.sound = result.end >= chunk.end;
  return result;
}

std::vector<CsvChunk> cut_csv(std::string_view bytes, std::size_t begin, std::size_t chunk_bytes,
                              const Run& run) {
  const std::size_t pieces = std::max<std::size_t>(1, (bytes.size() - begin) / chunk_bytes);
  const auto cut = [&](std::size_t i) {
    return i == pieces ? bytes.size() : begin + i * chunk_bytes;
  };
  std::vector<std::size_t> quotes(pieces);
  run.pool().parallel_for(pieces, [&](std::size_t i) {
    run.check_cancelled();
    quotes[i] = count_byte(bytes.substr(cut(i), cut(i + 1) - cut(i)), '"');
  });
  std::vector<CsvChunk> chunks{{.begin = begin, .end = bytes.size()}};
  bool quoted = false;
  for (std::size_t i = 1; i < pieces; ++i) {
    quoted ^= quotes[i - 1] % 2 == 1;
    if (chunks.back().begin >= cut(i)) continue;
    bool inside = quoted;
    std::size_t at = cut(i);
    while (at < bytes.size() && (inside || bytes[at] != '\n')) inside ^= bytes[at++] == '"';
    if (at + 1 >= bytes.size()) break;
    chunks.back().end = at + 1;
    chunks.push_back({.begin = at + 1, .end = bytes.size()});
  }
  return chunks;
}

std::size_t count_rows(std::string_view bytes, std::span<CsvChunk> chunks, const Run& run) {
  run.pool().parallel_for(chunks.size(), [&](std::size_t i) {
    run.check_cancelled();
    CsvChunk& chunk = chunks[i];
    chunk.capacity = count_byte(bytes.substr(chunk.begin, chunk.end - chunk.begin), '\n');
    if (chunk.end == bytes.size() && !bytes.ends_with('\n')) ++chunk.capacity;
  });
  std::size_t rows = 0;
  for (CsvChunk& chunk : chunks) {
    chunk.first_row = rows;
    rows += chunk.capacity;
  }
  return rows;
}

}  // namespace privet::detail
