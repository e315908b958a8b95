// SPDX-License-Identifier: Apache-2.0
// A JSON object with long arrays, written piece by piece.
// Idea: an answer of a million entries need not be a value in memory first. The bytes are those
// that Json::dump(indent) gives for the whole. Cost: linear, in pieces of some dozen kilobytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/sink.h"

namespace privet {

class JsonStream {
 public:
  // The object begins here. Arrays may lie in members that lie in it (open()).
  JsonStream(Sink sink, int indent);

  void member(std::string_view key, const Json& value);
  // An object or an array as a member; what follows goes into it until close().
  void open(std::string_view key);
  void open_array(std::string_view key);
  void entry(const Json& value);
  void close();
  // Closes what is open, the object too, and hands on the last piece.
  void finish();

 private:
  struct Level {
    char end;
    bool empty;
  };
  void begin_entry();
  void begin_member(std::string_view key);
  void new_line();
  void put(const Json& value);
  void hand_on(std::size_t least);

  Sink sink_;
  int indent_;
  std::string piece_;
  std::vector<Level> levels_;
};

}  // namespace privet
