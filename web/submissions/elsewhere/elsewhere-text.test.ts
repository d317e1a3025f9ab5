import { expect, test } from 'vitest';
import type { ElsewhereFile } from '#domain/elsewhere.ts';
import {
  elsewhereWarnings,
  groupElsewhere,
  groupTitle,
  isMajority,
  proposedTarget,
} from './elsewhere-text.ts';

const NORTH = { projectId: 'n', projectName: 'North Yard', meters: 50, draft: null };
let number = 0;
const file = (meters: number | null, nearest: ElsewhereFile['nearest']): ElsewhereFile => ({
  fileId: `${++number}`,
  fileName: `${number}.JPG`,
  kind: 'photo',
  meters,
  nearest,
});
const FILES = [
  file(100_000, null),
  file(100_000, null),
  file(100_000, null),
  file(5500, NORTH),
  file(6000, NORTH),
];

test('groups files by the nearest project, with files near no project last', () => {
  const groups = groupElsewhere(FILES);
  expect(groups.map(groupTitle)).toEqual([
    '2 files near North Yard',
    '3 files not near any of your projects',
  ]);
  expect(groups.map((group) => isMajority(group, { placed: 5 }))).toEqual([false, true]);
});

test('warnings name the files and how far away they were taken', () => {
  const warnings = elsewhereWarnings({ files: FILES }, 'Harbor Tower', 'us');
  expect(warnings).toEqual([
    '2 files were taken 3.4–3.7\u00A0mi from Harbor Tower, near North Yard: 4.JPG, 5.JPG.',
    '3 files were taken 62\u00A0mi from Harbor Tower: 1.JPG, 2.JPG, 3.JPG.',
  ]);
  const near = { files: [file(200, null), file(6000, null)] };
  expect(elsewhereWarnings(near, 'Harbor Tower', 'us')[0]).toMatch(
    / 656\sft–3\.7\smi from Harbor Tower: /,
  );
  const known = { files: [file(null, NORTH)] };
  expect(elsewhereWarnings(known, 'Harbor Tower', 'us')).toEqual([
    '1 file was taken near North Yard: 8.JPG.',
  ]);
});

test('proposes the project that all the files are near', () => {
  expect(proposedTarget(FILES.slice(3))).toEqual({ projectId: 'n', draftId: null });
  expect(proposedTarget(FILES)).toBeUndefined();
  expect(proposedTarget([])).toBeUndefined();
});
