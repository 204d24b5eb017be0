#!/usr/bin/env bash
# Plays the window by mouse and by keys on a display of its own, without a graphics card: `tests/window.sh a_` a turn by
# mouse, a boarding mission by keys and a campaign, `turn` a turn by keys as well, `boarding` the mission by mouse as well,
# `pictures` every kind of decision and every screen of the campaigns, `posters` staged positions for the README, `twenty`
# battle after battle. Pictures are kept in target/window.
# Needs xvfb xauth xdotool libgl1 libgl1-mesa-dri libx11-6 libxi6 libxkbcommon0.
set -euo pipefail
cd "$(dirname "$0")/.."
# Without -noreset the display would begin anew whenever nobody uses it. What is on it is read from a file of this folder:
# without -nocursor the pointer would come and go in it whenever something is drawn.
HEXFRAY_DISPLAY=$(mktemp -d)
export HEXFRAY_DISPLAY
trap 'rm -r "$HEXFRAY_DISPLAY"' EXIT
xvfb-run --auto-servernum --server-args="-screen 0 2560x1440x24 +extension GLX -noreset -nocursor -fbdir $HEXFRAY_DISPLAY" \
    cargo test --locked --test window "$@" -- --ignored --test-threads=1
