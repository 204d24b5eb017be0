//! How pictures are put on the screen by other than the usual blending.

use macroquad::miniquad::{BlendState, PipelineParams};
use macroquad::prelude::{
    DrawTextureParams, Material, MaterialParams, ShaderSource, Texture2D, WHITE, draw_texture_ex,
    gl_use_default_material, gl_use_material, load_material,
};

const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
varying highp vec2 uv;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1);
    uv = texcoord;
}";
const FRAGMENT: &str = "#version 100
varying highp vec2 uv;
uniform sampler2D Texture;
void main() {
    gl_FragColor = texture2D(Texture, uv);
}";

/// A picture as it is, blended so with what lies below, or in its place; none where the graphics card knows no shaders.
pub(super) fn material(color_blend: Option<BlendState>) -> Option<Material> {
    let pipeline_params = PipelineParams { color_blend, ..PipelineParams::default() };
    let params = MaterialParams { pipeline_params, ..MaterialParams::default() };
    load_material(ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT }, params).ok()
}

/// Draws pictures through which nothing shows without blending: machines without a graphics card are quicker at it.
#[derive(Default)]
pub(super) struct Opaque {
    /// None within where the card does not take the shader.
    material: Option<Option<Material>>,
}

impl Opaque {
    /// Draws one in place of what lies below.
    pub(super) fn draw(&mut self, picture: &Texture2D, x: f32, y: f32, params: DrawTextureParams) {
        self.material.get_or_insert_with(|| material(None)).iter().for_each(gl_use_material);
        draw_texture_ex(picture, x, y, WHITE, params);
        gl_use_default_material();
    }
}
