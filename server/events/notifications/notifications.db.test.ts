import { beforeEach, describe, expect, test } from 'vitest';
import { changeCompany } from '#server/projects/companies/service.ts';
import { processStored } from '#server/files/process.ts';
import { publishSubmission, unpublishSubmission } from '#server/submissions/service.ts';
import {
  makeCompany,
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeShareLink,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';
import { notify } from './service.ts';
import { bestViewsIn } from '#server/viewpoints/service.ts';
import { sweepNotifications } from './sweep.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const POSE = {
  latitude: 30.27,
  longitude: -97.74,
  relativeAltitude: 60,
  gimbalYaw: 40,
  gimbalPitch: -30,
};
const site = runSite();
let company: { id: string };
let project: { id: string; name: string };
let client: Person;
let manager: Person;

beforeEach(async () => {
  await site.rows.deleteFrom('mails').execute();
  ({ company, project, client } = await makeProjectWithPeople(site.ctx));
  manager = await makePerson(site.ctx, 'project_manager');
});

async function makeWeek() {
  const week = await makeSubmission(site.ctx, project.id);
  await makeFile(site.ctx, week);
  return week;
}
async function publishWeek() {
  const week = await makeWeek();
  await publishSubmission(site.ctx, manager.viewer, { id: week.id });
  return week;
}
const bellOf = (person: Person) => site.as(person).notifications.list();
const countOf = async (person: Person) => (await bellOf(person)).notifications.length;
async function mailsAfter(milliseconds: number) {
  site.clock.advance(milliseconds);
  await sweepNotifications(site.ctx, bestViewsIn);
  const mails = await site.rows.deleteFrom('mails').returningAll().execute();
  return mails.filter(({ kind }) => ['notification', 'weekly-summary'].includes(kind));
}
const recipientsOf = (mails: { recipient: string }[]) =>
  mails.map(({ recipient }) => recipient).toSorted();

describe('a published week', () => {
  test("notifies the company's clients and members except the publisher, and nobody else", async () => {
    const elsewhere = await makeCompany(site.ctx);
    const member = await makePerson(site.ctx, 'client', { companyId: elsewhere.id });
    const stranger = await makePerson(site.ctx, 'client', { companyId: elsewhere.id });
    await site.rows
      .insertInto('projectMembers')
      .values([member, manager].map(({ id }) => ({ projectId: project.id, personId: id })))
      .execute();
    const { id, title } = await publishWeek();
    const { unread, notifications } = await bellOf(client);
    expect(unread).toBe(1);
    expect(notifications).toMatchObject([
      {
        heading: `New week: ${title}`,
        detail: project.name,
        path: `/dashboard/projects/${project.id}/week/${id}`,
        isRead: false,
      },
    ]);
    expect(await countOf(member)).toBe(1);
    expect(await countOf(stranger)).toBe(0);
    expect(await countOf(manager)).toBe(0);
    expect(recipientsOf(await mailsAfter(3 * MINUTE_MS))).toEqual(
      [client.email, member.email].toSorted(),
    );
  });

  test('is emailed once, however often it is published or the sweep runs', async () => {
    const { id } = await publishWeek();
    expect(await mailsAfter(MINUTE_MS)).toEqual([]);
    site.clock.advance(2 * MINUTE_MS);
    await Promise.all([
      sweepNotifications(site.ctx, bestViewsIn),
      sweepNotifications(site.ctx, bestViewsIn),
    ]);
    expect(await mailsAfter(0)).toHaveLength(1);
    await unpublishSubmission(site.ctx, manager.viewer, { id });
    await publishSubmission(site.ctx, manager.viewer, { id });
    expect(await mailsAfter(3 * MINUTE_MS)).toEqual([]);
    expect(await countOf(client)).toBe(1);
  });

  test("isn't emailed while unpublished, and is when it is published again", async () => {
    const { id } = await publishWeek();
    await unpublishSubmission(site.ctx, manager.viewer, { id });
    expect(await mailsAfter(3 * MINUTE_MS)).toEqual([]);
    expect(await bellOf(client)).toEqual({ notifications: [], unread: 0 });
    site.clock.advance(3 * DAY_MS);
    await publishSubmission(site.ctx, manager.viewer, { id });
    expect(await mailsAfter(3 * MINUTE_MS)).toHaveLength(1);
  });

  test("isn't emailed to people who lost access", async () => {
    await publishWeek();
    await changeCompany(site.ctx, { kind: 'system' }, { id: company.id, isActive: false });
    expect(await bellOf(client)).toEqual({ notifications: [], unread: 0 });
    expect(await mailsAfter(3 * MINUTE_MS)).toEqual([]);
    await changeCompany(site.ctx, { kind: 'system' }, { id: company.id, isActive: true });
    await site.change('update profiles set is_active = false where id = $1', client.id);
    expect(await mailsAfter(MINUTE_MS)).toEqual([]);
    // The notification is too old to be emailed by now.
    await site.change('update profiles set is_active = true where id = $1', client.id);
    expect(await mailsAfter(10 * DAY_MS)).toEqual([]);
  });

  test("isn't emailed after it was read", async () => {
    await publishWeek();
    await site.as(client).notifications.markAllRead();
    expect(await mailsAfter(3 * MINUTE_MS)).toEqual([]);
  });

  test('is emailed with a before and after of the same viewpoint', async () => {
    const viewpoint = await site.rows
      .insertInto('viewpoints')
      .values({ projectId: project.id, name: 'Gate', ...POSE })
      .returning('id')
      .executeTakeFirstOrThrow();
    const weekOf = async (recordedDate: string) => {
      const week = await makeWeek();
      await site.change(
        'update submissions set recorded_date = $2 where id = $1',
        week.id,
        recordedDate,
      );
      const seen = { viewpointId: viewpoint.id, presets: [256], ...POSE };
      return { week, file: await makeFile(site.ctx, week, seen) };
    };
    const [before, after] = [await weekOf('2025-03-04'), await weekOf('2025-03-11')];
    for (const { week } of [before, after]) {
      await publishSubmission(site.ctx, manager.viewer, { id: week.id });
    }
    const { notifications } = await bellOf(client);
    const earlier = notifications.find(({ path }) => path.endsWith(before.week.id));
    await site.as(client).notifications.markRead({ id: earlier?.id ?? '' });
    const [mail] = await mailsAfter(3 * MINUTE_MS);
    expect(mail?.subject).toContain(`· ${project.name}`);
    expect(mail?.pictureIds).toEqual([before.file.id, after.file.id]);
    expect(mail?.html).toContain(`src="cid:${after.file.id}@picture"`);
    expect(mail?.html).toContain('from the air on March 11, 2025, from the same viewpoint');
    expect(mail?.plainText).toMatch(/Before: .*, March 4, 2025\n\nAfter: .*, March 11, 2025/);
  });

  test('shares one email with others, each with its link', async () => {
    const weeks = [await publishWeek(), await publishWeek()];
    const [mail] = await mailsAfter(3 * MINUTE_MS);
    expect(mail?.subject).toMatch(/^2 notifications from /);
    for (const { id } of weeks) expect(mail?.plainText).toContain(`/week/${id}`);
  });
});

describe('notifications', () => {
  test('are marked as read on the server, one or all, and only by their person', async () => {
    await publishWeek();
    await publishWeek();
    const colleague = await makePerson(site.ctx, 'client', { companyId: company.id });
    const id = (await bellOf(client)).notifications[0]?.id ?? '';
    await expect(site.as(colleague).notifications.markRead({ id })).rejects.toMatchObject({
      code: 'NOTIFICATION_NOT_FOUND',
    });
    await site.as(client).notifications.markRead({ id });
    await site.as(client).notifications.markRead({ id });
    const after = await bellOf(client);
    expect(after.unread).toBe(1);
    expect(after.notifications.map(({ isRead }) => isRead)).toEqual([true, false]);
    expect(await site.as(client).notifications.markAllRead()).toEqual({ marked: 1 });
    expect((await bellOf(client)).unread).toBe(0);
  });

  test('are deleted after half a year', async () => {
    await publishWeek();
    site.clock.advance(181 * DAY_MS);
    await sweepNotifications(site.ctx, bestViewsIn);
    const left = site.rows.selectFrom('notifications').where('personId', '=', client.id);
    expect(await left.select('id').execute()).toEqual([]);
  });
});

describe('an expiring share link', () => {
  const linkFor = (days: number) => {
    const expiresAt = new Date(site.clock.now().getTime() + days * DAY_MS).toISOString();
    return makeShareLink(site.ctx, client.viewer, { projectId: project.id, expiresAt });
  };

  test('notifies its owner once, three days before, unless it was created for less', async () => {
    await linkFor(5);
    await linkFor(2);
    await sweepNotifications(site.ctx, bestViewsIn);
    expect(await countOf(client)).toBe(0);
    expect(recipientsOf(await mailsAfter(2 * DAY_MS + MINUTE_MS))).toEqual([]);
    expect(recipientsOf(await mailsAfter(3 * MINUTE_MS))).toEqual([client.email]);
    expect(await mailsAfter(MINUTE_MS)).toEqual([]);
  });

  test('notifies its owner even after a notification about its first view', async () => {
    const { id } = await linkFor(5);
    await site.ctx.db.as({ kind: 'system' }, (tx) =>
      notify(site.ctx, tx, 'link-viewed', { id, createdBy: client.id }),
    );
    await mailsAfter(2 * DAY_MS + MINUTE_MS);
    expect(recipientsOf(await mailsAfter(3 * MINUTE_MS))).toEqual([client.email]);
  });

  test('sends no notification once it is closed', async () => {
    const { id } = await linkFor(4);
    await mailsAfter(DAY_MS + MINUTE_MS);
    await site.as(client).shareLinks.update({ id, isActive: false });
    expect(await mailsAfter(3 * MINUTE_MS)).toEqual([]);
    expect((await bellOf(client)).notifications).toEqual([]);
  });
});

test('a person has a notification as long as one of their files is failed', async () => {
  const week = await makeWeek();
  const file = await makeFile(site.ctx, week, {
    state: 'processing',
    createdBy: manager.id,
    bytes: (await jpegPhoto()).subarray(0, 9000),
  });
  await processStored(site.ctx, file.id, { isLastTry: true, signal: AbortSignal.any([]) });
  expect((await bellOf(manager)).notifications).toMatchObject([
    { heading: '1 file could not be processed', path: `/operator/content/${week.id}` },
  ]);
  await site.as(manager).files.remove({ id: file.id });
  expect(await countOf(manager)).toBe(0);
});

describe('settings', () => {
  const set = (mail: 'off' | 'at-once' | 'weekly', inApp = true) =>
    site.as(client).notifications.changeSetting({ kind: 'week-published', mail, inApp });

  test('follow the role, and apply to new and pending emails', async () => {
    const { settings } = await site.as(client).notifications.settings();
    expect(settings.map(({ kind }) => kind)).toEqual([
      'week-published',
      'link-expiring',
      'link-viewed',
      'visit-changed',
      'pin-assigned',
      'pin-replied',
      'pin-due',
    ]);
    await expect(
      site.as(client).notifications.changeSetting({ kind: 'files-failed', inApp: false }),
    ).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    await publishWeek();
    await set('off', false);
    await publishWeek();
    expect(await mailsAfter(3 * MINUTE_MS)).toEqual([]);
    expect(await countOf(client)).toBe(1);
  });

  test("send a weekly summary once, on Monday at 7 a.m. in the project's time zone", async () => {
    await set('weekly');
    // Advance to the next Tuesday around noon in Chicago, with or without daylight saving time.
    const noon = new Date(site.clock.now());
    noon.setUTCHours(18, 0, 0, 0);
    while (noon <= site.clock.now() || noon.getUTCDay() !== 2)
      noon.setUTCDate(noon.getUTCDate() + 1);
    site.clock.advance(noon.getTime() - site.clock.now().getTime());
    await publishWeek();
    await publishWeek();
    expect(await mailsAfter(5 * DAY_MS + 17 * 60 * MINUTE_MS)).toEqual([]);
    const mails = await mailsAfter(3 * 60 * MINUTE_MS);
    expect(recipientsOf(mails)).toEqual([client.email]);
    expect(mails[0]?.subject).toMatch(/^Your weekly summary from /);
    expect(await mailsAfter(7 * DAY_MS)).toEqual([]);
  });
});

describe('unsubscribing', () => {
  const linkOf = (mail: { unsubscribeUrl: string | null } | undefined) =>
    new URL(mail?.unsubscribeUrl ?? '').pathname;

  test('takes one click without signing in, and opening the page changes nothing', async () => {
    await publishWeek();
    const url = linkOf((await mailsAfter(3 * MINUTE_MS))[0]);
    const page = await site.inject({ url });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Do you want to stop getting emails about new weeks?');
    const paceOf = async () => (await site.as(client).notifications.settings()).settings[0]?.mail;
    expect(await paceOf()).toBe('at-once');
    const press = await site.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(press.statusCode).toBe(200);
    expect(press.body).toContain('get any more emails about new weeks.');
    expect(await paceOf()).toBe('off');
    await publishWeek();
    expect(await mailsAfter(3 * MINUTE_MS)).toEqual([]);
    expect(await countOf(client)).toBe(2);
  });

  test('does nothing with an altered link', async () => {
    await publishWeek();
    const url = linkOf((await mailsAfter(3 * MINUTE_MS))[0]).replace(client.id, manager.id);
    for (const method of ['GET', 'POST'] as const) {
      expect((await site.inject({ method, url })).statusCode).toBe(404);
    }
  });
});
