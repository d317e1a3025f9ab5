import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { AUDIT_PAGE_SIZE } from '#domain/audit.ts';
import { SubmissionInput } from '#domain/submissions.ts';
import { audit } from '#server/platform/audit.ts';
import {
  makeCompany,
  makeProjectWithPeople,
  makePerson,
  makeProject,
  type Person,
} from '#test/factories.ts';
import { runSite, type Client } from '#test/site.ts';
import { addMember, removeMember } from '#server/projects/members/service.ts';
import { changeCompany } from '#server/projects/companies/service.ts';
import { changeSubmission, createSubmission } from '#server/submissions/service.ts';
import { changeProject, removeProject } from '#server/projects/service.ts';

const MIGRATION = join(
  import.meta.dirname,
  '../../../db/migrations/20261122T0201-write-audit-actions-with-hyphens.sql',
);
const site = runSite();
let operator: Person;
beforeAll(async () => {
  operator = await makePerson(site.ctx, 'operator');
});

const read = (query: Parameters<Client['audit']['list']>[0] = {}) =>
  site.as(operator).audit.list(query);

test('an entry names the actor, the action and the object, even after it is deleted', async () => {
  const { id: companyId } = await makeCompany(site.ctx);
  const { id } = await makeProject(site.ctx, companyId, { name: 'Depot' });
  await changeProject(site.ctx, operator.viewer, { id, name: 'Old Depot' });
  const [changed] = (await read()).entries;
  expect(changed).toMatchObject({
    actor: { kind: 'staff', id: operator.id, name: 'Test operator' },
    action: 'project.changed',
    subject: { type: 'project', id, name: 'Old Depot' },
    detail: { name: { from: 'Depot', to: 'Old Depot' } },
  });
  const membership = { projectId: id, personId: operator.id };
  await addMember(site.ctx, operator.viewer, membership);
  await removeMember(site.ctx, operator.viewer, membership);
  await removeProject(site.ctx, operator.viewer, { id, typedName: 'Old Depot' });
  const ofProject = (await read()).entries.filter(({ subject }) => subject.id === id);
  expect(ofProject.map(({ action, subject }) => [action, subject.name])).toEqual([
    ['project.put-in-bin', 'Old Depot'],
    ['project.member-removed', 'Old Depot'],
    ['project.member-added', 'Old Depot'],
    ['project.changed', 'Old Depot'],
    ['project.created', 'Depot'],
  ]);
});

test('entries about submissions of a deleted project keep their titles', async () => {
  const { ctx } = site;
  const { project } = await makeProjectWithPeople(ctx);
  const week = { projectId: project.id, title: 'Week 7' };
  const { id } = await createSubmission(ctx, operator.viewer, SubmissionInput.parse(week));
  await changeSubmission(ctx, operator.viewer, { id, summary: 'Steel' });
  await removeProject(ctx, operator.viewer, { id: project.id, typedName: project.name });
  const ofWeek = (await read()).entries.filter(({ subject }) => subject.id === id);
  expect(ofWeek.map(({ action, subject }) => [action, subject.name])).toEqual([
    ['submission.changed', 'Week 7'],
    ['submission.created', 'Week 7'],
  ]);
});

test('only changed values are recorded, and nothing if nothing changed', async () => {
  const { ctx } = site;
  const company = await makeCompany(ctx);
  const { id } = await makeProject(ctx, company.id, { name: 'Mill' });
  const changesOf = async (subjectId: string) =>
    (await read()).entries
      .filter(({ action, subject }) => subject.id === subjectId && action.endsWith('.changed'))
      .map(({ detail }) => detail);
  await changeProject(ctx, operator.viewer, { id, name: 'Mill', status: 'on_hold' });
  await changeProject(ctx, operator.viewer, { id, name: 'Mill', status: 'on_hold' });
  expect(await changesOf(id)).toEqual([{ status: { from: 'active', to: 'on_hold' } }]);

  const same = { companyName: company.companyName, isActive: true };
  await changeCompany(ctx, operator.viewer, { id: company.id, ...same });
  expect(await changesOf(company.id)).toEqual([]);
  await changeCompany(ctx, operator.viewer, { id: company.id, isActive: false });
  expect(await changesOf(company.id)).toEqual([
    { isActive: { from: true, to: false }, clientsHaveAccess: { from: true, to: false } },
  ]);
});

test('changes of a submission are recorded, its texts only by field name', async () => {
  const { ctx } = site;
  const { project } = await makeProjectWithPeople(ctx);
  const week = { projectId: project.id, title: 'Week 7', recordedDate: '2026-11-01' };
  const { id } = await createSubmission(ctx, operator.viewer, SubmissionInput.parse(week));
  const all = { ...week, summary: 'Steel', contentText: 'The frame stands.', contentType: 'news' };
  const { projectId: _of, ...changed } = SubmissionInput.parse({ ...all, title: 'Week 8' });
  for (const changes of [changed, changed, { summary: 'Steel' }]) {
    await changeSubmission(ctx, operator.viewer, { id, ...changes });
  }
  const entries = (await read()).entries.filter(({ subject }) => subject.id === id);
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    [
      'submission.changed',
      {
        fields: ['summary', 'contentText'],
        title: { from: 'Week 7', to: 'Week 8' },
        contentType: { from: 'project_update', to: 'news' },
      },
    ],
    ['submission.created', {}],
  ]);
});

test('older entries with an underscore in the action are found under the new name', async () => {
  const { db } = site.ctx;
  await db.as(operator.viewer, async (tx) => {
    const subject = { type: 'person', id: operator.id };
    for (const action of ['person.role_changed', 'project.member_added', 'project.member_removed'])
      await audit(tx, action, subject);
  });
  await db.pool.query(await readFile(MIGRATION, 'utf8'));
  const actions = ['project.member-removed', 'project.member-added', 'person.role-changed'];
  expect((await read()).entries.slice(0, 3).map(({ action }) => action)).toEqual(actions);
  for (const action of actions) {
    const [entry] = (await read({ action })).entries;
    expect(entry).toMatchObject({ action, subject: { id: operator.id } });
  }
});

test('people and companies in the details have names', async () => {
  const { ctx } = site;
  const [home, away] = [await makeCompany(ctx), await makeCompany(ctx)];
  const project = await makeProject(ctx, home.id);
  const member = await makePerson(ctx, 'client', { companyId: away.id });
  expect((await read({ action: 'person.created' })).entries[0]).toMatchObject({
    subject: { id: member.id },
    detail: { role: 'client', company: 'Test Company' },
  });
  await addMember(ctx, operator.viewer, { projectId: project.id, personId: member.id });
  expect((await read()).entries[0]).toMatchObject({
    action: 'project.member-added',
    subject: { name: project.name },
    detail: { person: 'Test client' },
  });
  await changeProject(ctx, operator.viewer, { id: project.id, projectManagerId: operator.id });
  await changeProject(ctx, operator.viewer, { id: project.id, projectManagerId: null });
  const [left, given] = (await read()).entries;
  expect(given?.detail).toMatchObject({ manager: { from: null, to: 'Test operator' } });
  expect(left?.detail).toMatchObject({ manager: { from: 'Test operator', to: null } });
});

test('an older entry with only the new manager or company has names too', async () => {
  const { ctx } = site;
  const { id: companyId } = await makeCompany(ctx);
  await ctx.db.as(operator.viewer, async (tx) => {
    const subject = { type: 'project', id: null };
    await audit(tx, 'project.changed', subject, { projectManagerId: operator.id });
    await audit(tx, 'person.changed', subject, { companyId });
    await audit(tx, 'person.changed', subject, { companyId: null });
  });
  const details = (await read()).entries.slice(0, 3).map(({ detail }) => detail);
  expect(details).toMatchObject([
    { company: null },
    { company: 'Test Company' },
    { manager: 'Test operator' },
  ]);
});

test('a filter with invalid characters is refused before the database query', async () => {
  await expect(read({ action: '\0' })).rejects.toMatchObject({
    status: 400,
    message: 'action: Unknown action.',
  });
});

test('the log can be filtered by person, action and time, and lists its filters', async () => {
  const other = await makePerson(site.ctx, 'admin');
  const { id: companyId } = await makeCompany(site.ctx);
  const { id } = await makeProject(site.ctx, companyId);
  await changeProject(site.ctx, other.viewer, { id, address: '1 Main Street' });
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

  const choices = await site.as(operator).audit.choices();
  expect(choices.people).toContainEqual({ id: other.id, name: 'Test admin' });
  expect(choices.actions).toEqual(
    [...new Set(choices.actions)].toSorted((a, b) => (a < b ? -1 : 1)),
  );
  expect(choices.actions).toContain('project.changed');
});

test('the log is paged without repeats or gaps', async () => {
  const { ctx } = site;
  const count = AUDIT_PAGE_SIZE * 2 + 1;
  await ctx.db.as(operator.viewer, async (tx) => {
    for (let number = 0; number < count; number++) {
      await audit(tx, 'test.counted', { type: 'company', id: null }, { number });
    }
  });
  const numbers: unknown[] = [];
  let page = await read({ action: 'test.counted' });
  for (;;) {
    expect(page.entries.length).toBeLessThanOrEqual(AUDIT_PAGE_SIZE);
    numbers.push(...page.entries.map(({ detail }) => detail['number']));
    if (page.next === null) break;
    page = await read({ action: 'test.counted', before: page.next });
  }
  expect(numbers).toEqual(Array.from({ length: count }, (_value, index) => count - 1 - index));
});

test('nobody can change or delete an entry', async () => {
  const { db } = site.ctx;
  await expect(
    db.as(operator.viewer, (tx) => tx.updateTable('auditLog').set({ action: 'x' }).execute()),
  ).rejects.toThrow('permission denied');
  await expect(db.as(operator.viewer, (tx) => tx.deleteFrom('auditLog').execute())).rejects.toThrow(
    'permission denied',
  );
});
