// SPDX-License-Identifier: Apache-2.0
#include "profile/engine/xapian_engine.h"

#include <xapian.h>

#include <mutex>

#include "base/error.h"
#include "profile/engine/results.h"
#include "profile/words/stemmer.h"
#include "profile/words/stop_words.h"
#include "profile/words/words.h"

namespace privet::profile {
namespace {

constexpr std::size_t kMostQueryTerms = 64;

class XapianEngine : public SearchEngine {
 public:
  XapianEngine(const std::string& path, Xapian::Database database)
      : path_(path),
        database_(std::move(database)),
        stemmer_(database_.get_metadata("language")),
        stop_words_(stemmer_.language(), {}) {}

  std::vector<SearchResult> search(const std::string& query, std::size_t count) override {
    // One at a time: neither the database nor the stemmer can be shared.
    const std::lock_guard lock(mutex_);
    const auto terms = terms_of(query);
    if (terms.empty()) return {};
    try {
      Xapian::Enquire enquire(database_);
      enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()));
      std::vector<SearchResult> out;
      const Xapian::MSet found = enquire.get_mset(0, static_cast<Xapian::doccount>(count));
      for (auto at = found.begin(); at != found.end(); ++at) {
        const std::string entry = "[" + at.get_document().get_data() + "]";
        auto parsed =
            parse_results(entry, {"", "/title", "/url", "/text"}, 1, path_, ErrorCode::Peer);
        out.push_back(std::move(parsed.front()));
      }
      return out;
    } catch (const Xapian::Error& error) {
      throw Error(ErrorCode::Peer, "the index cannot be searched: " + error.get_msg(),
                  {.file = path_});
    }
  }

  [[nodiscard]] std::string name() const override { return path_; }

 private:
  std::vector<std::string> terms_of(const std::string& query) {
    std::vector<std::string> all;
    std::vector<std::string> telling;
    for_each_word(query, [&](std::string_view word) {
      if (all.size() == kMostQueryTerms) return;
      all.emplace_back(stemmer_.stem(word));
      if (!stop_words_.contains(word)) telling.push_back(all.back());
    });
    return telling.empty() ? all : telling;
  }

  std::string path_;
  std::mutex mutex_;
  Xapian::Database database_;
  Stemmer stemmer_;
  StopWords stop_words_;
};

}  // namespace

std::unique_ptr<SearchEngine> open_index(const std::string& path) {
  try {
    Xapian::Database database(path);
    if (database.get_metadata("privet index") == "1") {
      return std::make_unique<XapianEngine>(path, std::move(database));
    }
  } catch (const Xapian::Error& error) {
    throw Error(ErrorCode::Input,
                "is not an index, or cannot be read; 'privet profile index' makes one (" +
                    quote_for_message(error.get_msg()) + ")",
                {.file = path});
  }
  throw Error(ErrorCode::Input, "is an index of another program; 'privet profile index' makes one",
              {.file = path});
}

}  // namespace privet::profile
