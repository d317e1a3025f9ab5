import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makeFile, makeProjectWithPeople, makeSubmission, type Person } from '#test/factories.ts';
import { readEntry, readZip } from '#test/fixtures/zip-reader.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let world: Awaited<ReturnType<typeof makePins>>;
const TEXT = 'Flashing <missing> & "loose"\u0001\nSee detail 4';

async function makePins() {
  const { project, client, staff } = await makeProjectWithPeople(site.ctx, { name: 'Tower A' });
  const week = await makeSubmission(site.ctx, project.id, { published: true });
  const { id: fileId } = await makeFile(site.ctx, week, { width: 640, height: 480 });
  const onPhoto = { kind: 'file', fileId, x: 0.25, y: 0.5 } as const;
  const pin = await site.as(client).pins.create({
    id: randomUUID(),
    place: onPhoto,
    kind: 'todo',
    text: TEXT,
    dueOn: '2999-01-01',
    assignee: { personId: client.id },
  });
  await site
    .as(staff)
    .pins.reply({ id: pin.id, replyId: randomUUID(), text: '1 < 2', state: 'done' });
  const place = { kind: 'map', submissionId: week.id, longitude: -97.1, latitude: 31.5 } as const;
  const internal = await site
    .as(staff)
    .pins.create({ id: randomUUID(), place, text: '=SUM(1)', visibility: 'internal' });
  return { client, staff, pin, internal };
}

beforeAll(async () => {
  world = await makePins();
});

const get = (url: string, { cookie }: Person) => site.inject({ url, headers: { cookie } });

async function unpack(who: Person, query = '') {
  const { rawPayload: bytes } = await get(`/api/pins.bcfzip${query}`, who);
  const zip = {
    size: bytes.length,
    read: async (a: number, b: number) => bytes.subarray(a, b + 1),
  };
  const entries = await readZip(zip);
  return new Map(
    await Promise.all(entries.map(async (it) => [it.name, await readEntry(zip, it)] as const)),
  );
}

test('BCF has the elements of a topic in the order of its schema, escaped', async () => {
  const { client, pin } = world;
  const files = await unpack(client);
  expect([...files.keys()]).toEqual([
    'bcf.version',
    ...['markup.bcf', 'viewpoint.bcfv', 'snapshot.jpg'].map((name) => `${pin.id}/${name}`),
  ]);
  const markup = String(files.get(`${pin.id}/markup.bcf`));
  expect([...markup.matchAll(/<([A-Z]\w*)/g)].map(([, name]) => name)).toEqual(
    `Markup Topic ReferenceLink Title CreationDate CreationAuthor DueDate AssignedTo Description
     Comment Date Author Comment Viewpoints Viewpoint Snapshot`.split(/\s+/),
  );
  expect(markup).toContain(`<Topic Guid="${pin.id}" TopicType="To-do" TopicStatus="Done">`);
  expect(markup).toContain('<Title>Flashing &lt;missing&gt; &amp; &quot;loose&quot;</Title>');
  expect(markup).toContain('&quot;loose&quot;\nSee detail 4</Description>');
  expect(markup).toContain('<Comment>1 &lt; 2\n(Done)</Comment>');
  expect(files.get(`${pin.id}/snapshot.jpg`)?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});

test('internal pins are exported for staff only', async () => {
  const { client, staff, internal } = world;
  expect([...(await unpack(staff)).keys()]).toContain(`${internal.id}/markup.bcf`);
  const csv = await get('/api/pins.csv', staff);
  expect(csv.body).toContain(`"'=SUM(1)"`);
  expect(csv.body).toContain('Internal');
  expect((await get('/api/pins.csv', client)).body).not.toMatch(/SUM|Internal/);
});

test('the filters are those of the list', async () => {
  const { staff, pin, internal } = world;
  const rows = async (query: string) => (await get(`/api/pins.csv?${query}`, staff)).body;
  expect(await rows('state=done')).toContain(pin.id);
  expect(await rows('state=done')).not.toContain(internal.id);
  expect(await rows('isMine=true')).not.toContain(pin.id);
  expect(await rows('isMine=false&search=tower')).toContain(internal.id);
  expect((await get('/api/pins.csv?state=lost', staff)).statusCode).toBe(400);
});
