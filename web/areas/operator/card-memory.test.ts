import { expect, test } from 'vitest';
import type { LeftOver } from '#web/submissions/card/split-files.ts';
import { CardMemory } from './card-memory.ts';

const fileOf = (name: string) => new File(['1'], name, { lastModified: 1 });
const on = (file: File, left: LeftOver | null = null) => ({ file, left });
const dropped = (file: File, handles: FileSystemHandle[] = []) => ({
  files: [{ file, path: file.name }],
  handles,
  ignoredPaths: [],
});
const handle = { kind: 'directory', name: 'DCIM' } as FileSystemHandle;

function createMemory() {
  const kept: Parameters<CardMemory['restore']>[0][] = [];
  const memory = new CardMemory((batch) => kept.push(batch));
  const names = () => kept.at(-1)?.files.map(({ name }) => name);
  return { memory, names, kept };
}

test('a second drop keeps remaining files from the first drop and from before a reload', () => {
  const { memory, names, kept } = createMemory();
  const [left, second] = [fileOf('left.jpg'), fileOf('second.jpg')];
  const earlier = { name: 'earlier.jpg', size: 1, lastModified: 1 };
  memory.restore({ handles: [handle], files: [earlier] });
  memory.add(dropped(left, [handle]));
  memory.save([on(left)]);
  memory.add(dropped(second, [handle]));
  memory.save([on(left), on(second)]);
  expect(names()).toEqual(['earlier.jpg', 'left.jpg', 'second.jpg']);
  expect(kept.at(-1)?.handles).toHaveLength(3);

  memory.save([on(fileOf('earlier.jpg'))]);
  expect(memory.snapshot().missing).toEqual([]);
  memory.save([]);
  expect(kept.at(-1)).toBeNull();
});

test('files without a handle are at risk until they are added to a draft', () => {
  const { memory } = createMemory();
  const [withHandle, withoutHandle] = [fileOf('withHandle.jpg'), fileOf('withoutHandle.jpg')];
  memory.add(dropped(withHandle, [handle]));
  memory.add(dropped(withoutHandle));
  memory.save([on(withHandle), on(withoutHandle)]);
  expect(memory.snapshot().isAtRisk).toBe(true);
  memory.save([on(withHandle)]);
  expect(memory.snapshot().isAtRisk).toBe(false);
});

test('a file set aside from a draft still belongs to it after a reload', () => {
  const draft = { submissionId: '1', title: 'Week 12', message: 'Almost black.', canReturn: true };
  const [dark, other] = [fileOf('dark.jpg'), fileOf('other.jpg')];
  const { memory, kept } = createMemory();
  memory.add(dropped(dark));
  memory.save([on(dark, draft)]);
  expect(memory.snapshot().isAtRisk).toBe(false);

  const { memory: after } = createMemory();
  after.restore(kept.at(-1) ?? null);
  expect(after.snapshot().missing).toMatchObject([{ name: 'dark.jpg', left: draft }]);
  expect(after.leftOverOf(fileOf('dark.jpg'))).toEqual(draft);
  expect(after.leftOverOf(other)).toBe(null);
});
