/** Colors are texts such as '#3552d0' (sRGB). */
const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

export const toColor = (rgb: Iterable<number>): string =>
  `#${Array.from(rgb, (channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** 0 to 1 (WCAG 2.2, "relative luminance", https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21 (WCAG 2.2, "contrast ratio", https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The background of text, or its text, that is easier to read: black or white. */
export const textOn = (background: string): string =>
  contrast(background, '#000000') > contrast(background, '#ffffff') ? '#000000' : '#ffffff';

/** `part` of `other`, 0 to 1. */
export function mix(color: string, other: string, part: number): string {
  const target = channels(other);
  return toColor(
    channels(color).map((channel, at) => channel + ((target[at] ?? 0) - channel) * part),
  );
}

const STEPS = 50;

/** The color, darkened or lightened as little as needed for this contrast ratio with the background. */
export function readable(color: string, background: string, ratio: number): string {
  const end = textOn(background);
  const shades = Array.from({ length: STEPS }, (_step, at) => mix(color, end, at / STEPS));
  return shades.find((shade) => contrast(shade, background) >= ratio) ?? end;
}

/** Minimum for text (WCAG 2.2, 1.4.3) and for controls (1.4.11). */
export const CONTRAST = { text: 4.5, control: 3 };
/** Surfaces of each scheme (web/ui/foundation.css), and those on which text is hardest to read. */
const SURFACES = {
  light: { usual: '#ffffff', hardest: '#e6e8ec' },
  dark: { usual: '#16191f', hardest: '#2c313a' },
};
/** With less, a button has no visible shape. */
const VISIBLE = 1.3;

/** The accent color by scheme and use: text and links, controls with white marks, buttons, and the text on them. */
export function accentColors(color: string) {
  const belowWhite = readable(color, '#ffffff', CONTRAST.text);
  const of = ({ usual, hardest }: { usual: string; hardest: string }) => {
    const filled = readable(color, usual, VISIBLE);
    return {
      accent: readable(color, hardest, CONTRAST.text),
      control: readable(belowWhite, usual, CONTRAST.control),
      filled,
      'on-filled': textOn(filled),
    };
  };
  return { light: of(SURFACES.light), dark: of(SURFACES.dark) };
}
