// SPDX-License-Identifier: Apache-2.0
#include "baskets/basket_text.h"

#include "base/error.h"
#include "data/baskets/read_fimi.h"

namespace privet::baskets {
namespace {

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n ;\t'") == std::string::npos) return name;
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  return out + "\"";
}

}  // namespace

BasketFormat format_of(std::string_view path) {
  return path.ends_with(".csv") ? BasketFormat::Csv : BasketFormat::Fimi;
}

void write_baskets(const Baskets& baskets, BasketFormat format, const Sink& sink, const Run& run) {
  if (format == BasketFormat::Fimi) {
    write_fimi(baskets, sink, run);
    return;
  }
  std::vector<std::string> texts;
  for (const auto& name : baskets.names()) {
    if (name.empty()) throw Error(ErrorCode::Output, "an item without a name cannot be written");
    texts.push_back(quoted(name));
  }
  constexpr std::size_t kPiece = std::size_t{1} << 20U;
  std::string piece;
  for (BasketId id = 0; id < baskets.size(); ++id) {
    if (id % 4096 == 0) run.check_cancelled();
    bool first = true;
    for (const ItemId item : baskets.basket(id)) {
      if (!first) piece.push_back(',');
      piece += texts[item];
      first = false;
    }
    piece.push_back('\n');
    if (piece.size() < kPiece) continue;
    sink(piece);
    piece.clear();
  }
  sink(piece);
}

std::string baskets_text(const Baskets& baskets, BasketFormat format, const Run& run) {
  std::string out;
  write_baskets(baskets, format, [&](std::string_view piece) { out += piece; }, run);
  return out;
}

}  // namespace privet::baskets
