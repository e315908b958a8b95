// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xapian.h>

#include <cstdlib>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json.h"
#include "profile/engine/xapian_engine.h"
#include "profile/words/stemmer.h"
#include "profile/words/words.h"

namespace privet::profile {
namespace {

namespace fs = std::filesystem;

// The beginning of a text, not cut within a character.
std::string beginning(const std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

void make_durable(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  ::fchmod(fd, S_IRUSR | S_IWUSR);
  ::fsync(fd);
  ::close(fd);
}

}  // namespace

class IndexWriter::Index {
 public:
  Index(const std::string& path, const std::string& language)
      : path_(path), target_(written_path(path)), folder_(target_ + ".XXXXXX"), stemmer_(language) {
    if (fs::is_directory(target_)) fail("is a folder");
    if (::mkdtemp(folder_.data()) == nullptr) fail("no file can be made beside it");
    guarded([&] {
      database_ = Xapian::WritableDatabase(folder_ + "/build", Xapian::DB_CREATE_OR_OVERWRITE |
                                                                   Xapian::DB_NO_SYNC |
                                                                   Xapian::DB_BACKEND_GLASS);
      database_.set_metadata("privet index", "1");
      database_.set_metadata("language", language);
    });
  }
  ~Index() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  void add(const Document& document) {
    guarded([&] {
      Xapian::Document entry;
      const auto add_word = [&](std::string_view word) {
        entry.add_term(std::string(stemmer_.stem(word)));
      };
      for_each_word(document.title, add_word);
      for_each_word(document.text, add_word);
      const Json data{{"title", document.title},
                      {"url", document.address},
                      {"text", beginning(document.text, kStoredText)}};
      entry.set_data(data.dump());
      database_.add_document(entry);
    });
  }

  void commit() {
    const std::string whole = folder_ + "/index";
    guarded([&] {
      database_.commit();
      database_.compact(whole, Xapian::DBCOMPACT_SINGLE_FILE);
      database_.close();
    });
    make_durable(whole);
    std::error_code fault;
    fs::rename(whole, target_, fault);
    if (fault) fail(fault.message());
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw Error(ErrorCode::Output, "the index cannot be written: " + why, {.file = path_});
  }
  template <class Action>
  void guarded(Action action) const {
    try {
      action();
    } catch (const Xapian::Error& error) {
      fail(error.get_msg());
    }
  }

  std::string path_;
  std::string target_;
  std::string folder_;
  Stemmer stemmer_;
  Xapian::WritableDatabase database_;
};

IndexWriter::IndexWriter(const std::string& path, const std::string& language)
    : index_(std::make_unique<Index>(path, language)) {}
IndexWriter::~IndexWriter() = default;

void IndexWriter::add(const Document& document) {
  index_->add(document);
}

void IndexWriter::commit() {
  index_->commit();
}

}  // namespace privet::profile
