import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_PAGE, type AuditPage } from '#domain/audit.ts';
import { audit } from '#server/platform/audit.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makePerson, makeProject, type Person } from '#test/factories.ts';
import { addMember } from '../project-members/service.ts';
import { changeProject, removeProject } from '../projects/service.ts';

let product: TestApp;
let operator: Person;
beforeAll(async () => {
  product = await buildApp();
  operator = await makePerson(product.ctx, 'operator');
});
afterAll(() => product.close());

async function read(query: Record<string, string> = {}): Promise<AuditPage> {
  const { cookie } = operator;
  return (await product.inject({ url: '/api/audit', query, headers: { cookie } })).json();
}

test('an entry names who did what to which thing, also when the thing is gone', async () => {
  const { id: companyId } = await makeCompany(product.ctx);
  const { id } = await makeProject(product.ctx, companyId, { name: 'Depot' });
  await changeProject(product.ctx, operator.viewer, id, { name: 'Old Depot' });
  const [changed] = (await read()).entries;
  expect(changed).toMatchObject({
    actor: { kind: 'staff', id: operator.id, name: 'Test operator' },
    action: 'project.changed',
    subject: { type: 'project', id, name: 'Old Depot' },
    detail: { name: 'Old Depot' },
  });
  await removeProject(product.ctx, operator.viewer, id, 'Old Depot');
  expect((await read()).entries[0]).toMatchObject({
    action: 'project.deleted',
    subject: { name: 'Old Depot' },
  });
});

test('people and companies in the circumstances are named', async () => {
  const { ctx } = product;
  const [home, away] = [await makeCompany(ctx), await makeCompany(ctx)];
  const project = await makeProject(ctx, home.id);
  const member = await makePerson(ctx, 'client', { companyId: away.id });
  expect((await read({ action: 'person.created' })).entries[0]).toMatchObject({
    subject: { id: member.id },
    detail: { role: 'client', company: 'Test Company' },
  });
  await addMember(ctx, operator.viewer, { projectId: project.id, personId: member.id });
  expect((await read()).entries[0]).toMatchObject({
    action: 'project.member_added',
    subject: { name: project.name },
    detail: { person: 'Test client' },
  });
  await changeProject(ctx, operator.viewer, project.id, { projectManagerId: operator.id });
  expect((await read()).entries[0]?.detail).toMatchObject({ person: 'Test operator' });
});

test('it is filtered by person, action and time, and says what there is to filter by', async () => {
  const other = await makePerson(product.ctx, 'admin');
  const { id: companyId } = await makeCompany(product.ctx);
  const { id } = await makeProject(product.ctx, companyId);
  await changeProject(product.ctx, other.viewer, id, { address: '1 Main Street' });
  const byOther = (await read({ actorId: other.id })).entries;
  expect(byOther.map(({ action }) => action)).toEqual(['project.changed']);
  const created = (await read({ action: 'project.created' })).entries;
  expect(new Set(created.map(({ action }) => action))).toEqual(new Set(['project.created']));
  expect(created[0]?.subject.id).toBe(id);

  const at = byOther[0]?.at ?? '';
  const later = new Date(Date.parse(at) + 1).toISOString();
  const actorId = other.id;
  expect((await read({ actorId, from: at })).entries).toHaveLength(1);
  expect((await read({ actorId, from: later })).entries).toEqual([]);
  expect((await read({ actorId, until: later })).entries).toHaveLength(1);

  const { cookie } = operator;
  const choices = (await product.inject({ url: '/api/audit/choices', headers: { cookie } })).json();
  expect(choices.people).toContainEqual({ id: other.id, name: 'Test admin' });
  expect(choices.actions).toEqual(
    [...new Set<string>(choices.actions)].toSorted((a, b) => (a < b ? -1 : 1)),
  );
  expect(choices.actions).toContain('project.changed');
});

test('it comes a page at a time, with nothing twice and nothing left out', async () => {
  const { ctx } = product;
  const count = AUDIT_PAGE * 2 + 1;
  await ctx.db.as(operator.viewer, async (tx) => {
    for (let number = 0; number < count; number++) {
      await audit(tx, 'test.counted', { type: 'company', id: null }, { number });
    }
  });
  const numbers: unknown[] = [];
  let page = await read({ action: 'test.counted' });
  for (;;) {
    expect(page.entries.length).toBeLessThanOrEqual(AUDIT_PAGE);
    numbers.push(...page.entries.map(({ detail }) => detail['number']));
    if (page.next === null) break;
    page = await read({ action: 'test.counted', before: String(page.next) });
  }
  expect(numbers).toEqual(Array.from({ length: count }, (_value, index) => count - 1 - index));
});

test('nobody changes or removes an entry', async () => {
  const { db } = product.ctx;
  await expect(
    db.as(operator.viewer, (tx) => tx.updateTable('auditLog').set({ action: 'x' }).execute()),
  ).rejects.toThrow('permission denied');
  await expect(db.as(operator.viewer, (tx) => tx.deleteFrom('auditLog').execute())).rejects.toThrow(
    'permission denied',
  );
});
