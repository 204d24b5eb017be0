//! Plots as vector graphics. One hue and different shapes, so that they read in print and with any eyes.

use std::error::Error;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::league::store::{Course, Results};
use crate::league::tally::Tally;

use crate::league::statistics::Estimate;

/// Blue of the palette of Okabe and Ito, which most kinds of eyes tell apart from grey.
const INK: RGBColor = RGBColor(0, 114, 178);
const GREY: RGBColor = RGBColor(110, 110, 110);
const PALE: RGBColor = RGBColor(225, 225, 225);
const WIDTH: u32 = 760;
const FONT: &str = "sans-serif";

/// A plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// Its content.
    pub shape: Shape,
}

/// The content of a plot.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Numbers with their intervals, one below the other.
    Rows {
        /// What the numbers are.
        axis: String,
        /// The rows from the top.
        rows: Vec<Row>,
        /// A range that is shaded.
        band: Option<[f64; 2]>,
    },
    /// Numbers over numbers.
    Lines {
        /// What lies to the right.
        x: String,
        /// What lies upward.
        y: String,
        /// The lines.
        lines: Vec<Line>,
        /// Heights at which a dashed line is drawn.
        marks: Vec<f64>,
        /// Whether each step to the right is a factor.
        log: bool,
    },
}

/// A number with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The number.
    pub value: Estimate,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name; empty where there is only one.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, Estimate)>,
}

impl Plot {
    /// The plot as SVG; empty where there is nothing to show.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        let drawn = match &self.shape {
            Shape::Rows { axis, rows, band } => draw_rows(&mut svg, axis, rows, *band),
            Shape::Lines { x, y, lines, marks, log } => draw_lines(&mut svg, [x, y], lines, marks, *log),
        };
        drawn.map_or(String::new(), |()| svg)
    }
}

/// The plots of a league.
pub(super) fn plots(results: &Results, tally: &Tally, course: Option<&Course>) -> Vec<Plot> {
    let names = |e: usize| results.header.spec.entrants[e].name.clone();
    let row = |&e: &usize| Row { name: names(e), value: tally.ratings.elo[e] };
    let rows = tally.order().iter().map(row).collect();
    let axis = "Elo, 95 % interval".to_owned();
    let mut plots = vec![Plot { title: "Ratings".to_owned(), shape: Shape::Rows { axis, rows, band: None } }];
    let ground = |(name, ground): (&String, &crate::league::tally::Ground)| Row {
        name: name.clone(),
        value: ground.first_side.share().map(|share| 100.0 * share),
    };
    let rows = results.header.settings.iter().zip(&tally.grounds).map(ground).collect();
    let (title, axis) = ("Balance of the settings".to_owned(), "the first side's share in %, 95 % interval".to_owned());
    plots.push(Plot { title, shape: Shape::Rows { axis, rows, band: Some([40.0, 60.0]) } });
    let mut budget: Vec<(f64, Estimate)> = results
        .header
        .iterations
        .iter()
        .zip(&tally.ratings.elo)
        .filter_map(|(iterations, elo)| Some((f64::from((*iterations)?), *elo)))
        .collect();
    budget.sort_by(|a, b| a.0.total_cmp(&b.0));
    if budget.len() > 1 {
        let lines = vec![Line { name: String::new(), points: budget }];
        let (x, y) = ("search iterations a decision".to_owned(), "Elo, 95 % interval".to_owned());
        let shape = Shape::Lines { x, y, lines, marks: Vec::new(), log: true };
        plots.push(Plot { title: "Rating by budget".to_owned(), shape });
    }
    if let Some(course) = course {
        let point = |(i, &ratio): (usize, &f64)| ((i + 1) as f64, Estimate { value: ratio, low: ratio, high: ratio });
        let lines = vec![Line { name: String::new(), points: course.ratios.iter().enumerate().map(point).collect() }];
        let (low, high) = course.test.bounds();
        let (x, y) = ("pairs".to_owned(), "log likelihood ratio".to_owned());
        let shape = Shape::Lines { x, y, lines, marks: vec![low, high], log: false };
        plots.push(Plot { title: "Course of the test".to_owned(), shape });
    }
    plots
}

type Drawn = Result<(), Box<dyn Error>>;

fn area(svg: &mut String, height: u32) -> DrawingArea<SVGBackend<'_>, Shift> {
    SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area()
}

/// The least range that holds all numbers, with a little room; never empty.
fn range(numbers: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let finite = numbers.filter(|n| n.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), n| (low.min(n), high.max(n)));
    let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
    let room = (0.06 * (high - low)).max(0.5);
    low - room..high + room
}

fn draw_rows(svg: &mut String, axis: &str, rows: &[Row], band: Option<[f64; 2]>) -> Drawn {
    let root = area(svg, 70 + 26 * rows.len() as u32);
    let numbers = rows.iter().flat_map(|r| [r.value.low, r.value.high]);
    let xs = range(numbers.chain(band.into_iter().flatten()));
    let count = rows.len() as f64;
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .margin_right(20)
        .x_label_area_size(44)
        .y_label_area_size(230)
        .build_cartesian_2d(xs, -count..0.0)?;
    // A row's name is written at the mark below it, and lifted by half a row.
    let name = |y: &f64| {
        let row = Some((-y - 1.0).round()).filter(|row| (row + 1.0 + y).abs() < 1e-6 && *row >= 0.0);
        row.and_then(|row| rows.get(row as usize)).map_or(String::new(), |r| r.name.clone())
    };
    let style = (FONT, 14);
    if let Some([low, high]) = band {
        chart.draw_series([Rectangle::new([(low, -count), (high, 0.0)], PALE.filled())])?;
    }
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(PALE)
        .axis_style(GREY)
        .x_desc(axis)
        .y_labels(rows.len() + 1)
        .y_label_formatter(&name)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_offset(-13)
        .label_style(style)
        .axis_desc_style(style)
        .draw()?;
    for (i, Row { value, .. }) in rows.iter().enumerate() {
        let middle = -(i as f64) - 0.5;
        let bar = ErrorBar::new_horizontal(middle, value.low, value.value, value.high, INK.filled(), 8);
        chart.draw_series([bar])?;
    }
    root.present()?;
    Ok(())
}

fn draw_lines(svg: &mut String, axes: [&str; 2], lines: &[Line], marks: &[f64], log: bool) -> Drawn {
    let root = area(svg, 360);
    let place = |x: f64| if log { x.max(1.0).log10() } else { x };
    let points = || lines.iter().flat_map(|l| &l.points);
    let xs = points().map(|p| place(p.0));
    let xs = match log {
        true => xs.fold(f64::MAX, f64::min) - 0.1..points().map(|p| place(p.0)).fold(f64::MIN, f64::max) + 0.1,
        false => 0.0..xs.fold(1.0, f64::max),
    };
    let ys = range(points().flat_map(|p| [p.1.low, p.1.high]).chain(marks.iter().copied()));
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .margin_right(20)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(xs, ys)?;
    mesh(&mut chart, axes, log)?;
    let (low, high) = (chart.x_range().start, chart.x_range().end);
    for &mark in marks {
        chart.draw_series(DashedLineSeries::new([(low, mark), (high, mark)], 6, 4, GREY.stroke_width(1)))?;
    }
    for (i, line) in lines.iter().enumerate() {
        let colour = [INK, GREY, BLACK][i % 3];
        let at = |p: &(f64, Estimate)| (place(p.0), p.1.value);
        chart.draw_series(LineSeries::new(line.points.iter().map(at), colour.stroke_width(2)))?;
        let spread = line.points.iter().filter(|p| p.1.low < p.1.high);
        let bar =
            |p: &(f64, Estimate)| ErrorBar::new_vertical(place(p.0), p.1.low, p.1.value, p.1.high, colour.filled(), 8);
        chart.draw_series(spread.map(bar))?;
        if let Some(last) = line.points.last().filter(|_| !line.name.is_empty()) {
            chart.draw_series([Text::new(line.name.clone(), at(last), (FONT, 13).into_font().color(&colour))])?;
        }
    }
    root.present()?;
    Ok(())
}

type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

fn mesh(chart: &mut Chart<'_>, [x, y]: [&str; 2], log: bool) -> Drawn {
    let number = |x: &f64| format!("{:.0}", if log { 10f64.powf(*x) } else { *x });
    let style = (FONT, 14);
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(PALE)
        .axis_style(GREY)
        .x_desc(x)
        .y_desc(y)
        .x_label_formatter(&number)
        .label_style(style)
        .axis_desc_style(style)
        .draw()?;
    Ok(())
}
