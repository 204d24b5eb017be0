//! The last frame, kept as a picture for as long as nothing changes on it. A machine without a graphics card takes several
//! times as long to draw a whole battle anew.

use std::time::Duration;

use macroquad::prelude::{
    DrawTextureParams, FilterMode, RenderTarget, render_target, screen_dpi_scale, screen_height, screen_width, vec2,
};

use crate::platform::Timer;

use super::material::Opaque;

/// How many frames without a change are drawn before one is kept: panels need a second one until all has its place.
const SETTLED: u32 = 2;
/// How long a frame is kept at most, so that what is worked out beside it comes to be seen.
const STALE: Duration = Duration::from_millis(400);

/// The last frame.
#[derive(Default)]
pub(super) struct Kept {
    picture: Option<RenderTarget>,
    opaque: Opaque,
    /// Frames drawn since the last change.
    settled: u32,
    /// When the picture was taken.
    since: Option<Timer>,
}

impl Kept {
    /// Shows the last frame again, unless something may have changed on it. Returns whether it is shown.
    pub(super) fn show(&mut self, changes: bool) -> bool {
        if changes {
            (self.settled, self.since) = (0, None);
            return false;
        }
        let fresh = self.since.is_some_and(|since| since.elapsed() < STALE);
        let Some(picture) = self.picture.as_ref().filter(|picture| fresh && is_whole(picture)) else { return false };
        let size = vec2(screen_width(), screen_height());
        // The screen has its lowest row first.
        let params = DrawTextureParams { dest_size: Some(size), flip_y: true, ..DrawTextureParams::default() };
        self.opaque.draw(&picture.texture, 0.0, 0.0, params);
        true
    }

    /// Keeps the frame that has just been drawn, if it is one like the last.
    pub(super) fn take(&mut self) {
        self.settled += 1;
        if self.settled < SETTLED {
            return;
        }
        let picture = match self.picture.take().filter(is_whole) {
            Some(picture) => picture,
            None => {
                let (width, height) = pixels();
                let picture = render_target(width, height);
                picture.texture.set_filter(FilterMode::Nearest);
                picture
            }
        };
        picture.texture.grab_screen();
        self.picture = Some(picture);
        self.since = Some(Timer::start());
    }
}

/// Whether a picture is as large as the window.
fn is_whole(picture: &RenderTarget) -> bool {
    let (width, height) = pixels();
    (picture.texture.width(), picture.texture.height()) == (width as f32, height as f32)
}

/// The window's width and height in pixels.
fn pixels() -> (u32, u32) {
    let pixels = |points: f32| (points * screen_dpi_scale()).round().max(1.0) as u32;
    (pixels(screen_width()), pixels(screen_height()))
}
