// SPDX-License-Identifier: Apache-2.0
#include "catalog/features_internal.h"

namespace privet {
namespace {

Feature format(std::string_view kind, const char* name, const char* summary, const char* command,
               std::vector<std::string_view> options = {}) {
  return {.kind = kind,
          .name = name,
          .summary = summary,
          .reference = {},
          .command = command,
          .parameters = {},
          .options = std::move(options)};
}

}  // namespace

std::vector<Feature> file_features() {
  return {
      format("reader", "csv", "A table as CSV, or TSV: the separator is recognised.", "inspect",
             {"delimiter", "no-header", "encoding", "skip-lines", "skip-last-lines", "type",
              "decimal", "date-format", "missing-mark"}),
      format("reader", "arff", "A table in Weka's ARFF (names ending in .arff).", "inspect"),
      format("reader", "sqlite", "A table or the result of a query of an SQLite database.",
             "inspect", {"table"}),
      format("reader", "xlsx", "A sheet of an Excel workbook.", "inspect", {"sheet"}),
      format("reader", "spss", "A file of SPSS (.sav, .zsav), with its value labels.", "inspect",
             {"labels", "missing-codes"}),
      format("reader", "stata", "A file of Stata (.dta), with its value labels.", "inspect",
             {"labels", "missing-codes"}),
      format("reader", "sas", "A file of SAS (.sas7bdat).", "inspect", {"missing-codes"}),
      format("reader", "parquet", "A Parquet file, where DuckDB's library is installed.",
             "inspect"),
      format("reader", "postgresql", "A table or the result of a query of a PostgreSQL server.",
             "inspect"),
      format("reader", "gzip", "Any of the text formats, compressed.", "inspect"),
      format("reader", "baskets", "One basket per line, items separated by spaces (FIMI).",
             "mine itemsets"),
      format("reader", "weka-tree", "A tree as Weka's J48, REPTree or Id3 prints it.",
             "custody decode"),
      format("reader", "sklearn-tree", "A tree as scikit-learn's export_text prints it.",
             "custody decode"),
      format("reader", "rpart-tree", "A tree as R's rpart prints it.", "custody decode"),
      format("reader", "policy", "A policy in TOML: roles, hierarchies, models and method.",
             "anonymize", {"policy"}),
      format("reader", "hierarchy", "How the values of a column become coarser, as CSV.",
             "anonymize", {"hierarchy"}),
      format("reader", "recoding", "A saved recoding, to be used again.", "anonymize",
             {"apply-rules"}),
      format("reader", "model", "A model that a learner saved.", "mine predict"),
      format("reader", "model-part", "The parties' parts of a model that was learned together.",
             "rehearse"),
      format("reader", "text", "Plain text and Markdown, in any common encoding.", "profile build"),
      format("reader", "html", "Web pages, without their markup.", "profile build"),
      format("reader", "mail", "Messages (.eml) and mbox files.", "profile build"),
      format("reader", "browser-history", "The history of Firefox and Chromium.", "profile build"),
      format("writer", "csv", "A release as CSV, or TSV where the name ends in .tsv.", "anonymize"),
      format("writer", "rules", "Association rules as a CSV table.", "mine rules", {"output"}),
      format("writer", "arff", "A table in Weka's ARFF.", "anonymize"),
      format("writer", "sqlite", "A new table in an SQLite database.", "anonymize"),
      format("writer", "xlsx", "An Excel workbook with one sheet.", "anonymize"),
      format("writer", "spss", "A file of SPSS (.sav), with value labels.", "anonymize"),
      format("writer", "stata", "A file of Stata (.dta), with value labels.", "anonymize"),
      format("writer", "parquet", "A Parquet file, where DuckDB's library is installed.",
             "anonymize"),
      format("writer", "postgresql", "A new table in a database of a PostgreSQL server.",
             "anonymize"),
      format("writer", "gzip", "A text format, compressed.", "mine predict"),
      format("writer", "recoding", "The recoding of a release, to be used again.", "anonymize",
             {"save-rules"}),
      format("writer", "model", "A learned model as JSON.", "mine tree", {"save"}),
      format("writer", "model-part", "Each party's part of a model that was learned together.",
             "rehearse"),
      format("writer", "html", "A report as one page without outside references.", "anonymize",
             {"report"}),
      format("writer", "json", "The answer of any command as one JSON object.", "anonymize",
             {"json"}),
  };
}

std::vector<Feature> identifier_features() {
  return {
      {.kind = "mask",
       .name = "leave-out",
       .summary = "Leaves identifiers out of the release.",
       .reference = {},
       .command = "anonymize",
       .parameters = {},
       .options = {"identifier"}},
      {.kind = "mask",
       .name = "pseudonym",
       .summary = "Encrypts identifiers under a key, the same value always to the same pseudonym; "
                  "whoever has the key can turn them back.",
       .reference = "Rogaway and Shrimpton, \"Deterministic authenticated-encryption\" (2006)",
       .command = "anonymize",
       .parameters = {},
       .options = {"pseudonym", "key"}},
      {.kind = "mask",
       .name = "prefix",
       .summary = "Keeps the first characters of identifiers.",
       .reference = {},
       .command = "anonymize",
       .parameters = {},
       .options = {"mask"}},
      {.kind = "mask",
       .name = "shift-dates",
       .summary = "Moves the dates of each person by a number of days that only the key knows, so "
                  "that intervals stay.",
       .reference = "Hripcsak et al., \"Preserving temporal relations in clinical data while "
                    "maintaining privacy\" (2016)",
       .command = "anonymize",
       .parameters = {},
       .options = {"shift-dates", "shift-by", "shift-days", "key"}},
  };
}

}  // namespace privet
