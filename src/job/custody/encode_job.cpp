// SPDX-License-Identifier: Apache-2.0
#include "job/custody/encode_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "custody/key_file.h"
#include "custody/verify.h"
#include "release/record_order.h"

namespace privet::job {
namespace {

void check_encode_files(const CustodyEncodeOptions& options) {
  RunFiles files;
  files.reads(options.table.path, "the table");
  files.reads(options.key.passphrase, "the passphrase");
  files.writes(options.key.key, "the key", "key");
  files.writes_table(options.output, "the encoded table", "output");
  files.check();
  if (options.key.key == "-") {
    throw Error(ErrorCode::Usage, "cannot be standard output; name a file", {.parameter = "--key"});
  }
  // The key there may be all that opens an earlier encoding.
  if (std::filesystem::exists(options.key.key)) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} exists, and a key is never replaced; name another file", options.key.key),
        {.parameter = "--key"});
  }
}

// ARFF says of each column whether it has numbers or names, and tree learners want a class of
// names. Names sort by their bytes: where numbers sort otherwise, ties between classes would go to
// another one.
Column class_of_names(const Column& column) {
  const Dictionary& dictionary = column.dictionary;
  std::vector<std::string_view> values;
  std::vector<bool> missing;
  for (std::size_t code = 0; code < dictionary.size(); ++code) {
    const auto id = static_cast<ValueId>(code);
    values.push_back(dictionary.text(id));
    missing.push_back(dictionary.missing(id));
    if (code <= dictionary.missing_count() || values[code - 1] < values[code]) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("none could change the tree: ARFF has classes as names, and {} comes "
                            "before {} as a number, but after it as a name, which learners go by "
                            "where classes are equally frequent; use sorted, or write a CSV file",
                            quote_for_message(values[code - 1]), quote_for_message(values[code])),
                {.parameter = "--rename-class"});
  }
  std::vector<ValueId> codes;
  Column out{column.name, Dictionary(ColumnType::Text, values, missing, &codes), {}};
  for (const ValueId code : column.codes) out.codes.push_back(codes[code]);
  return out;
}

// The table as the file has it.
Table for_file(const Table& table, AttributeId class_position, const std::string& path) {
  const bool numeric = table.column(class_position).type() == ColumnType::Numeric;
  if (!numeric || path == "-" || table_form(path) != TableForm::Arff) return table;
  std::vector<Column> columns(table.all().begin(), table.all().end());
  columns[class_position] = class_of_names(table.column(class_position));
  return Table(std::move(columns));
}

// No file where the table is wanted in memory.
std::unique_ptr<AtomicFile> staged_table(const Table& table, const std::string& path,
                                         const CsvStyle& style, std::string& memory,
                                         const Run& run) {
  if (path == "-") {
    write_checked_bytes(
        table, path, style, "encoded", [&](std::string_view bytes) { memory += bytes; }, run);
    return nullptr;
  }
  auto file = std::make_unique<AtomicFile>(path);
  write_checked_bytes(
      table, path, style, "encoded", [&](std::string_view bytes) { file->write(bytes); }, run);
  return file;
}

}  // namespace

CustodyEncodeOutcome run_custody_encode(const CustodyEncodeOptions& options,
                                        const PassphraseSource& passphrase, const Run& run) {
  check_encode_files(options);
  const CsvFile file = read_plain_table(options.table, run);
  const AttributeId cls = file.table.require(options.class_column, "--class");
  custody::EncodeOptions encode = options.encode;
  for (const auto& name : options.columns) {
    const AttributeId id = file.table.require(name, "--columns");
    if (std::ranges::find(encode.columns, id) != encode.columns.end()) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is named twice", quote_for_message(name)),
                  {.parameter = "--columns"});
    }
    encode.columns.push_back(id);
  }
  OutputFiles outputs;
  CustodyEncodeOutcome out{.output = options.output,
                           .key = options.key.key,
                           .rows = file.table.rows(),
                           .level = encode.combination.level,
                           .learner = encode.combination.learner,
                           .verified = options.verify,
                           .columns = {}};
  if (options.keep_order) {
    run.warn(
        "--keep-order: whoever knows how the table was sorted reads values off the places of its "
        "rows");
  }
  passphrase(options.key.key, true, [&](std::string_view text) {
    auto encoded = custody::encode(file.table, cls, encode, run);
    const auto caution = custody::learner(encode.combination.learner).caution;
    if (!caution.empty()) run.warn(std::string(caution));
    // Places of rows would tell, to whoever knows how the table was sorted, what the codes hide.
    // Where two tests are equally good the first rows decide, so the tree to compare with is that
    // of the original in the same order.
    Table original = file.table;
    if (!options.keep_order) {
      const RecordOrder shuffled = random_order(original.rows());
      const std::vector<RowId> order(shuffled.begin(), shuffled.end());
      original = original.select_rows(order);
      encoded.table = encoded.table.select_rows(order);
    }
    if (options.verify) {
      custody::verify_encoding(encoded, original, cls, encode.combination.learner, run);
    }
    encoded.table = for_file(encoded.table, encoded.coding.class_position, options.output);
    auto table = staged_table(encoded.table, options.output, file.style, out.standard_output, run);
    const auto sealed = custody::sealed_key(encoded.coding, text);
    outputs.add(options.key.key,
                std::string_view(reinterpret_cast<const char*>(sealed.data()), sealed.size()),
                AtomicFile::Access::OwnerOnly);
    outputs.add(std::move(table));
    out.columns = std::move(encoded.columns);
  });
  outputs.commit(run);
  return out;
}

}  // namespace privet::job
