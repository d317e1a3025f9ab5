import { expect, test } from 'vitest';
import type { ReportContent } from './content.ts';
import { renderReport } from './document.ts';

const PICTURE = { fileId: 'a', preset: 256 };

async function render(name: string, summary: string): Promise<string> {
  const content: ReportContent = {
    template: 8,
    brand: { name: 'Overfly', color: '#3552d0' },
    project: {
      name: 'Gate',
      address: null,
      status: 'active',
      startDate: null,
      estimatedCompletionDate: null,
    },
    week: { title: 'Week 2', summary, day: '2026-11-20' },
    before: null,
    views: [
      {
        name,
        before: null,
        after: PICTURE,
        days: { before: null, after: '2026-11-20' },
        laid: null,
        sign: null,
      },
    ],
    approval: null,
    pins: [],
    flight: null,
    photoCount: 1,
    map: null,
  };
  const madeAt = new Date('2026-11-20T10:00:00Z');
  const none = () => Promise.resolve(null);
  const pdf = await renderReport(content, { madeAt, logo: null, load: none, onPercent() {} });
  return pdf.toString('latin1');
}

const fontsIn = (pdf: string) =>
  new Set([...pdf.matchAll(/\/FontName \/[A-Z]+\+([\w-]+)/g)].map(([, name]) => name));
const pagesIn = (pdf: string) => /\/Type \/Pages\n\/Count (\d+)/.exec(pdf)?.[1];

test('a report embeds only the fonts that its letters need', async () => {
  const plain = await render('North gate 🏗️', 'Łódź, Ελλάδα, Москва and 北京.');
  expect(fontsIn(plain)).toEqual(new Set(['Inter-Regular', 'Inter-SemiBold']));
  const mixed = await render('שער הצפון', 'تم صب الطابق الثالث');
  const noto = [...fontsIn(mixed)].filter((name) => name?.startsWith('Noto'));
  expect(new Set(noto)).toEqual(new Set(['NotoSansArabic-Regular', 'NotoSansHebrew-SemiBold']));
});

test('photos follow the summary, and long right-to-left text continues on the next page', async () => {
  const short = await render('Gate', 'עבודות הפלדה מתקדמות. ');
  const long = await render('Gate', 'עבודות הפלדה מתקדמות. '.repeat(300));
  expect([pagesIn(short), pagesIn(long)]).toEqual(['2', '4']);
});
