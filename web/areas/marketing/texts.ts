import { dollars } from '#domain/pricing.ts';
import type { PublicSite, SitePart } from '#domain/public-site.ts';

export const isShown = ({ hidden }: Pick<PublicSite, 'hidden'>, part: SitePart): boolean =>
  !hidden.includes(part);

/** Fills in {area}, {response} and prices such as {visit}. Leaves out sentences with a price that isn't shown. */
export function withTexts(site: PublicSite): PublicSite {
  const prices = Object.entries(site.prices).map(([name, price]): [string, string | null] => [
    `{${name}}`,
    isShown(site, 'pricing') && price > 0 ? dollars(price) : null,
  ]);
  const values = new Map([
    ...prices,
    ['{area}', site.brand.serviceArea],
    ['{response}', site.brand.responseTime],
  ]);
  const fill = (sentence: string) => {
    const marks = sentence.match(/\{\w+\}/g) ?? [];
    if (marks.some((mark) => values.get(mark) === null)) return '';
    return sentence.replaceAll(/\{\w+\}/g, (mark) => values.get(mark) ?? mark);
  };
  const texts = Object.fromEntries(
    Object.entries(site.texts).map(([name, text]) => [
      name,
      text.replaceAll(/[^.!?|\n]+[.!?]*/g, fill),
    ]),
  ) as PublicSite['texts'];
  return { ...site, texts };
}

type Item = { title: string; text: string };

/** Lines such as "title | text". The lines without | introduce them. */
export function readItems(text: string): { lede: string; items: Item[] } {
  const lines = text.split('\n');
  return {
    lede: lines
      .filter((line) => !line.includes('|'))
      .join(' ')
      .trim(),
    items: lines.flatMap((line) => {
      const [title = '', ...rest] = line.split('|');
      const item = { title: title.trim(), text: rest.join('|').trim() };
      return item.text === '' ? [] : [item];
    }),
  };
}

export const faqOf = (site: Pick<PublicSite, 'hidden' | 'texts'>): Item[] =>
  isShown(site, 'faq') ? readItems(site.texts.faq).items : [];
