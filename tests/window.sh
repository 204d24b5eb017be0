#!/usr/bin/env bash
# Plays the window by mouse and by keys on a display of its own, without a graphics card. Pictures of every screen are
# kept in target/window. Needs xvfb xauth xdotool imagemagick libgl1 libgl1-mesa-dri libx11-6 libxi6 libxkbcommon0.
set -euo pipefail
cd "$(dirname "$0")/.."
xvfb-run --auto-servernum --server-args="-screen 0 1280x800x24 +extension GLX" \
    cargo test --locked --test window "$@" -- --ignored --test-threads=1
