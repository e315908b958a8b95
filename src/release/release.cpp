// SPDX-License-Identifier: Apache-2.0
#include "release/release.h"

#include <utility>

#include "data/file_bytes.h"

namespace privet {

Draft::Draft(const std::string& path) {
  if (path != "-") file_ = std::make_unique<AtomicFile>(path);
}

Draft::Draft(std::unique_ptr<Destination> destination) : destination_(std::move(destination)) {}

void Draft::write(std::string_view piece) {
  if (file_) {
    file_->write(piece);
  } else {
    bytes_ += piece;
  }
}

void Release::commit(AtomicFile::Old old) {
  if (draft_.file_) draft_.file_->commit(old);
  if (draft_.destination_) draft_.destination_->commit();
}

void Release::undo() noexcept {
  if (draft_.file_) draft_.file_->undo();
  if (draft_.destination_) draft_.destination_->undo();
}

Release Guard::approve(Draft draft, const Run& run) {
  if (draft.file_) {
    const FileBytes staged(draft.file_->staged_path(), run);
    check(staged.view(), run);
  } else if (draft.destination_) {
    const std::string staged = draft.destination_->stage(draft.bytes_, run);
    draft.bytes_ = {};
    check(staged, run);
  } else {
    check(draft.bytes_, run);
  }
  return Release(std::move(draft));
}

}  // namespace privet
