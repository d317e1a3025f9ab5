import { escapeHtml } from '#domain/html.ts';
import type { LogoBrand } from '#domain/public-site.ts';
import { OWN_LOGO } from '#domain/site-pictures.ts';

/** JSON that can't close the `<script type="application/json">` around it. */
export const jsonForScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export function tag(
  name: string,
  attributes: Record<string, string | number | null | undefined>,
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value == null ? [] : [` ${key}="${escapeHtml(String(value))}"`],
  );
  return `<${name}${written.join('')}>`;
}

/** Fills in the template. Uses replacer functions, because `$` has a meaning in replacement strings. */
export const fillTemplate = (
  template: string,
  parts: { head: string; app: string; data: string },
): string =>
  template
    .replace('<!--head-->', () => parts.head)
    .replace('<!--app-->', () => parts.app)
    .replace('<!--data-->', () => parts.data);

/** From the template's brand JSON; the product's own without one. */
export function brandIn(template: string): LogoBrand {
  const own = { name: 'Overfly', logoUrl: OWN_LOGO, logoDarkUrl: OWN_LOGO };
  const json = /<meta\s+name="brand"\s+content='([^']*)'/.exec(template)?.[1] ?? '{}';
  const { name, logoUrl, logoDarkUrl } = { ...own, ...(JSON.parse(json) as Partial<LogoBrand>) };
  return { name, logoUrl, logoDarkUrl };
}
