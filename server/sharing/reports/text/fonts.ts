import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HasGlyph } from './readable.ts';

const require = createRequire(import.meta.url);
const INTER = dirname(require.resolve('@expo-google-fonts/inter/package.json'));
const HEBREW = dirname(require.resolve('@expo-google-fonts/noto-sans-hebrew/package.json'));
const ARABIC = dirname(require.resolve('@expo-google-fonts/noto-sans-arabic/package.json'));

// The fonts of the web pages can't be used: they're split by script, and fontkit can't read them as WOFF2.
const FILES = {
  regular: join(INTER, '400Regular/Inter_400Regular.ttf'),
  bold: join(INTER, '600SemiBold/Inter_600SemiBold.ttf'),
  'hebrew regular': join(HEBREW, '400Regular/NotoSansHebrew_400Regular.ttf'),
  'hebrew bold': join(HEBREW, '600SemiBold/NotoSansHebrew_600SemiBold.ttf'),
  'arabic regular': join(ARABIC, '400Regular/NotoSansArabic_400Regular.ttf'),
  'arabic bold': join(ARABIC, '600SemiBold/NotoSansArabic_600SemiBold.ttf'),
} as const;

export type Face = keyof typeof FILES;
export type Weight = 'regular' | 'bold';

const SCRIPTS = [
  ['hebrew', /\p{Script_Extensions=Hebrew}/u],
  ['arabic', /\p{Script_Extensions=Arabic}/u],
] as const;

type Pdf = PDFKit.PDFDocument;

/** Fonts are opened only when a text uses them. */
export function registerFaces(pdf: Pdf): void {
  for (const [face, file] of Object.entries(FILES)) pdf.registerFont(face, file);
  pdf.font('regular');
}

type Opened = { _font: { font: { hasGlyphForCodePoint: HasGlyph } } };

function hasGlyph(pdf: Pdf, face: Face, letter: string): boolean {
  const { _font } = pdf.font(face) as unknown as Opened;
  return _font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

export function faceWith(pdf: Pdf, weight: Weight, letter: string): Face | null {
  if (hasGlyph(pdf, weight, letter)) return weight;
  const [script] = SCRIPTS.find(([, pattern]) => pattern.test(letter)) ?? [];
  const face = script && (`${script} ${weight}` as const);
  return face && hasGlyph(pdf, face, letter) ? face : null;
}
