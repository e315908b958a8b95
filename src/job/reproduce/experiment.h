// SPDX-License-Identifier: Apache-2.0
// An experiment of a paper as a text file: which commands repeat it, what the authors printed, what
// we find, and why the two differ where they do.
// Idea: the commands are those a user would type, with {x} in place of what is varied, so that an
// experiment runs no code of its own and a stranger adds one without C++. docs/guide/reproduce.md
// describes the file. Cost: linear in the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "job/reproduce/claim.h"

namespace privet::job {

// What comes of comparing with the authors' numbers. The file claims it; a run checks the claim.
enum class Verdict { Agrees, Differs, CannotBeRepeated };
[[nodiscard]] std::string_view verdict_word(Verdict verdict);

// Numbers by the value of {x}. None: there is no such result (no release exists, say).
using NumbersAt = std::map<std::string, std::optional<double>, std::less<>>;

// One line of a figure, or one column of a table.
struct ExperimentSeries {
  std::string name = {};
  std::vector<std::string> commands = {};  // in order; the answer of the last is looked at
  int status = 0;  // with which the last command ends: 1 for one that judges and finds something
  std::vector<std::string> sweep = {};  // the values of {x}; a single "" if nothing is varied
  std::optional<std::vector<std::string>> small = {};  // those of a quick run; not given: all
  std::string value = {};  // where the number is: a JSON pointer, or "seconds"
  std::string count = {};  // or: of what list the length is the number
  std::string per = {};    // a pointer to what it is divided by; empty: nothing
  double scale = 1;
  NumbersAt printed = {};   // by the authors
  NumbersAt expected = {};  // by us
  double tolerance = 1e-9;  // relative, of what we expect; absolute below 1
};

// Tables that are made by a generator that the authors describe (chain_tables.h), for {tables} and
// {joins}. The numbers may be "{x}".
struct ChainSpec {
  std::string tables = {};
  std::string rows = {};
};

struct Experiment {
  std::string name = {};     // "001/fig-22": the file's folder and name
  std::string title = {};    // of the figure or table
  std::string authors = {};  // what they did
  std::string machine = {};  // what they did it on, where times are compared
  std::string x_label = {};
  std::string y_label = {};
  std::vector<std::string> data = {};  // names of data sets
  double seconds = 0;                  // how long it takes, about
  bool alone = false;                  // nothing else runs beside it: its time is what is measured
  bool growth = false;  // not the numbers are compared but how they grow (the slope in logarithms)
  Verdict verdict = Verdict::Agrees;
  double agreement = 0;  // how far the authors' numbers may lie from ours, relative
  std::string because = {};
  std::vector<std::string> notes = {};
  std::vector<ExperimentSeries> series = {};  // none if it cannot be repeated
  std::vector<Claim> claims = {};             // what the authors' text says of them
  std::optional<ChainSpec> chain = {};        // tables that are made for it
  std::string folder = {};                    // of the file, for {here}
};

// A file that experiments need and that Privet may not bring along.
struct DataSource {
  std::string name = {};
  std::string file = {};   // below the folder of data
  std::string from = {};   // who published it
  std::uint64_t size = 0;  // in bytes
  std::string sha256 = {};
};

// Both throw Error{Input} with file and line.
[[nodiscard]] Experiment parse_experiment(std::string_view text, const std::string& path);
[[nodiscard]] std::vector<DataSource> parse_data_sources(std::string_view text,
                                                         const std::string& path);

// "a 'b c' d" -> a, "b c", d. Throws Error{Input} for a quote that does not end.
[[nodiscard]] std::vector<std::string> split_words(std::string_view command);

}  // namespace privet::job
