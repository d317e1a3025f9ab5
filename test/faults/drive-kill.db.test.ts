import { createHash, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { DriveImport } from '#domain/drive.ts';
import type { StaffFile } from '#domain/files.ts';
import { bytesContent } from '../fixtures/google/content.ts';
import { FakeGoogle } from '../fixtures/google/google.ts';
import { startWithSubmissions } from './program-with-submissions.ts';

const RECOVERY_MS = 120_000;

const google = await new FakeGoogle().listen();
const { bases, serviceAccount } = google.settings('service-account');
const { program, cookie, flightId, close } = await startWithSubmissions(0, {
  GOOGLE_SERVICE_ACCOUNT: JSON.stringify({
    client_email: serviceAccount?.email,
    private_key: serviceAccount?.privateKey,
  }),
  GOOGLE_TOKEN_BASE: bases.token,
  GOOGLE_DRIVE_BASE: bases.drive,
  LOG_LEVEL: 'warn',
});
afterAll(async () => {
  await close();
  await google.close();
});

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${program.url}/api/operator/submissions/${flightId}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
}
const filesOf = async (driveFileId: string) =>
  (await ask<{ imports: DriveImport[] }>('drive-imports')).imports
    .flatMap((one) => one.files)
    .filter((file) => file.driveFileId === driveFileId);
/** A file's import progress. If it isn't imported: Drive's requests and the program's log in one line. */
const progressOf = ({ state, problem, doneBytes }: DriveImport['files'][number]) =>
  state === 'imported'
    ? state
    : [
        problem ?? state,
        doneBytes,
        ...google.requests.slice(-4).map((line) => line.slice(0, 80)),
        program.log().slice(-800),
      ]
        .join(' | ')
        .replaceAll('\n', ' ');

test('resumes a Drive import after a kill and stores the right bytes', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(12_000_000)]);
  const starts: number[] = [];
  const item = google.items.add({
    name: 'plan.pdf',
    content: {
      size: bytes.length,
      read(from, to) {
        starts.push(from);
        return bytesContent(bytes).read(from, to);
      },
    },
  });
  // The connection stalls, so the import can't finish early.
  google.fail('stall', { of: `${item.id}?alt=media`, afterBytes: 7_000_000 });
  await ask('drive-imports', { source: null, files: [{ driveFileId: item.id, name: item.name }] });
  await expect
    .poll(async () => (await filesOf(item.id))[0]?.doneBytes ?? 0, { timeout: RECOVERY_MS })
    .toBeGreaterThan(4_000_000);
  await program.restart('SIGKILL');
  await expect
    .poll(async () => (await filesOf(item.id)).map(progressOf), { timeout: RECOVERY_MS })
    .toEqual(['imported']);
  const resumed = starts.filter((from) => from > 0);
  expect(resumed).toHaveLength(1);
  expect(resumed[0]).toBeGreaterThan(4_000_000);
  const [done] = await filesOf(item.id);
  const all = (await ask<{ files: StaffFile[] }>('files')).files;
  const file = all.find(({ id }) => id === done?.fileId);
  const original = await fetch(program.url + (file?.originalUrl ?? ''), { headers: { cookie } });
  const hash = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');
  expect(hash(new Uint8Array(await original.arrayBuffer()))).toBe(hash(bytes));
}, 300_000);
