//! Icons: what is drawn on counters, read from SVG files. Only their shapes count: whoever shows one gives it its colour.

use crate::source::Problem;

/// Bytes of an icon's file at most: larger ones are pictures, and would be a blot on a counter.
const MOST: usize = 200_000;

/// An icon, as a shape.
#[derive(Clone, Debug)]
pub struct Icon {
    /// How wide and high the drawing is; the shape lies between 0 and that.
    #[cfg(feature = "gui")]
    pub size: (f32, f32),
    /// The outlines, filled by the rule beside them: whether where they wind an odd number of times only.
    #[cfg(feature = "gui")]
    pub outlines: Vec<(tiny_skia::Path, bool)>,
}

impl Icon {
    /// Reads the text of an SVG file, which people know by this name. Without the window nothing can be drawn, so that
    /// only the size of the file is looked at.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(file: &str, text: &str) -> Result<Icon, Problem> {
        if text.len() > MOST {
            let hint = "an icon is a few simple shapes, without colours and pictures";
            return Err(Problem::whole(file, format!("larger than {} kB", MOST / 1000), hint));
        }
        Icon::shaped(file, text)
    }

    #[cfg(not(feature = "gui"))]
    fn shaped(_file: &str, _text: &str) -> Result<Icon, Problem> {
        Ok(Icon {})
    }

    #[cfg(feature = "gui")]
    fn shaped(file: &str, text: &str) -> Result<Icon, Problem> {
        // Nothing is read that the file names, were it on this machine or elsewhere.
        let nothing =
            usvg::ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
        let options = usvg::Options { image_href_resolver: nothing, ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(text, &options).map_err(|error| broken(file, &error))?;
        let mut outlines = Vec::new();
        gather(tree.root(), &mut outlines);
        if outlines.is_empty() {
            return Err(Problem::whole(file, "no shape is drawn in it", "draw filled shapes or lines"));
        }
        Ok(Icon { size: (tree.size().width(), tree.size().height()), outlines })
    }
}

/// What is wrong with a file that cannot be read.
#[cfg(feature = "gui")]
fn broken(file: &str, error: &usvg::Error) -> Problem {
    let (line, column) = match error {
        usvg::Error::ParsingFailed(error) => (error.pos().row, error.pos().col),
        _ => (0, 0),
    };
    let message = format!("no drawing: {error}");
    Problem { line, column, ..Problem::whole(file, message, "save it as an SVG file") }
}

/// The outlines of a group and all within.
#[cfg(feature = "gui")]
fn gather(group: &usvg::Group, outlines: &mut Vec<(tiny_skia::Path, bool)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => gather(group, outlines),
            usvg::Node::Path(path) if path.is_visible() => {
                let place = path.abs_transform();
                if let Some(fill) = path.fill()
                    && let Some(outline) = path.data().clone().transform(place)
                {
                    outlines.push((outline, fill.rule() == usvg::FillRule::EvenOdd));
                }
                if let Some(stroke) = path.stroke()
                    && let Some(outline) = path.data().stroke(&stroke.to_tiny_skia(), 1.0)
                    && let Some(outline) = outline.transform(place)
                {
                    outlines.push((outline, false));
                }
            }
            _ => {}
        }
    }
}
