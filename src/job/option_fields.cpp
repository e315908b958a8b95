// SPDX-License-Identifier: Apache-2.0
#include "job/option_fields.h"

#include <fmt/format.h>

namespace privet::job {

bool FieldReader::take(std::string_view name) {
  taken_.emplace(name);
  return settings_.given(name);
}

void FieldReader::operator()(std::string_view name, std::string& field) {
  if (take(name)) field = settings_.text(name);
}

void FieldReader::operator()(std::string_view name, std::optional<std::string>& field) {
  if (take(name)) field = settings_.text(name);
}

void FieldReader::operator()(std::string_view name, std::optional<double>& field) {
  if (take(name)) field = settings_.real(name);
}

void FieldReader::operator()(std::string_view name, std::optional<std::size_t>& field) {
  if (take(name)) field = settings_.count(name);
}

void FieldReader::operator()(std::string_view name, bool& field) {
  if (take(name)) field = settings_.flag(name);
}

void FieldReader::operator()(std::string_view name, std::vector<std::string>& field) {
  if (take(name)) field = settings_.list(name);
}

NamedValues FieldReader::others(const std::vector<Parameter>& known) const {
  NamedValues out;
  for (const auto& parameter : known) {
    if (taken_.contains(parameter.name) || !settings_.given(parameter.name)) continue;
    out.emplace(parameter.name, settings_.list(parameter.name));
  }
  return out;
}

void FieldWriter::operator()(std::string_view name, const std::string& field) {
  settings_.add(name, field, {.parameter = fmt::format("--{}", name)});
}

void FieldWriter::operator()(std::string_view name, const std::optional<std::string>& field) {
  if (field) (*this)(name, *field);
}

void FieldWriter::operator()(std::string_view name, const std::optional<double>& field) {
  if (field) (*this)(name, fmt::format("{}", *field));
}

void FieldWriter::operator()(std::string_view name, const std::optional<std::size_t>& field) {
  if (field) (*this)(name, fmt::format("{}", *field));
}

void FieldWriter::operator()(std::string_view name, bool field) {
  if (field) (*this)(name, std::string("true"));
}

void FieldWriter::operator()(std::string_view name, const std::vector<std::string>& field) {
  for (const auto& value : field) (*this)(name, value);
}

void FieldWriter::add(const NamedValues& values) {
  for (const auto& [name, each] : values) (*this)(name, each);
}

}  // namespace privet::job
