import { expect, test } from 'vitest';
import {
  coordinatesText,
  draftWithFiles,
  interruptedDraftOf,
  projectOptions,
  proposeDay,
  proposeDraft,
} from './proposal.ts';
import type { Project } from '#domain/projects.ts';
import { unreadPhoto } from './reading/read-photo.ts';

const draft = (id: string, recordedDate: string | null) => ({ id, title: id, recordedDate });
const DRAFTS = [draft('c', null), draft('b', '2026-11-24'), draft('a', '2026-11-24')];

test.each([
  ['2026-11-24', undefined, 'b'],
  ['2026-11-25', undefined, undefined],
  [null, undefined, undefined],
  ['2026-11-25', 'c', 'c'],
  ['2026-11-24', null, undefined],
  // From another project.
  ['2026-11-25', 'x', undefined],
])('a visit on %s with the choice %s is added to %s', (day, chosen, expected) => {
  expect(proposeDraft(DRAFTS, day, { chosen, begun: null })?.id).toBe(expected);
});

test('proposes a draft that has some of the files before one from the same day', () => {
  const proposed = (chosen: string | null | undefined, begun: string | null) =>
    proposeDraft(DRAFTS, '2026-11-24', { chosen, begun })?.id;
  expect([proposed(undefined, 'c'), proposed('a', 'c'), proposed(null, 'c')]).toEqual([
    'c',
    'a',
    undefined,
  ]);
  // The draft has been published or moved to another project.
  expect(proposed(undefined, 'x')).toBe('b');
});

test('finds the draft that most files were being uploaded to or are stored in', () => {
  const photo = (name: string) => unreadPhoto(new File(['x'], name), name);
  const waitsFor = (id: string, ...names: string[]) => ({
    id,
    projectId: 'p',
    hasFile: ({ name }: { name: string }) => names.includes(name),
  });
  const drafts = [
    waitsFor('other', '3.JPG'),
    waitsFor('a', '1.JPG'),
    waitsFor('b', '1.JPG', '2.JPG'),
  ];
  expect(interruptedDraftOf([photo('1.JPG'), photo('2.JPG')], drafts)?.id).toBe('b');
  expect(interruptedDraftOf([photo('4.JPG')], drafts)).toBe(null);
  const known = [
    ['1', 'published'],
    ['2', 'published'],
    ['1', 'a'],
  ].map(([sha256 = '', submissionId = '']) => ({
    sha256,
    submissionId,
    fileSize: 1,
    submissionTitle: '',
  }));
  expect(draftWithFiles(new Set(['1', '2']), { known, drafts: DRAFTS })).toBe('a');
  expect(draftWithFiles(new Set(['2']), { known, drafts: DRAFTS })).toBe(null);
});

test('lists the nearest project first, and projects without coordinates last', () => {
  const project = (name: string, latitude: number | null) =>
    ({ id: name, name, companyName: 'Acme', latitude, longitude: latitude && -97 }) as Project;
  const projects = [project('Nowhere', null), project('Far', 32), project('Near', 31.001)];
  expect(projectOptions(projects, { latitude: 31, longitude: -97 }, 'us')).toEqual([
    { value: 'Near', label: expect.stringMatching(/^Near · Acme · \d+\sft$/) },
    { value: 'Far', label: expect.stringMatching(/^Far · Acme · \d+\smi$/) },
    { value: 'Nowhere', label: 'Nowhere · Acme' },
  ]);
  expect(projectOptions(projects, null, 'us').map(({ value }) => value)).toEqual([
    'Nowhere',
    'Far',
    'Near',
  ]);
  expect(coordinatesText({ latitude: 31.123456789, longitude: -1e-7 })).toBe('31.123457, 0');
});

test('takes the day from videos if a visit has no photos', () => {
  const film = (takenAt: number) => ({
    ...unreadPhoto(new File([], 'a.mp4', { lastModified: 5 }), 'a.mp4'),
    takenAt,
  });
  const dayOf = (takenAt: number) =>
    proposeDay([film(takenAt)], 'America/Chicago', '2026-11-25').day;
  expect(dayOf(Date.parse('2026-11-24T02:00:00Z'))).toBe('2026-11-23');
  expect(dayOf(5)).toBe(null);
});
