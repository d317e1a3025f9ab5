import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dayIn } from '#domain/weeks.ts';
import {
  makeFile,
  makePerson,
  makeProjectWithPeople,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { makePin } from '#test/fixtures/pins.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { runSitePerTest } from '#test/site.ts';
import { sweepNotifications } from '#server/events/notifications/sweep.ts';
import { sweepPinReminders } from './reminders.ts';

const HOUR_MS = 3_600_000;
const site = runSitePerTest();

const at = (time: string) => site.clock.advance(Date.parse(time) - site.clock.now().getTime());
const twoWorkers = () => Promise.all([sweepPinReminders(site.ctx), sweepPinReminders(site.ctx)]);

async function makeWorld(timeZone: string, now: string) {
  at(now);
  const people = await makeProjectWithPeople(site.ctx, { timeZone });
  const week = await makeSubmission(site.ctx, people.project.id, { published: true });
  const photo = await makeFile(site.ctx, week, { width: 400, height: 300 });
  const pin = (who: Person | string, dueOn: string) =>
    makePin(site.ctx, people.staff, photo.id, {
      dueOn,
      assignee: typeof who === 'string' ? { email: who } : { personId: who.id },
    });
  return { ...people, week, photo, pin };
}

/** The headings of new reminders; a sweep renews a notification that nobody read. */
async function remindersOf(person: Person): Promise<string[]> {
  const { notifications } = await site.as(person).notifications.list();
  const due = notifications.filter(({ kind }) => kind === 'pin-due');
  for (const { id } of due) await site.as(person).notifications.markRead({ id });
  return due.filter(({ isRead }) => !isRead).map(({ heading }) => heading);
}

test('people are reminded at 8:00 at the site, the day before and the day after, across a clock change', async () => {
  // On November 1, clocks go back in New York.
  const { client, pin } = await makeWorld('America/New_York', '2026-10-30T15:00:00Z');
  await pin(client, '2026-11-01');
  const reminders: [string, ...string[]][] = [];
  for (let hours = 0; hours < 96; hours++) {
    site.clock.advance(HOUR_MS);
    await twoWorkers();
    const headings = await remindersOf(client);
    if (headings.length > 0) reminders.push([site.clock.now().toISOString(), ...headings]);
  }
  expect(reminders).toEqual([
    ['2026-10-31T12:00:00.000Z', 'A pin is due on Nov 1, 2026'],
    ['2026-11-02T13:00:00.000Z', 'A pin was due on Nov 1, 2026'],
  ]);
});

test('done pins, deleted pins and deactivated people are left out, and guests get their link', async () => {
  const { client, company, staff, pin } = await makeWorld('UTC', '2026-05-04T10:00:00Z');
  const [done, deleted] = [await pin(client, '2026-05-06'), await pin(client, '2026-05-06')];
  await site.as(staff).pins.reply({ id: done.id, replyId: randomUUID(), state: 'done' });
  await site.as(staff).pins.remove({ id: deleted.id });
  const guest = await pin('roofer@roofs.example', '2026-05-06');
  const revoked = await pin('painter@paint.example', '2026-05-06');
  await site.as(staff).pins.revokeGuest({ id: revoked.id });
  const colleague = await makePerson(site.ctx, 'client', { companyId: company.id });
  await pin(colleague, '2026-05-06');
  await site.change('update profiles set is_active = false where id = $1', colleague.id);
  at('2026-05-05T08:00:00Z');
  await twoWorkers();
  expect(await remindersOf(client)).toEqual([]);
  await deliverMails(site.ctx);
  const mails = await readMailbox(site.ctx.config.dataDir);
  const reminders = mails.filter(({ subject }) => subject.startsWith('Reminder'));
  expect(reminders.map(({ to, text }) => [to, text.includes(`/pin/${guest.id}/`)])).toEqual([
    ['roofer@roofs.example', true],
  ]);
  expect(
    await site.rows
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', 'pin-due')
      .execute(),
  ).toEqual([]);
});

test('an email shows the spot, and only to people who still see the pin', async () => {
  const { client, week, project, pin } = await makeWorld('UTC', '2026-05-04T10:00:00Z');
  await pin(client, dayIn(site.clock.now(), 'UTC'));
  await site.change('update notifications set created_at = $1', site.clock.now());
  site.clock.advance(HOUR_MS);
  await site.change("update submissions set status = 'draft' where id = $1", week.id);
  const mailed = async () => {
    await sweepNotifications(site.ctx, () => Promise.resolve(new Map()));
    await deliverMails(site.ctx);
    return (await readMailbox(site.ctx.config.dataDir)).filter(({ to }) => to === client.email);
  };
  expect(await mailed()).toEqual([]);
  await site.change("update submissions set status = 'published' where id = $1", week.id);
  expect(await mailed()).toMatchObject([
    { subject: expect.stringContaining(project.name), pictures: [{ type: 'image/jpeg' }] },
  ]);
});
