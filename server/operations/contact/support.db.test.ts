import { expect, test } from 'vitest';
import { makeCompany, makePerson, makeProject } from '#test/factories.ts';
import { deliverMails, readMailbox } from '#test/mailbox.ts';
import { runSite } from '#test/site.ts';
import { operatorAddress } from './service.ts';
import { countSince } from './queries.ts';

const site = runSite();

async function makeClient() {
  const company = await makeCompany(site.ctx, { companyName: 'Builders & Sons' });
  const project = await makeProject(site.ctx, company.id, { name: 'Brazos Commons' });
  const client = await makePerson(site.ctx, 'client', { companyId: company.id });
  return { project, client };
}

test('a message from the portal arrives in the inbox with sender, project and page', async () => {
  const { project, client } = await makeClient();
  const operator = await makePerson(site.ctx, 'operator');
  const page = `/dashboard/projects/${project.id}`;
  await site
    .as(client)
    .contact.support({ message: ' Where is week 7? ', projectId: project.id, page });

  const { formSubmissions } = await site.as(operator).formSubmissions.list({});
  expect(formSubmissions).toEqual([
    expect.objectContaining({
      email: client.email,
      company: 'Builders & Sons',
      message: 'Where is week 7?',
      projectName: 'Brazos Commons',
      page,
      isSpam: false,
    }),
  ]);
  await deliverMails(site.ctx);
  const [mail, ...more] = await readMailbox(site.ctx.config.dataDir);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: site.ctx.config.brand.email });
  expect(mail?.text).toContain('Project: Brazos Commons');
  expect(mail?.headers['reply-to']).toContain(client.email);
});

test("a person can send ten messages in ten minutes, without using the contact form's limit", async () => {
  const { client } = await makeClient();
  const { support } = site.as(client).contact;
  const send = (message: string) => support({ message, projectId: null, page: null });
  await expect(send(' ')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(send('a'.repeat(10_001))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  for (let sent = 0; sent < 10; sent++) await send('A question');
  await expect(send('A question')).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 });
  const since = new Date(0);
  const counted = await site.ctx.db.as({ kind: 'system' }, (tx) =>
    countSince(tx, since, 'network'),
  );
  expect(counted).toMatchObject({ real: 0 });
});

test('messages go to the first admin until the business has its own address', async () => {
  const recipient = () => site.ctx.db.as({ kind: 'system' }, (tx) => operatorAddress(site.ctx, tx));
  const admin = await makePerson(site.ctx, 'admin');
  await makePerson(site.ctx, 'admin');
  expect(await recipient()).toBe(admin.email);
  Object.assign(site.ctx.config.brand, { email: 'hello@flights.test' });
  expect(await recipient()).toBe('hello@flights.test');
  Object.assign(site.ctx.config, { operatorEmail: 'office@flights.test' });
  expect(await recipient()).toBe('office@flights.test');
});
