import { escapeHtml } from '#domain/html.ts';
import type { Brand } from '#domain/public-site.ts';

/** JSON that needs no escaping in a quoted attribute or a script. */
const safeJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[&'<>\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Fills in `<meta name="brand" content='…'>`, which scripts read, and placeholders such as `{{brand.name}}`. */
export function brandedPage(html: string, brand: Brand): string {
  const values = Object.entries(brand).map(([key, value]): [string, string] => [
    `brand.${key}`,
    value,
  ]);
  const marks = new Map(values);
  return html
    .replace(/(<meta\s+name="brand"\s+content=)'[^']*'/, (_all, start: string) => {
      return `${start}'${safeJson(brand)}'`;
    })
    .replaceAll(/\{\{([\w.]+)\}\}/g, (mark, key: string) => {
      const value = marks.get(key);
      return value === undefined ? mark : escapeHtml(value);
    });
}
