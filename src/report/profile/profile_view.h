// SPDX-License-Identifier: Apache-2.0
// A person's profile as text, as a drawing and as a page with a dial: what is exposed at which
// minDetail, and what stays hidden.
// Idea: support never grows downwards, so the nodes of largest support are a tree of their own: of
// a large profile as many as asked for are shown, and at each cut how many are not.
// Cost: sorting the nodes.
#pragma once

#include <cstddef>
#include <string>

#include "profile/exposure.h"
#include "report/plot/plot.h"
#include "report/plot/tree_drawing.h"

namespace privet {

struct ProfileView {
  const profile::Profile& profile;
  const profile::Exposure& exposure;
  std::size_t max_nodes = 100;
};

// Labels with supports; what is hidden says so.
[[nodiscard]] DrawnNode profile_tree(const ProfileView& view);
// Empty, or a line on why expRatio is 100% although something is hidden.
[[nodiscard]] std::string hidden_note(const profile::Exposure& exposure);
// The tree, and below it what is exposed.
[[nodiscard]] std::string profile_text(const ProfileView& view);
[[nodiscard]] Svg profile_drawing(const ProfileView& view);
// `name`: of the profile's file. The tree has a slider for minDetail; what is hidden by hand stays
// so.
[[nodiscard]] std::string profile_page(const ProfileView& view, const std::string& name);

}  // namespace privet
