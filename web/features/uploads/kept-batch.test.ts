import { expect, test } from 'vitest';
import { dropFiles, keepFiles, keptTotals, markDone, sortOut } from './kept-batch.ts';
import { likenessOf, type PickedFile } from './picked-file.ts';

const picked = (name: string, text = name, path = name): PickedFile => ({
  file: new File([text], name, { lastModified: 1_700_000_000_000 }),
  path,
});
const [one, two, three] = [picked('1.jpg'), picked('2.jpg'), picked('3.jpg')] as const;
const likeness = ({ file }: PickedFile) => likenessOf(file);

test('a batch remembers every file once, however often it was chosen', () => {
  const batch = keepFiles(keepFiles(null, 's', [one, two], []), 's', [two, three], []);
  expect(batch.files.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
});

test('a batch is forgotten once all of it is through', () => {
  const batch = keepFiles(null, 's', [one, two], []);
  const half = markDone(batch, new Set([likeness(one)]));
  expect(half && keptTotals(half, 2)).toEqual({ files: 2, filesDone: 1, bytes: 10, bytesDone: 7 });
  expect(half && markDone(half, new Set([likeness(two)]))).toBe(null);
});

test('a cancelled file is no longer waited for', () => {
  const batch = markDone(keepFiles(null, 's', [one, two], []), new Set([likeness(one)]));
  expect(batch && dropFiles(batch, new Set([likeness(two)]))).toBe(null);
});

test('files chosen again from another folder are recognised', () => {
  const batch = markDone(keepFiles(null, 's', [one, two], []), new Set([likeness(one)]));
  const again = [picked('1.jpg', '1.jpg', 'DCIM/1.jpg'), picked('2.jpg', '2.jpg', 'DCIM/2.jpg')];
  const { left, through } = sortOut(batch, again);
  expect(left.map(({ path }) => path)).toEqual(['DCIM/2.jpg']);
  expect(through.map(({ path }) => path)).toEqual(['DCIM/1.jpg']);
});

test('another file of the same name is not taken for one that is through', () => {
  const batch = markDone(keepFiles(null, 's', [one, two], []), new Set([likeness(one)]));
  expect(sortOut(batch, [picked('1.jpg', 'other bytes')]).left).toHaveLength(1);
});
