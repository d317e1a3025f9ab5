import { beforeEach, expect, test } from 'vitest';
import {
  makePerson,
  makeProjectWithPeople,
  newestToken,
  PASSWORD,
  type Person,
} from '#test/factories.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let client: Person;
let staff: Person;
const email = () => `new-${client.id}@overfly.example`;
beforeEach(async () => {
  ({ client, staff } = await makeProjectWithPeople(site.ctx));
});
const change = (address = email(), person: { id: string } = client) =>
  site.as(staff).people.update({ id: person.id, email: address });
const signIn = (address: string) =>
  site.as().session.signIn({ email: address, password: PASSWORD });

test('a client signs in with the new address and confirms it by email', async () => {
  expect(await change()).toMatchObject({ email: email(), emailVerified: false });
  await expect(site.as(client).account.get()).rejects.toMatchObject({ status: 401 });
  await expect(signIn(client.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await signIn(email());
  const token = await newestToken(site.ctx, email());
  await deliverMails(site.ctx);
  const mails = await readMailbox(site.ctx.config.dataDir);
  const sent = mails.map(({ to, subject }) => [to, subject]);
  expect(sent).toContainEqual([
    client.email,
    expect.stringMatching(/^Your email address was changed/),
  ]);
  expect(sent).toContainEqual([email(), expect.stringMatching(/^Verify your email address/)]);
  await site.as().joining.confirmAddress({ token, password: PASSWORD });
  const { people } = await site.as(staff).people.list({ search: email() });
  expect(people).toMatchObject([{ id: client.id, emailVerified: true }]);
  expect(
    (await site.auditEntries(client.id)).map(({ action, actorId }) => [action, actorId]),
  ).toContainEqual(['person.email-changed', staff.id]);
});

test('links sent to the old address end', async () => {
  await site.as(client).account.changeEmail({ email: `own-${email()}`, password: PASSWORD });
  const pending = await newestToken(site.ctx, `own-${email()}`);
  await change();
  await expect(
    site.as().joining.confirmAddress({ token: pending, password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
});

test('an invalid or taken address, staff and deactivated clients are refused, and nothing else is saved', async () => {
  const other = await makePerson(site.ctx, 'operator');
  const { update, deactivate } = site.as(staff).people;
  await expect(change('no address')).rejects.toMatchObject({ status: 400 });
  await expect(update({ id: client.id, phone: '1', email: other.email })).rejects.toMatchObject({
    code: 'ADDRESS_HAS_ACCOUNT',
  });
  const admin = site.as(await makePerson(site.ctx, 'admin'));
  await expect(admin.people.update({ id: other.id, email: email() })).rejects.toMatchObject({
    status: 400,
  });
  await deactivate({ id: client.id });
  await expect(change()).rejects.toMatchObject({ status: 400 });
  expect(await update({ id: client.id, email: client.email })).toMatchObject({ phone: null });
});
