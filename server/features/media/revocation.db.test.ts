import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTwo, PERSONS_ENDS, timesOf, VISITORS_ENDS } from '#test/fixtures/revocation.ts';

let two: Awaited<ReturnType<typeof openTwo>>;
beforeAll(async () => {
  two = await openTwo();
});
afterAll(() => two.close());

const SMALL = ['tile', 'picture', 'original', 'document', 'report'];
const CLASSES = [...SMALL, 'film', 'original film', 'archive'];
const DOWNLOADS = ['download', 'command', 'download under way', 'command under way'];
const UNDER_WAY = ['film under way', 'original film under way', 'archive under way'];

test.each(Object.keys(PERSONS_ENDS))(
  "a person's addresses and what they were sent end in every process: %s",
  async (way) => {
    expect(Object.keys(await timesOf(two, 'person', way))).toEqual(
      expect.arrayContaining([...CLASSES, ...UNDER_WAY, ...DOWNLOADS]),
    );
  },
);

test.each(Object.keys(VISITORS_ENDS))(
  "a visitor's addresses and what they were sent end in every process: %s",
  async (way) => {
    expect(Object.keys(await timesOf(two, 'visitor', way))).toEqual([
      ...CLASSES,
      'card',
      ...UNDER_WAY,
    ]);
  },
);
