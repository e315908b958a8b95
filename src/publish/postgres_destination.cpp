// SPDX-License-Identifier: Apache-2.0
#include "publish/postgres_destination.h"

#include <vector>

#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"
#include "data/postgres/staged_table.h"

namespace privet {
namespace {

class PostgresDestination final : public Destination {
 public:
  PostgresDestination(const std::string& address, const Run& run)
      : address_(address), staged_(parse_postgres_place(address), run) {}

  [[nodiscard]] std::string stage(std::string_view bytes, const Run& run) override {
    CsvOptions options{.delimiter = ','};
    options.columns.ask = false;
    staged_.write(parse_csv(bytes, address_, options, run).table);
    return csv_text(staged_.read_back(run), {}, run);
  }
  void commit() override { staged_.commit(); }
  void undo() noexcept override { staged_.undo(); }

 private:
  std::string address_;
  StagedTable staged_;
};

}  // namespace

std::unique_ptr<Destination> postgres_destination(const std::string& address, const Run& run) {
  return std::make_unique<PostgresDestination>(address, run);
}

}  // namespace privet
