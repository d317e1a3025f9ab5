import { describe, expect, it } from 'vitest';
import { type Opening, readOpening, writeOpening } from './opening.ts';

const week = '0197a7c0-0000-7000-8000-000000000001';
const photo = '0197a7c0-0000-7000-8000-000000000002';
const older = '0197a7c0-0000-7000-8000-000000000003';

describe('the viewer state in the URL', () => {
  it.each<Opening>([
    { mode: 'single', file: { submissionId: week, fileId: photo } },
    { mode: 'gallery', file: { submissionId: week, fileId: null } },
    {
      mode: 'compare',
      file: { submissionId: week, fileId: photo },
      before: { submissionId: older, fileId: photo },
      split: 40,
      position: { scale: 2.25, x: -0.125, y: 0.5, rotation: 90 },
    },
    {
      mode: 'compare',
      file: { submissionId: week, fileId: photo },
      before: { submissionId: older, fileId: photo },
      split: 70,
      overlay: 'fade',
      isAsTaken: true,
    },
    {
      mode: 'compare',
      file: { submissionId: week, fileId: photo },
      before: { submissionId: older, fileId: photo },
      isMarked: true,
    },
  ])('can be read back: $mode', (opening) => {
    const search = writeOpening('?tab=photos', opening);
    expect(search).toMatch(/^\?tab=photos&view=[\w.-]+$/);
    expect(readOpening(search)).toEqual(opening);
  });
  it('includes the open pin', () => {
    const search = writeOpening('', { mode: 'single', pin: photo });
    expect(search).toBe(`?view=single&pin=${photo}`);
    expect(readOpening(search)?.pin).toBe(photo);
    expect(writeOpening(search, { mode: 'single' })).toBe('?view=single');
  });
  it('omits the position if not zoomed', () => {
    const position = { scale: 1, x: 0, y: 0, rotation: 0 } as const;
    expect(writeOpening('', { mode: 'single', position })).toBe('?view=single');
  });
  it('is removed without affecting other parameters', () => {
    expect(writeOpening('?view=single', null)).toBe('');
    expect(writeOpening('?view=single&tab=maps', null)).toBe('?tab=maps');
  });
  it.each([
    '',
    '?view=',
    '?view=edit',
    '?view=single_1.2',
    `?view=single_${week}.<script>`,
    `?view=single_${week}_z100x0y0r45`,
  ])('is ignored if invalid: "%s"', (search) => {
    expect(readOpening(search)).toBeNull();
  });
  it('is limited to valid zoom and divider values', () => {
    expect(readOpening('?view=compare_s400')?.split).toBe(100);
    expect(readOpening('?view=single_z900x0y0r0')?.position).toBeUndefined();
  });
});
