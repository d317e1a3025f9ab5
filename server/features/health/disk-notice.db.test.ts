import { expect, test } from 'vitest';
import { makePerson } from '#test/factories.ts';
import { runSite } from '#test/site.ts';
import { sweepDisk } from './disk-notice.ts';

const site = runSite();

test('that the disk is nearly full is mailed once to those who run it, and again only after there was room', async () => {
  const { email } = await makePerson(site.ctx, 'operator');
  await makePerson(site.ctx, 'project_manager');
  const look = (warning: string | null) =>
    sweepDisk({
      ...site.ctx,
      storage: { ...site.ctx.storage, state: async () => ({ ok: true, detail: '', warning }) },
    });
  const told = async () =>
    (await site.rows.selectFrom('mails').select('recipient').execute()).map((row) => row.recipient);
  await look(null);
  expect(await told()).toEqual([]);
  await look('4 GB of 100 GB are left.');
  await look('3 GB of 100 GB are left.');
  expect(await told()).toEqual([email]);
  await look(null);
  await look('4 GB of 100 GB are left.');
  expect(await told()).toEqual([email]);
  await site.change(
    `update audit_log set at = now() - interval '2 days' where action like 'storage.%'`,
  );
  await look(null);
  await site.change(
    `update audit_log set at = now() - interval '2 days' where action like 'storage.%'`,
  );
  await look('4 GB of 100 GB are left.');
  expect(await told()).toEqual([email, email]);
});
