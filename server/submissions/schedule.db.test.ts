import { beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { makeFile, makeProjectWithPeople, makeSubmission, type Person } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { sweepSchedules } from './schedule.ts';

const HOUR_MS = 3_600_000;
const site = runSite();
let world: { operator: Person; client: Person; projectId: string };

beforeAll(async () => {
  const { project, client, staff: operator } = await makeProjectWithPeople(site.ctx);
  world = {
    operator,
    client,
    projectId: project.id,
  };
});

const staff = () => site.as(world.operator).submissions;
const inHours = (hours: number) =>
  new Date(site.clock.now().getTime() + hours * HOUR_MS).toISOString();

async function scheduled() {
  const submission = await makeSubmission(site.ctx, world.projectId);
  const file = await makeFile(site.ctx, submission);
  const publishAt = inHours(1);
  await staff().schedule({ id: submission.id, publishAt });
  return { id: submission.id, file, publishAt };
}

/** Advances the clock by an hour and sweeps twice at once, as two processes would. */
async function passHour() {
  site.clock.advance(HOUR_MS);
  await Promise.all([sweepSchedules(site.ctx), sweepSchedules(site.ctx)]);
}

test('a draft is published at its time, once, by the person who scheduled it', async () => {
  const { id, publishAt } = await scheduled();
  site.clock.advance(HOUR_MS - 1);
  await sweepSchedules(site.ctx);
  expect(await staff().get({ id })).toMatchObject({ status: 'draft', publishAt });
  site.clock.advance(1 - HOUR_MS);
  await passHour();
  expect(await staff().get({ id })).toMatchObject({ status: 'published', publishAt: null });
  const inbox = await site.as(world.client).notifications.list();
  expect(inbox.notifications).toHaveLength(1);
  expect((await site.auditEntries(id)).slice(1)).toEqual([
    { action: 'submission.scheduled', actorId: world.operator.id, detail: { publishAt } },
    {
      action: 'submission.published',
      actorId: world.operator.id,
      detail: { files: 1, scheduledFor: publishAt },
    },
  ]);
});

test.each([
  ['cancelled', (id: string) => staff().cancelSchedule({ id })],
  ['archived', (id: string) => staff().archive({ id })],
])("a draft that was %s before its time isn't published", async (_what, change) => {
  const { id } = await scheduled();
  expect(await change(id)).toMatchObject({ publishAt: null });
  await passHour();
  expect((await staff().get({ id })).publishedAt).toBeNull();
});

test("a scheduled draft that can't be published shows an error and can be scheduled again", async () => {
  const { id, file } = await scheduled();
  await site.as(world.operator).files.remove({ id: file.id });
  await passHour();
  const scheduleError = ERRORS.SUBMISSION_EMPTY[1];
  expect(await staff().get({ id })).toMatchObject({
    status: 'draft',
    publishAt: null,
    scheduleError,
  });
  expect((await site.auditEntries(id)).at(-1)).toMatchObject({
    action: 'submission.schedule-refused',
    detail: { reason: scheduleError },
  });
  const notifications = async () =>
    (await site.as(world.operator).notifications.list()).notifications;
  const heading = `was not published on schedule`;
  expect(await notifications()).toMatchObject([
    { heading: expect.stringContaining(heading), detail: expect.stringContaining(scheduleError) },
  ]);
  await site.as(world.operator).notifications.markAllRead();
  const again = await staff().schedule({ id, publishAt: inHours(1) });
  expect(again.scheduleError).toBeNull();
  expect(await notifications()).toEqual([]);
  await passHour();
  expect(await notifications()).toMatchObject([{ isRead: false }]);
});

test("a draft isn't published if its scheduler may no longer publish", async () => {
  const { id } = await scheduled();
  await site.change('update submissions set scheduled_by = $2 where id = $1', id, world.client.id);
  await passHour();
  expect(await staff().get({ id })).toMatchObject({
    status: 'draft',
    scheduleError: 'The person who scheduled it can no longer publish.',
  });
});

test('a time in the past is refused', async () => {
  const { id } = await makeSubmission(site.ctx, world.projectId);
  await expect(staff().schedule({ id, publishAt: inHours(0) })).rejects.toMatchObject({
    message: 'Choose a time in the future.',
  });
});
