import { hash } from 'node:crypto';
import { accentColors } from '#domain/colors.ts';
import { escapeHtml } from '#domain/html.ts';
import type { Brand } from '#domain/public-site.ts';
import { iconUrl, OWN_LOGO } from '#domain/site-pictures.ts';

/** JSON that needs no escaping in a quoted attribute or a script. */
const safeJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[&'<>\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Custom properties such as `--accent-dark`; foundation.css chooses by scheme. */
const colorsOf = (color: string) =>
  Object.entries(accentColors(color))
    .flatMap(([scheme, of]) =>
      Object.entries(of).map(([use, value]) => `--${use}-${scheme}:${value}`),
    )
    .join(';');

/** Safari doesn't show an SVG as icon. */
const OWN_ICONS = `<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="icon" href="/favicon.png" type="image/png" sizes="48x48">`;

function headOf({ color, logoUrl }: Brand): string {
  const icon = `<link rel="icon" href="${escapeHtml(iconUrl(logoUrl, 48) ?? logoUrl)}">`;
  const touchIcon = iconUrl(logoUrl, 180) ?? '/apple-touch-icon.png';
  return `<style>:root{${colorsOf(color)}}</style>
<meta name="theme-color" content="${escapeHtml(color)}">
${logoUrl === OWN_LOGO ? OWN_ICONS : icon}
<link rel="apple-touch-icon" href="${escapeHtml(touchIcon)}">`;
}

/**
 * Fills in `<!--brand-->`, `<meta name="brand" content='…'>`, which scripts read, and placeholders such as
 * `{{brand.name}}`. Browsers read the manifest again when `{{brand.version}}` in its URL changes.
 */
export function brandedPage(html: string, brand: Brand): string {
  const version = hash('sha256', JSON.stringify(brand)).slice(0, 8);
  const values = Object.entries({ ...brand, version }).map(([key, value]): [string, string] => [
    `brand.${key}`,
    value,
  ]);
  const marks = new Map(values);
  return html
    .replace('<!--brand-->', () => headOf(brand))
    .replace(/(<meta\s+name="brand"\s+content=)'[^']*'/, (_all, start: string) => {
      return `${start}'${safeJson(brand)}'`;
    })
    .replaceAll(/\{\{([\w.]+)\}\}/g, (mark, key: string) => {
      const value = marks.get(key);
      return value === undefined ? mark : escapeHtml(value);
    });
}
