//! Lines of input that nobody vouches for: of any length, in any encoding.

use std::io::{self, BufRead, Read};

/// Longest line that is read, in bytes.
const LONGEST: u64 = 1 << 20;
/// How much of a wrong line is quoted back, in characters.
const QUOTED: usize = 1000;

/// A line that is no request: what is wrong, and the line as far as it can be quoted.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Garbled {
    pub(super) message: String,
    pub(super) line: String,
}

/// The next line without its end; none at the end of input.
pub(super) fn next(input: &mut dyn BufRead) -> io::Result<Option<Result<String, Garbled>>> {
    let mut bytes = Vec::new();
    if Read::take(&mut *input, LONGEST + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let garbled = |message: String, bytes: &[u8]| Garbled { message, line: quoted(&String::from_utf8_lossy(bytes)) };
    if bytes.len() as u64 > LONGEST && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(garbled(format!("a line has at most {LONGEST} bytes"), &bytes))));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|wrong| garbled("a line is UTF-8".to_owned(), wrong.as_bytes()))))
}

/// A line as an error quotes it: whole, unless it is very long.
pub(super) fn quoted(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_too_long_or_not_utf8_are_skipped() {
        let limit = LONGEST as usize;
        let mut bytes = b"first\n".to_vec();
        bytes.extend(vec![b'x'; limit]);
        bytes.push(b'\n');
        bytes.extend(vec![b'y'; 3 * limit]);
        bytes.extend(b"\n\xff\xfe\nlast");
        let mut input = &bytes[..];
        let mut next = || super::next(&mut input).unwrap();
        assert_eq!(next(), Some(Ok("first\n".to_owned())));
        assert_eq!(next().unwrap().unwrap().len(), limit + 1, "the longest line that is allowed");
        let long = next().unwrap().unwrap_err();
        assert!(long.message.contains("at most") && long.line == format!("{}...", "y".repeat(QUOTED)), "{long:?}");
        assert!(next().unwrap().unwrap_err().message.contains("UTF-8"));
        assert_eq!(next(), Some(Ok("last".to_owned())));
        assert_eq!(next(), None);
    }
}
