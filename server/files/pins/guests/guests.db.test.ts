import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import {
  makeFile,
  makePerson,
  makeProjectWithPeople,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { makePin } from '#test/fixtures/pins.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { openSite, runSite } from '#test/site.ts';

const DAY_MS = 86_400_000;
const EMAIL = 'roofer@roofs.example';
const AGENT = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' };
const site = runSite();
let people: Awaited<ReturnType<typeof makeProjectWithPeople>>;
let marked: { id: string };
let draft: { id: string };
let later: { id: string };

/** Two published weeks and a draft of one viewpoint, aligned with each other. */
beforeEach(async () => {
  const { ctx } = site;
  people = await makeProjectWithPeople(ctx);
  const { project } = people;
  const viewpoint = await makeViewpoint(ctx, project.id);
  const photoIn = async (published: boolean) => {
    const week = await makeSubmission(ctx, project.id, { published });
    return makeFile(ctx, week, { viewpointId: viewpoint.id, width: 400, height: 300 });
  };
  [marked, later, draft] = [await photoIn(true), await photoIn(true), await photoIn(false)];
  await site.change(
    'update viewpoints set reference_id = $2 where id = $1',
    viewpoint.id,
    marked.id,
  );
  for (const { id } of [later, draft])
    await site.change(
      `insert into registrations (file_id, reference_id, matrix, parallax, created_at)
        values ($1, $2, '{1,0,5,0,1,0,0,0,1}', 0, now())`,
      id,
      marked.id,
    );
});

const assign = (changes = {}) =>
  makePin(site.ctx, people.client, marked.id, { assignee: { email: EMAIL }, ...changes });

async function newestMail() {
  await deliverMails(site.ctx);
  const mail = (await readMailbox(site.ctx.config.dataDir)).at(-1);
  const path = /\/pin\/[\w-]+\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  return { mail, path };
}
async function invited(changes = {}) {
  const pin = await assign(changes);
  return { pin, ...(await newestMail()) };
}

const open = (url: string, headers = {}) => site.inject({ url, headers });
const statusOf = async (url: string) => (await open(url)).statusCode;

async function post(url: string, fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ action: 'reply', text: '', ...fields }))
    form.set(name, value);
  const request = new Response(form);
  return site.inject({
    method: 'POST',
    url,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
const pinOf = ({ id }: { id: string }) => site.as(people.staff).pins.get({ id });

test('a guest sees the spot in the weeks that clients see, and nothing else', async () => {
  const { mail, path } = await invited();
  expect(mail?.to).toBe(EMAIL);
  expect(mail?.text).toContain('Flashing missing here');
  expect(mail?.html).toContain('<img');
  const page = await open(path);
  expect(page.body).toContain('Test client');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['x-robots-tag']).toContain('noindex');
  for (const { id } of [marked, later]) {
    expect(page.body).toContain(`${path}/pictures/${id}.jpg`);
    const picture = await open(`${path}/pictures/${id}.jpg`);
    expect(picture.headers['cache-control']).toBe('no-store');
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(720);
  }
  expect(page.body).not.toContain(draft.id);
  const elsewhere = await makeProjectWithPeople(site.ctx);
  const theirs = await makeFile(
    site.ctx,
    await makeSubmission(site.ctx, elsewhere.project.id, { published: true }),
  );
  for (const id of [draft.id, theirs.id, randomUUID(), `reply-${randomUUID()}`])
    expect(await statusOf(`${path}/pictures/${id}.jpg`)).toBe(404);
});

test('the picture shows the whole drawing', async () => {
  const drawing = [
    {
      kind: 'box' as const,
      points: [
        [0.3, 0.4],
        [0.7, 0.6],
      ] as [number, number][],
    },
  ];
  const { path } = await invited({ drawing });
  const { rawPayload } = await open(`${path}/pictures/${marked.id}.jpg`);
  // The left edge of the box, in a cutout of 168 of the photo's 400 px.
  const edge = { left: Math.round(((120 - 116) * 720) / 168), top: 270, width: 1, height: 1 };
  const [red = 0, green = 0, blue = 0] = await sharp(rawPayload).extract(edge).raw().toBuffer();
  expect(red > 200 && green > 150 && blue < 130).toBe(true);
});

test('a reply has the address of the guest, a photo without metadata, and is saved once', async () => {
  const { pin, path } = await invited();
  const replyId = randomUUID();
  const secret = { IFD0: { Copyright: 'secret' } };
  const photo = new File(
    [new Uint8Array(await jpegPhoto({ width: 2000, height: 100, exif: secret }))],
    'a',
  );
  for (let times = 0; times < 2; times++) {
    const sent = await post(path, { replyId, text: 'Fixed', photo, action: 'done' });
    expect(sent.statusCode).toBe(303);
    expect((await open(String(sent.headers.location))).body).toContain('Sent and marked as done.');
  }
  const { replies, state } = await pinOf(pin);
  expect(state).toBe('done');
  expect(replies).toMatchObject([
    { text: 'Fixed', author: EMAIL, hasPicture: true, state: 'done' },
  ]);
  const page = await open(path);
  expect(page.body).toContain('Fixed');
  expect(page.body).not.toContain('Mark Done');
  const picture = await open(`${path}/pictures/reply-${replyId}.jpg`);
  const { width, exif } = await sharp(picture.rawPayload).metadata();
  expect([width, exif]).toEqual([1600, undefined]);
  const admin = await makePerson(site.ctx, 'admin');
  const { entries } = await site.as(admin).audit.list({ action: 'pin.done' });
  expect(entries.find(({ subject }) => subject.id === pin.id)?.actor.name).toBe(EMAIL);
});

test('a reply that cannot be saved keeps what the guest wrote', async () => {
  const { pin, path } = await invited();
  const photo = new File(
    ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    'a.svg',
  );
  const refused = await post(path, { replyId: randomUUID(), text: 'See <photo>', photo });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('This is not a JPEG, PNG or WebP picture.');
  expect(refused.body).toContain('See &lt;photo&gt;');
  expect((await post(path, { replyId: randomUUID() })).statusCode).toBe(400);
  expect((await pinOf(pin)).replies).toEqual([]);
});

test('guessed, revoked, expired and old links, and deleted pins, are not found', async () => {
  const { pin, path } = await invited();
  const { staff } = people;
  expect(await statusOf(path.slice(0, -1) + (path.endsWith('a') ? 'b' : 'a'))).toBe(404);
  expect(await statusOf(path.replace(pin.id, randomUUID()))).toBe(404);
  const change = (changes: object) =>
    pinOf(pin).then(({ version }) =>
      site.as(staff).pins.update({ id: pin.id, version, ...changes }),
    );

  await change({ assignee: { email: EMAIL }, text: 'Still missing' });
  expect(await statusOf(path)).toBe(200);
  await site.as(staff).pins.remove({ id: pin.id });
  expect(await statusOf(path)).toBe(404);
  await site.as(staff).pins.restore({ id: pin.id });
  expect(await statusOf(path)).toBe(200);
  await change({ visibility: 'internal', assignee: null });
  await change({ visibility: 'project', assignee: { email: EMAIL } });
  const { path: second } = await newestMail();
  expect([await statusOf(path), await statusOf(second)]).toEqual([404, 200]);

  const other = await openSite({
    db: site.ctx.db,
    config: { secretKey: site.ctx.config.secretKey },
  });
  await site.as(staff).pins.revokeGuest({ id: pin.id });
  expect(await statusOf(second)).toBe(404);
  expect((await other.inject({ url: second })).statusCode).toBe(404);
  expect((await post(second, { replyId: randomUUID(), text: 'Hi' })).statusCode).toBe(404);

  const { path: third } = await invited();
  site.clock.advance(30 * DAY_MS);
  expect(await statusOf(third)).toBe(404);
});

test('a link closes 7 days after the pin is done', async () => {
  const { pin, path } = await invited();
  await site.as(people.staff).pins.reply({ id: pin.id, replyId: randomUUID(), state: 'done' });
  site.clock.advance(6 * DAY_MS);
  expect(await statusOf(path)).toBe(200);
  site.clock.advance(DAY_MS);
  expect(await statusOf(path)).toBe(404);
});

test('people who open the page are counted, programs are not', async () => {
  const { pin, path } = await invited();
  await open(path, AGENT);
  await open(path);
  await open(path, { ...AGENT, 'sec-purpose': 'prefetch' });
  await site.inject({ method: 'HEAD', url: path, headers: AGENT });
  expect((await pinOf(pin)).guest).toMatchObject({ views: 1, isOpen: true });
});

test('a pin on a draft has no picture', async () => {
  const pin = await makePin(site.ctx, people.staff, draft.id, { assignee: { email: EMAIL } });
  const { mail, path } = await newestMail();
  expect(mail?.html).not.toContain('<img');
  expect((await open(path)).body).not.toContain('<img');
  expect(await statusOf(`${path}/pictures/${draft.id}.jpg`)).toBe(404);
  expect(pin.guest?.isOpen).toBe(true);
});
