const MAX_OCTETS = 75;

/** The value of a text property (RFC 5545, 3.3.11). */
export const icalText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ');

/** UTC, to the second. */
export const icalTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Folds lines at 75 octets, never inside a character (RFC 5545, 3.1). */
export const icalLines = (lines: readonly string[]): string =>
  lines.map((line) => `${folded(line)}\r\n`).join('');

function folded(line: string): string {
  // Most lines are short, and the loop is slow.
  if (Buffer.byteLength(line) <= MAX_OCTETS) return line;
  let [text, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
