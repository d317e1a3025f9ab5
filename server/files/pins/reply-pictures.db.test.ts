import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { makeFile, makeProjectWithPeople, makeSubmission, type Person } from '#test/factories.ts';
import { makePin } from '#test/fixtures/pins.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let people: Awaited<ReturnType<typeof makeProjectWithPeople>>;
let pinId: string;

beforeEach(async () => {
  people = await makeProjectWithPeople(site.ctx);
  const week = await makeSubmission(site.ctx, people.project.id, { published: true });
  const { id } = await makeFile(site.ctx, week);
  pinId = (await makePin(site.ctx, people.client, id)).id;
});

const upload = (person: Person, replyId: string, payload: Buffer) =>
  site.inject({
    method: 'POST',
    url: `/api/pins/${pinId}/replies/${replyId}/picture`,
    headers: { cookie: person.cookie, 'content-type': 'image/jpeg' },
    payload,
  });
const pictureOf = async (person: Person, replyId: string) =>
  (await site.inject({ url: `/pin-pictures/${replyId}`, headers: { cookie: person.cookie } }))
    .rawPayload;
const picture = (color: string) =>
  sharp({ create: { width: 2000, height: 1000, channels: 3, background: color } });

test('a picture is turned upright, made smaller, and added once to a reply that was already sent', async () => {
  const { client, staff } = people;
  const replyId = randomUUID();
  await site.as(client).pins.reply({ id: pinId, replyId, text: 'Look' });
  const turned = await picture('red').withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect((await upload(client, replyId, turned)).statusCode).toBe(200);
  const { replies } = await site.as(staff).pins.get({ id: pinId });
  expect(replies).toMatchObject([{ text: 'Look', hasPicture: true }]);
  const saved = await pictureOf(staff, replyId);
  const { width, height, format, exif } = await sharp(saved).metadata();
  expect([format, width, height, exif]).toEqual(['jpeg', 800, 1600, undefined]);
  await upload(client, replyId, await picture('blue').jpeg().toBuffer());
  expect(await pictureOf(client, replyId)).toEqual(saved);
});

test('transparent pictures become white, and other files are refused with the reason', async () => {
  const { client } = people;
  const replyId = randomUUID();
  await upload(
    client,
    replyId,
    await picture('black')
      .joinChannel(Buffer.alloc(2e6), { raw: { width: 2000, height: 1000, channels: 1 } })
      .png()
      .toBuffer(),
  );
  const { channels } = await sharp(await pictureOf(client, replyId)).stats();
  expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  const refused = await upload(client, randomUUID(), Buffer.from('%PDF-1.7'));
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { message: 'This is not a JPEG, PNG or WebP picture. Choose another file.' },
  ]);
  const { replies } = await site.as(client).pins.get({ id: pinId });
  expect(replies).toHaveLength(1);
});
