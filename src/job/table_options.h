// SPDX-License-Identifier: Apache-2.0
// What the jobs about one table with roles, release and risk, have in common. What is left open is
// filled by the policy, then by the parameter's default.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace privet::job {

struct TableOptions {
  std::optional<std::string> policy = {};  // a file, docs/format/policy.md
  // Columns by their role.
  std::vector<std::string> quasi = {};  // or only "auto": what inspect suggests
  std::vector<std::string> sensitive = {};
  std::vector<std::string> identifier = {};
  std::vector<std::string> class_columns = {};
  std::vector<std::string> plain = {};
  std::vector<std::string> hierarchies = {};  // "COLUMN=FILE"
  // How the file is read.
  std::optional<std::string> delimiter = {};  // one character, or "tab"
  bool no_header = false;
  std::optional<std::string> encoding = {};  // a name of data/encoding.h
  std::optional<std::size_t> skip_lines = {};
  std::optional<std::size_t> skip_last_lines = {};
  std::vector<std::string> types = {};          // "COLUMN=KIND"
  std::optional<std::string> decimal = {};      // "comma" or "point"
  std::vector<std::string> date_formats = {};   // "COLUMN=ORDER"
  std::vector<std::string> missing_marks = {};  // texts that stand for missing values
  std::optional<std::string> table = {};   // of an SQLite file: its name, or a SELECT statement
  std::optional<std::string> sheet = {};   // of an Excel workbook
  std::optional<std::string> labels = {};  // of SPSS and Stata: "texts" or "codes"
  std::optional<std::string> missing_codes = {};  // "missing" or "values"
  // Among whom an attacker looks, and how a missing value counts: "value" or "wildcard".
  std::optional<std::string> population = {};  // a file
  std::optional<std::string> missing = {};
  // What the models count: persons or households instead of records, by the column that names them.
  std::optional<std::string> person = {};
  std::optional<std::string> household = {};
  bool rows_are_persons = false;         // although a column or a record makes one doubt it
  bool exact_text = false;               // texts that differ in case or spaces are different values
  std::vector<std::string> orders = {};  // of sensitive texts, "low,high" or "COLUMN=low,high"
  // What is measured of the release's use.
  std::optional<std::size_t> queries = {};
  std::optional<std::string> classify = {};  // a column
  std::vector<std::string> where = {};       // conditions
  std::optional<std::string> workload = {};  // a file of SELECT statements
  std::optional<std::size_t> seed = {};      // of all random draws
};

// `visit` is a FieldReader or FieldWriter, `options` a TableOptions.
template <typename Options, typename Visit>
void visit_table_options(Options& options, Visit& visit) {
  visit("policy", options.policy);
  visit("quasi", options.quasi);
  visit("sensitive", options.sensitive);
  visit("identifier", options.identifier);
  visit("class", options.class_columns);
  visit("plain", options.plain);
  visit("hierarchy", options.hierarchies);
  visit("delimiter", options.delimiter);
  visit("no-header", options.no_header);
  visit("encoding", options.encoding);
  visit("skip-lines", options.skip_lines);
  visit("skip-last-lines", options.skip_last_lines);
  visit("type", options.types);
  visit("decimal", options.decimal);
  visit("date-format", options.date_formats);
  visit("missing-mark", options.missing_marks);
  visit("table", options.table);
  visit("sheet", options.sheet);
  visit("labels", options.labels);
  visit("missing-codes", options.missing_codes);
  visit("population", options.population);
  visit("missing", options.missing);
  visit("person", options.person);
  visit("household", options.household);
  visit("rows-are-persons", options.rows_are_persons);
  visit("exact-text", options.exact_text);
  visit("order", options.orders);
  visit("queries", options.queries);
  visit("classify", options.classify);
  visit("where", options.where);
  visit("workload", options.workload);
  visit("seed", options.seed);
}

}  // namespace privet::job
