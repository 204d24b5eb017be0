//! Hulks: what their boards must be like, seen by code that knows nothing of how they were drawn, and their files.
#![allow(unreachable_pub, reason = "what the chapters share is public among them")]

mod certificates;
mod eyes;
mod many;
mod missions;
mod rules;
