import { spawnSync } from 'node:child_process';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { readEntry, readZip, type ZipReader } from '#test/fixtures/zip-reader.ts';
import { planZip, zipBytes, type OpenSource, type ZipEntry, type ZipPlan } from './zip.ts';

const folder = temporaryFolder();
const GIB = 1024 ** 3;
const TAKEN = new Date('2025-07-14T10:23:44Z');

/** Bytes that differ by position, so that a shift is noticed. */
const content = (length: number, seed: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8) * 7 + seed * 101) % 256));

const SOURCES = new Map(
  [0, 1, 5, 70_000, 4096, 12_345].map((length, seed) => [`key-${seed}`, content(length, seed)]),
);
const NAMES = ['empty', 'a.jpg', 'Week 12/öüó 日本 🏗️.jpg', 'Week 12/b.jpg', 'c (2).jpg', 'd'];
const ENTRIES: ZipEntry[] = [...SOURCES].map(([source, bytes], index) => ({
  name: NAMES[index] ?? '',
  size: bytes.length,
  crc32: crc32(bytes),
  modifiedAt: TAKEN,
  source,
}));

/** Yields chunks of uneven length, as files and networks do. */
const fromSources: OpenSource = async function* fromMap(source, start, end) {
  const bytes = SOURCES.get(source) ?? Buffer.alloc(0);
  for (let at = start; at <= end; at += 1000)
    yield bytes.subarray(at, Math.min(at + 1000, end + 1));
};
const noSource: OpenSource = (source) => {
  throw new Error(`${source} should not be opened`);
};

async function collect(plan: ZipPlan, start: number, end: number, open = fromSources) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipBytes(plan, start, end, open)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const whole = (plan: ZipPlan) => collect(plan, 0, plan.size - 1);
const readerOf = (plan: ZipPlan, open?: OpenSource): ZipReader => ({
  size: plan.size,
  read: (start, end) => collect(plan, start, end, open),
});

describe('an archive', () => {
  it('has the planned size and contains every file', async () => {
    const plan = planZip(ENTRIES);
    const archive = await whole(plan);
    expect(archive.length).toBe(plan.size);
    const zip = {
      size: archive.length,
      read: async (a: number, b: number) => archive.subarray(a, b + 1),
    };
    const entries = await readZip(zip);
    expect(entries.map(({ name }) => name)).toEqual(NAMES);
    expect(new Set(entries.map(({ modified }) => modified))).toEqual(
      new Set(['2025-07-14T10:23:44']),
    );
    const files = await Promise.all(entries.map((entry) => readEntry(zip, entry)));
    expect(files).toEqual([...SOURCES.values()]);
  });

  it("can be read by Python's zipfile, if installed", async () => {
    const path = await folder.write('a.zip', await whole(planZip(ENTRIES)));
    const script =
      'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip(),len(z.namelist()))';
    const python = spawnSync('python3', ['-c', script, path], { encoding: 'utf8' });
    // If Python isn't installed, the previous test must be enough.
    const missing = python.error && 'code' in python.error && python.error.code === 'ENOENT';
    expect(missing ? 'None 6\n' : python.stdout + python.stderr).toBe('None 6\n');
  });

  it('is reproducible and changes with its entries', async () => {
    expect(await whole(planZip(ENTRIES))).toEqual(await whole(planZip(ENTRIES)));
    const renamed = ENTRIES.map((entry) => ({ ...entry, name: `x${entry.name}` }));
    expect(planZip(renamed).size).toBe(planZip(ENTRIES).size + 2 * ENTRIES.length);
  });

  it('can be empty', async () => {
    const plan = planZip([]);
    expect(plan.size).toBe(22);
    expect(await readZip(readerOf(plan))).toEqual([]);
  });

  it.each([
    [new Date('1970-01-01T00:00:00Z'), '1980-01-01T00:00:00'],
    [new Date(Number.NaN), '1980-01-01T00:00:00'],
    [new Date('2025-12-31T23:59:59Z'), '2025-12-31T23:59:58'],
    [new Date('2300-06-05T04:03:02Z'), '2107-06-05T04:03:02'],
  ])('stores the date %s as %s', async (modifiedAt, expected) => {
    const plan = planZip([{ name: 'a', size: 0, crc32: 0, modifiedAt, source: '' }]);
    expect((await readZip(readerOf(plan)))[0]?.modified).toBe(expected);
  });
});

describe('a range', () => {
  it('equals the same slice of the whole archive', async () => {
    const plan = planZip(ENTRIES);
    const archive = await whole(plan);
    let state = 20_250_714;
    const random = (limit: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % limit;
    };
    for (let time = 0; time < 400; time++) {
      const start = random(plan.size);
      const end = start + random(plan.size - start);
      expect((await collect(plan, start, end)).equals(archive.subarray(start, end + 1))).toBe(true);
    }
  });

  it('of one byte is right at every boundary between parts', async () => {
    const plan = planZip(ENTRIES);
    const archive = await whole(plan);
    for (const { offset } of plan.parts) {
      for (const at of [offset - 1, offset, offset + 1]) {
        if (at < 0) continue;
        expect(await collect(plan, at, at)).toEqual(archive.subarray(at, at + 1));
      }
    }
  });

  it('opens only the sources it needs', async () => {
    const plan = planZip(ENTRIES);
    const opened: string[] = [];
    const open: OpenSource = (source, start, end) => {
      opened.push(`${source} ${start}-${end}`);
      return fromSources(source, start, end);
    };
    const data = plan.parts.find((part) => 'source' in part && part.source === 'key-3');
    const start = (data?.offset ?? 0) + 100;
    await collect(plan, start, start + 9, open);
    expect(opened).toEqual(['key-3 100-109']);
  });
});

describe('a source that changed', () => {
  it.each([
    ['shorter', -1],
    ['longer', 1],
  ])('breaks the stream before the next file if it is %s', async (_, difference) => {
    const plan = planZip(ENTRIES);
    const open: OpenSource = async function* changed(source, start, end) {
      if (source === 'key-3') yield content(end - start + 1 + difference, 3);
      else yield* fromSources(source, start, end);
    };
    await expect(collect(plan, 0, plan.size - 1, open)).rejects.toThrow(
      'key-3 does not have the size that the archive was planned with',
    );
  });
});

describe('ZIP64', () => {
  const entry = (name: string, size: number): ZipEntry => ({
    name,
    size,
    crc32: 0x12345678,
    modifiedAt: TAKEN,
    source: name,
  });
  const read = (entries: ZipEntry[]) => readZip(readerOf(planZip(entries), noSource));

  it('supports files larger than 4 GiB and files that start after 4 GiB', async () => {
    const sizes = [3, 5 * GIB, 2 * GIB, 7, 0xffffffff, 0xfffffffe, 1];
    const entries = await read(sizes.map((size, index) => entry(`${index}`, size)));
    expect(entries.map(({ size }) => size)).toEqual(sizes);
    expect(entries.at(-1)?.data).toBeGreaterThan(15 * GIB);
  });

  it('is used only where needed', () => {
    const small = planZip([entry('a', 0xfffffffe)]);
    const large = planZip([entry('a', 0xffffffff)]);
    // One byte of data, two extra fields, and the ZIP64 end record: the directory now starts after 4 GiB.
    expect(small.size).toBe(0xfffffffe + 31 + 47 + 76 + 22);
    expect(large.size).toBe(small.size + 1 + 20 + 20);
    expect(planZip([entry('a', 1000)]).size).toBe(1000 + 31 + 47 + 22);
  });

  it('supports more than 65,535 files', async () => {
    const names = Array.from({ length: 66_001 }, (_, index) => `${index}.jpg`);
    const entries = await read(names.map((name) => entry(name, 0)));
    expect(entries.map(({ name }) => name)).toEqual(names);
  });
});
