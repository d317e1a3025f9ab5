const DRIVE_LINK = /https?:\/\/(?:drive|docs)\.google\.com\/\S*/gi;
const NAME_BEFORE_LINK = /\[[^\]\n]*\]\s*:?\s*(?=\(?https?:\/\/(?:drive|docs)\.google\.com\/)/gi;

/**
 * A submission's text as people read it: without the links to a cloud drive, which are shown as
 * files, without the bracketed names in front of them, and without the empty lines they leave.
 */
export function cleanText(text: string | null): string {
  return (text ?? '')
    .split('\n')
    .flatMap((line) => {
      const clean = line.replace(NAME_BEFORE_LINK, '').replace(DRIVE_LINK, '').trimEnd();
      const isLinkLine = clean !== line.trimEnd() && /^[\s()[\]:*•-]*$/.test(clean);
      return isLinkLine ? [] : [clean];
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
