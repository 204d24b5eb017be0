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
    // Whether the line goes on, maybe without end.
    unread: bool,
}

/// The next line; none at the end of input. One that is too long is read to its end, so that another can follow.
pub(super) fn next(input: &mut dyn BufRead) -> io::Result<Option<Result<String, Garbled>>> {
    let line = begin(input)?;
    if let Some(Err(Garbled { unread: true, .. })) = line {
        input.skip_until(b'\n')?;
    }
    Ok(line)
}

/// The next line, of one that is too long only the beginning: for who listens no longer to somebody who says such.
pub(super) fn begin(input: &mut dyn BufRead) -> io::Result<Option<Result<String, Garbled>>> {
    let mut bytes = Vec::new();
    if Read::take(&mut *input, LONGEST + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let garbled = |message: String, bytes: &[u8], unread: bool| Garbled {
        message,
        line: quoted(&String::from_utf8_lossy(bytes)),
        unread,
    };
    if bytes.len() as u64 > LONGEST && bytes.last() != Some(&b'\n') {
        return Ok(Some(Err(garbled(format!("a line has at most {LONGEST} bytes"), &bytes, true))));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|wrong| garbled("a line is UTF-8".to_owned(), wrong.as_bytes(), false))))
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
