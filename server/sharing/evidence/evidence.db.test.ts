import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EvidenceScope } from '#domain/evidence.ts';
import { publishSubmission } from '#server/submissions/service.ts';
import { audit } from '#server/platform/audit.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { downloadKey, originalKey } from '#server/platform/storage/storage.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeSubmission,
  makeViewpoint,
  type Person,
} from '#test/factories.ts';
import { makePictureReply, makePin } from '#test/fixtures/pins.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runVerifier, unpackZip } from '#test/fixtures/unpack-zip.ts';
import { runSite } from '#test/site.ts';
import { makeEvidencePack } from './make.ts';

const MIB = 1024 * 1024;
const site = runSite();
const folder = temporaryFolder();
let manager: Person;
let client: Person;
let week: Awaited<ReturnType<typeof makeWeek>>;

async function makeWeek() {
  const { ctx } = site;
  const { company, project } = await makeProjectWithPeople(ctx, { name: 'Tower <A>' });
  client = await makePerson(ctx, 'client', { companyId: company.id });
  const submission = await makeSubmission(ctx, project.id, { title: 'Week 7' });
  const photo = await makeFile(ctx, submission, {
    fileName: 'DJI_0001.JPG',
    createdBy: manager.id,
  });
  const bytes = randomBytes(3 * MIB + 5);
  const film = { fileName: 'Site.MP4', kind: 'video', fileType: 'video/mp4', bytes } as const;
  const video = await makeFile(ctx, submission, film);
  await site.as(manager).flightRecords.update({ submissionId: submission.id, notes: '<Crane>' });
  await publishSubmission(ctx, manager.viewer, { id: submission.id });
  return { project, submission, photo, video };
}

beforeAll(async () => {
  manager = await makePerson(site.ctx, 'project_manager');
  week = await makeWeek();
});

const scope = (): EvidenceScope => ({
  projectId: week.project.id,
  submissionId: week.submission.id,
});
const run = () => ({ isLastTry: false, signal: new AbortController().signal });
const listed = async (who: Person, id: string) =>
  (await site.as(who).downloads.list()).downloads.find((one) => one.id === id);

/** Requests a pack, waits for it, and unpacks it into folder `name`. */
async function makePack(name: string, who = manager, of = scope()) {
  const { id, url } = await site.as(who).evidence.make(of);
  await makeEvidencePack(site.ctx, id, run());
  const answer = await site.inject({ url, headers: { cookie: who.cookie } });
  expect(answer.statusCode).toBe(200);
  const names = await unpackZip(answer.rawPayload, folder.path(name));
  const root = folder.path(join(name, names[0]?.split('/')[0] ?? ''));
  const read = async (file: string) => readFile(join(root, file), 'utf8');
  return {
    id,
    root,
    names,
    read,
    manifest: JSON.parse(await read('manifest.json')),
    bytes: answer.rawPayload.length,
  };
}

test('a pack contains originals, uploaders, publishers and proofs', async () => {
  const measured = await site.as(manager).evidence.measure(scope());
  expect(measured).toEqual({ fileCount: 2, bytes: week.photo.fileSize + week.video.fileSize });
  const { id, root, manifest, names, bytes, read } = await makePack('whole');
  expect(names).toHaveLength(8);
  expect(await listed(manager, id)).toMatchObject({
    bytes,
    fileCount: 2,
    progress: { state: 'ready', percent: 100 },
  });
  expect(manifest.weeks).toMatchObject([{ title: 'Week 7', publishedBy: 'Test project_manager' }]);
  const photo = manifest.files.find(
    (file: { originalName: string }) => file.originalName === 'DJI_0001.JPG',
  );
  expect(photo).toMatchObject({
    sha256: week.photo.sha256,
    uploadedBy: 'Test project_manager',
    blocks: [],
  });
  expect(await read('README.html')).toContain('Evidence pack: Tower &#60;A&#62;');
  expect(await read('README.html')).toContain('&#60;Crane&#62;');
  expect(JSON.parse(await read('project.json')).flights).toMatchObject([{ notes: '<Crane>' }]);
  const { keys } = (await site.inject({ url: '/.well-known/overfly-signing-key.json' })).json();
  const { status, text } = runVerifier(root, '--key', keys[0].kid);
  expect(text).toContain('RESULT: Nothing in this folder has changed');
  expect([status, text.includes(`is valid, key ${keys[0].kid}`), text.includes('2 of 2')]).toEqual([
    0,
    true,
    false,
  ]);
  expect(text).toContain('6 of 6 are unchanged');
  const [asked] = (await site.auditEntries(week.submission.id)).slice(-1);
  expect(asked).toMatchObject({
    action: 'evidence-pack.requested',
    actorId: manager.id,
    detail: { files: 2 },
  });
});

describe('the verifier', () => {
  let whole: Awaited<ReturnType<typeof makePack>>;
  beforeAll(async () => {
    // Add an unrelated audit entry between those of the submission.
    await site.ctx.db.as(manager.viewer, (tx) =>
      audit(tx, 'test.other', { type: 'test', id: null }),
    );
    whole = await makePack('tampered');
  });

  /** The verifier's output for a copy of the pack changed by `tamper`. */
  async function verdict(
    tamper: (path: (name: string) => string) => Promise<unknown>,
    ...more: string[]
  ) {
    const copy = `${whole.root} copy`;
    await rm(copy, { recursive: true, force: true });
    await cp(whole.root, copy, { recursive: true });
    await tamper((name) => join(copy, name));
    return runVerifier(copy, ...more);
  }
  const pathOf = (name: string) =>
    whole.manifest.files.find((file: { originalName: string }) => file.originalName === name)
      .path as string;
  const change = async (path: string, from: string, to: string) => {
    const text = await readFile(path, 'utf8');
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
  };
  async function flip(path: string, at: number) {
    const bytes = await readFile(path);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);
  }

  test('names the block of a changed byte in a video', async () => {
    const film = pathOf('Site.MP4');
    const { status, text } = await verdict((path) => flip(path(film), 2 * MIB + 17));
    expect(status).toBe(1);
    expect(text).toContain(
      `${film} was changed. The first difference is between byte ${2 * MIB} and byte ${3 * MIB - 1}.`,
    );
    expect(text).toContain('5 of 6');
  });

  test('reports a video that was cut off or extended', async () => {
    const film = pathOf('Site.MP4');
    const bytes = await readFile(join(whole.root, film));
    const cut = await verdict((path) => writeFile(path(film), bytes.subarray(0, MIB + 9)));
    expect(cut.text).toContain(
      `It has ${MIB + 9} bytes instead of ${3 * MIB + 5}. The first difference is between byte ${MIB} and byte ${MIB + 9}.`,
    );
    const longer = await verdict((path) =>
      writeFile(path(film), Buffer.concat([bytes, Buffer.from('x')])),
    );
    expect(longer.text).toContain(`It has ${3 * MIB + 6} bytes instead of ${3 * MIB + 5}.`);
  });

  test('reports changed, removed and added files', async () => {
    const photo = pathOf('DJI_0001.JPG');
    expect((await verdict((path) => flip(path(photo), 40))).text).toContain(
      `${photo} was changed.`,
    );
    const removed = await verdict((path) => rm(path(photo)));
    expect([removed.status, removed.text.includes(`${photo} is missing.`)]).toEqual([1, true]);
    const added = await verdict((path) => writeFile(path('originals/More.JPG'), 'x'));
    expect(added.text).toContain("originals/More.JPG was added: manifest.json doesn't list it.");
    const left = await verdict((path) => writeFile(path('originals/.DS_Store'), 'x'));
    expect([left.status, left.text.includes('created by the operating system')]).toEqual([0, true]);
  });

  test('reports a manifest that differs by a single letter', async () => {
    const { status, text } = await verdict((path) =>
      change(path('manifest.json'), 'Test project_manager', 'Somebody'),
    );
    expect([status, text.includes("the signature doesn't match")]).toEqual([1, true]);
    const broken = await verdict((path) => change(path('manifest.json'), '{', ''));
    expect([broken.status, broken.text.includes("was changed and can't be read")]).toEqual([
      2,
      true,
    ]);
  });

  test.each([
    ['manifest.json', 'null'],
    ['manifest.json', '{"files": {}, "companions": [], "blockBytes": 1}'],
    ['manifest.json', '{"files": [1], "companions": [], "blockBytes": 1}'],
    ['manifest.json', '{"files": [], "companions": [], "blockBytes": 0}'],
    ['signature.json', 'null'],
  ])('reports %s that was replaced with this JSON: %s', async (name, json) => {
    const { status, text } = await verdict((path) => writeFile(path(name), json));
    expect([status, text]).toEqual([2, expect.stringContaining(`${name} was changed`)]);
  });

  test('reports a folder that replaces a file', async () => {
    const photo = pathOf('DJI_0001.JPG');
    const { status, text } = await verdict(async (path) => {
      await rm(path(photo));
      await mkdir(path(photo));
    });
    expect([status, text]).toEqual([1, expect.stringContaining(`${photo} is no longer a file.`)]);
  });

  test('reports changed, hidden and removed lines of the audit log', async () => {
    const lines = (await whole.read('audit.jsonl')).split('\n');
    expect(lines.some((line) => line.startsWith('{"hashes":"'))).toBe(true);
    const changed = await verdict((path) => change(path('audit.jsonl'), manager.id, client.id));
    expect(changed.text).toContain('audit.jsonl was changed.');
    expect(changed.text).toMatch(/the chain of the audit log is broken: entry \d+ \(line \d+\)/);
    const hidden = await verdict((path) =>
      change(path('audit.jsonl'), '{"hashes":"', '{"hashes":"AAAA'),
    );
    expect(hidden.text).toContain('the chain of the audit log is broken');
    const without = lines.filter((line) => !line.includes('submission.published')).join('\n');
    const gap = await verdict((path) => writeFile(path('audit.jsonl'), without));
    expect(gap.text).toContain('the chain of the audit log is broken');
  });

  test('refuses a mistyped key, and checks nothing with it or with --help', async () => {
    const key: string = whole.manifest.signingKey.keyId;
    for (const words of [['--key', 'ABC'], ['--key=ABC'], ['--key', 'ABC', whole.root]]) {
      const { status, text } = runVerifier(whole.root, ...words);
      expect([status, text.includes('RESULT')]).toEqual([2, false]);
      expect(text).toContain('ABC is not a key id. A key id has 43 letters, digits,');
    }
    expect(runVerifier(whole.root, '--key=').text).toContain('Enter a key id after --key.');
    expect(runVerifier(whole.root, '--keys', key)).toMatchObject({ status: 2 });
    expect(runVerifier(whole.root, `--key=${key}`)).toMatchObject({ status: 0 });
    const help = runVerifier(whole.root, '--help');
    expect([help.status, help.text.startsWith('Usage: node verify.mjs')]).toEqual([0, true]);
  });

  test('names the key of a manifest that was signed with another key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const kid = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');
    const forge = async (path: (name: string) => string) => {
      const own = whole.manifest.signingKey.keyId;
      const forged = (await whole.read('manifest.json'))
        .replace(own, kid)
        .replace('Week 7', 'Week 8');
      await writeFile(path('manifest.json'), forged);
      const signature = sign(null, Buffer.from(forged), privateKey).toString('base64');
      const publicPart = { kty: 'OKP', crv: 'Ed25519', x };
      await writeFile(
        path('signature.json'),
        JSON.stringify({ keyId: kid, publicKey: publicPart, signature }),
      );
    };
    const trusting = await verdict(forge);
    expect([trusting.status, trusting.text.includes(`is valid, key ${kid}`)]).toEqual([0, true]);
    expect(trusting.text).toContain('anyone can sign a folder with their own key');
    const knowing = await verdict(forge, '--key', whole.manifest.signingKey.keyId);
    expect([knowing.status, knowing.text.includes(`signed with the key ${kid}, not with`)]).toEqual(
      [1, true],
    );
  });
});

test("a client's pack has the log entries of its files, and only hashes of other entries", async () => {
  await site.ctx.db.as(manager.viewer, (tx) =>
    audit(
      tx,
      'submission.changed',
      { type: 'submission', id: week.submission.id },
      { title: 'secret' },
    ),
  );
  const [seen, hidden] = [
    await makeViewpoint(site.ctx, week.project.id, { name: 'Gate', referenceId: week.photo.id }),
    await makeViewpoint(site.ctx, week.project.id, { name: 'Fence', isHidden: true }),
  ];
  const place = 'update files set viewpoint_id = $2 where id = $1';
  await site.change(place, week.photo.id, seen.id);
  await site.change(place, week.video.id, hidden.id);
  await site.change(
    "insert into chapters (file_id, seconds, name) values ($1, 3, 'Crane')",
    week.video.id,
  );
  const pin = await makePin(site.ctx, client, week.photo.id);
  const internal = { visibility: 'internal', text: 'secret pin' } as const;
  await makePin(site.ctx, manager, week.photo.id, internal);
  await makePictureReply(site.ctx, manager, pin.id);
  const own = await makePack('client', client, { ...scope(), submissionId: null });
  const auditLog = await own.read('audit.jsonl');
  expect([auditLog.includes('secret'), auditLog.includes('submission.published')]).toEqual([
    false,
    true,
  ]);
  expect(runVerifier(own.root)).toMatchObject({ status: 0 });
  expect(JSON.parse(await own.read('project.json'))).toMatchObject({
    flights: [],
    viewpoints: [{ id: seen.id, name: 'Gate', reference: week.photo.id }],
    photos: [{ file: week.photo.id, viewpoint: seen.id }],
    chapters: [{ file: week.video.id, seconds: 3, name: 'Crane' }],
    pins: [
      {
        id: pin.id,
        file: week.photo.id,
        replies: [{ picture: expect.stringMatching(/^\w{64}$/) }],
      },
    ],
  });
  expect(await (await makePack('staff')).read('audit.jsonl')).toContain('secret');
});

test("nothing is signed when a stored original isn't what was uploaded", async () => {
  const { ctx } = site;
  const file = await makeFile(ctx, week.submission, { fileName: 'Rotten.JPG' });
  await ctx.storage.put(originalKey(file.id), randomBytes(file.fileSize));
  const { id, url } = await site.as(manager).evidence.make(scope());
  expect((await site.as(manager).evidence.make(scope())).id).toBe(id);
  expect((await site.as(client).evidence.make(scope())).id).not.toBe(id);
  const get = () => site.inject({ url, headers: { cookie: manager.cookie } });
  expect((await get()).json()).toMatchObject({ code: 'DOWNLOAD_NOT_READY' });
  await makeEvidencePack(ctx, id, run());
  const problem = 'The original of Rotten.JPG was changed after the upload.';
  expect((await listed(manager, id))?.progress).toEqual({ state: 'failed', percent: 0, problem });
  expect((await get()).statusCode).toBe(409);
  await ctx.storage.remove(originalKey(file.id));
  const again = await site.as(manager).evidence.make(scope());
  await makeEvidencePack(ctx, again.id, run());
  expect((await listed(manager, again.id))?.progress?.problem).toContain('is missing from storage');
  await site.change('delete from files where id = $1', file.id);
});

test('removing a pack removes its bytes', async () => {
  const { id } = await makePack('removed');
  expect(await site.ctx.storage.size(downloadKey(id, 'manifest.json'))).not.toBeNull();
  await site.as(manager).downloads.remove({ id });
  const { pending } = await site.ctx.queue.list(removeStoredFiles);
  expect(pending).toContainEqual({ fileIds: [id] });
});
