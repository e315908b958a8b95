// SPDX-License-Identifier: Apache-2.0
// An embedded search engine: an index of documents in one file, searched by BM25.
// Idea: the index holds the same stems as profiles do; a query is the union of its words without
// stop words. With each document its title, address and (the beginning of its) text are kept.
// Reference: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
// 2009; the Xapian library.
// Cost: building is linear in the text, and needs as much room again beside the output.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "profile/engine/search_engine.h"
#include "profile/sources/document.h"

namespace privet::profile {

inline constexpr std::size_t kStoredText = std::size_t{64} << 10U;  // bytes of a document

class IndexWriter {
 public:
  // The index will be at `path`, which is untouched until commit(). Throws Error{Output}.
  IndexWriter(const std::string& path, const std::string& language);
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  void add(const Document& document);
  // Makes the file appear, with mode 0600. Throws Error{Output}, leaving the old one.
  void commit();

 private:
  class Index;
  std::unique_ptr<Index> index_;
};

// Throws Error{Input} for a file that is not an index made by IndexWriter.
[[nodiscard]] std::unique_ptr<SearchEngine> open_index(const std::string& path);

}  // namespace privet::profile
