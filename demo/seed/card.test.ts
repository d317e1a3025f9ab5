import { expect, test } from 'vitest';
import { filesOf, incompleteCard } from './card.ts';
import { SAMPLE_PROJECTS } from './projects.ts';
import { SITE } from '../flight/place.ts';
import { SURVEYS } from '../flight/calendar.ts';

const visit = (week: number) => filesOf({ week, day: '2026-11-16', site: SITE, isSurveyed: true });
const isMap = ({ fileName }: { fileName: string }) => fileName.endsWith('.tif');

test('every survey belongs to a visit of the main sample site, the last to its draft', () => {
  const weeks = SAMPLE_PROJECTS[0]?.weeks ?? 0;
  const brought = Array.from({ length: weeks }, (_, index) => visit(index + 1));
  const shown = [...brought, incompleteCard(visit(weeks + 1))];
  const mapped = shown.flatMap((files, index) => (files.some(isMap) ? [index + 1] : []));
  expect(mapped).toEqual(SURVEYS);
  expect(shown.at(-1)?.filter(isMap)).toHaveLength(4);
});

test('a card removed too early has three photos and half of a fourth', async () => {
  const whole = visit(10).filter((file) => !isMap(file));
  const left = incompleteCard(whole);
  expect(left.map(({ fileName }) => fileName)).toEqual(
    whole.slice(0, 4).map(({ fileName }) => fileName),
  );
  const [halved, full] = await Promise.all([left[3]?.read(), whole[3]?.read()]);
  expect(halved).toHaveLength(Math.floor((full?.length ?? 0) / 2));
});
