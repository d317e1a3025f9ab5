import { expect, test } from 'vitest';
import { contentParts, embeddedIds, embedFiles } from './content-text.ts';

const A = { id: '0b3a5c1e-0000-4000-8000-000000000001', fileName: 'DJI_0001.JPG' };
const B = { id: '0b3a5c1e-0000-4000-8000-000000000002', fileName: 'a [b]\nc.mp4' };

test('inserts files at the cursor, on separate lines', () => {
  const { text, position } = embedFiles('Slab.Crane.', 5, [A, B]);
  expect(text).toBe(`Slab.\n![DJI_0001.JPG](file:${A.id})\n![a b c.mp4](file:${B.id})\nCrane.`);
  expect(text.slice(position)).toBe('Crane.');
  expect(embeddedIds(text)).toEqual([A.id, B.id]);
  expect(contentParts(text)).toMatchObject([
    { at: 0, kind: 'text', text: 'Slab.\n' },
    { kind: 'file', fileId: A.id },
    { kind: 'file', fileId: B.id },
    { kind: 'text', text: '\nCrane.' },
  ]);
});

test('leaves other links and pictures unchanged', () => {
  const text = '![plan](https://city.example/plan.png) and ![x](file:1)';
  expect(contentParts(text)).toEqual([{ at: 0, kind: 'text', text }]);
});
