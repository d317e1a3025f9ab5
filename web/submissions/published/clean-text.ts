import { driveTarget } from '#domain/drive-links.ts';

const LINK =
  /(?:\[[^\]\n]*\]\s*:?\s*\(?)?(https?:\/\/(?:drive|docs|drive\.usercontent)\.google\.com\/[^\s<>"'\])]+)/gi;

/**
 * A submission's text as people read it: without the links to files in a cloud drive, which are shown
 * below it, without the bracketed names in front of them, and without the empty lines they leave. 'All flights:'
 * with nothing behind it any more says where they are.
 */
export function cleanText(text: string | null): string {
  return (text ?? '')
    .split('\n')
    .flatMap((line) => {
      const clean = line
        .replace(LINK, (all, url: string) => (driveTarget(url) ? '' : all))
        .trimEnd();
      const isLinkLine = clean !== line.trimEnd() && /^[\s()[\]<>:.*•-]*$/.test(clean);
      if (isLinkLine) return [];
      return [clean !== line.trimEnd() && clean.endsWith(':') ? `${clean} below` : clean];
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
