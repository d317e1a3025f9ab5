import { expect, test } from 'vitest';
import { makePerson, type Person } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { sweepDisk } from './disk-notice.ts';

const site = runSite();

test('admins are notified once when the disk is nearly full, and again only after space was freed', async () => {
  const operator = await makePerson(site.ctx, 'operator');
  const manager = await makePerson(site.ctx, 'project_manager');
  const { email } = operator;
  const bellOf = async (person: Person) =>
    (await site.as(person).notifications.list()).notifications.map(({ kind, path }) => [
      kind,
      path,
    ]);
  const look = (warning: string | null) =>
    sweepDisk({
      ...site.ctx,
      storage: { ...site.ctx.storage, state: async () => ({ ok: true, detail: '', warning }) },
    });
  const recipients = async () =>
    (await site.rows.selectFrom('mails').select('recipient').execute()).map((row) => row.recipient);
  await look(null);
  expect(await recipients()).toEqual([]);
  await look('4 GB of 100 GB are left.');
  await look('3 GB of 100 GB are left.');
  expect(await recipients()).toEqual([email]);
  const inBell = [['disk-nearly-full', '/operator/system']];
  expect([await bellOf(operator), await bellOf(manager)]).toEqual([inBell, []]);
  await look(null);
  await look('4 GB of 100 GB are left.');
  expect(await recipients()).toEqual([email]);
  await site.change(
    `update audit_log set at = now() - interval '2 days' where action like 'storage.%'`,
  );
  await look(null);
  expect(await bellOf(operator)).toEqual([]);
  await site.change(
    `update audit_log set at = now() - interval '2 days' where action like 'storage.%'`,
  );
  await look('4 GB of 100 GB are left.');
  expect(await recipients()).toEqual([email, email]);
  expect(await bellOf(operator)).toEqual(inBell);
});
