// SPDX-License-Identifier: Apache-2.0
// Documents from wherever a person has them: folders and files of text, HTML and Markdown, mail,
// browsers' histories, tables with a column of text.
// Idea: a source is recognised by what it is (a folder, SQLite, a "From " line) and then by its
// name; one document at a time is handed on, so that memory does not grow with the source. What is
// not text is skipped and counted. Cost: linear in the bytes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/run.h"
#include "profile/sources/document.h"

namespace privet::profile {

// A text larger than this says little about its reader and is skipped. Mail and tables may be
// of any size.
inline constexpr std::size_t kLargestText = std::size_t{32} << 20U;

struct SourceOptions {
  std::vector<std::string> text_columns = {};  // of a table; the first is the title if several
};

struct SourceCounts {
  std::size_t documents = 0;
  std::size_t files = 0;       // read
  std::size_t binary = 0;      // files skipped: not text
  std::size_t large = 0;       // files skipped: above kLargestText
  std::size_t unreadable = 0;  // files of a folder that cannot be opened
  std::size_t broken = 0;      // messages of which something could not be decoded
};

// Adds to `counts`. Throws Error{Input} naming the source for what is not there or cannot be read;
// inside a folder such files are counted. Hidden files and links are left out of folders.
void read_source(const std::string& path, const SourceOptions& options, const DocumentSink& sink,
                 SourceCounts& counts, const Run& run);

}  // namespace privet::profile
