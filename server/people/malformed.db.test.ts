import { isContractProcedure } from '@orpc/contract';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { audit } from '#contract/audit.ts';
import { companies } from '#contract/companies.ts';
import { invitations } from '#contract/invitations.ts';
import { people } from '#contract/people.ts';
import { projectMembers } from '#contract/project-members.ts';
import { makeCompany, makePerson, makeProject } from '#test/factories.ts';
import { randomFrom } from '#test/random.ts';
import { runSite } from '#test/site.ts';

const REQUESTS = 600;
const random = randomFrom(20_261_120);
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
const noise = () =>
  String.fromCharCode(...Array.from({ length: 12 }, () => Math.floor(random() * 0x1_00_00)));

const ROUTES = [people, invitations, projectMembers, companies, audit].flatMap((part) =>
  Object.values(part).flatMap((procedure: object) => {
    if (!isContractProcedure(procedure)) return [];
    const { method = 'POST', path = '/' } = procedure['~orpc'].route;
    return [{ method, path }];
  }),
);

const site = runSite();

test(`${REQUESTS} malformed requests cause no server errors`, async () => {
  const { ctx } = site;
  const { id: companyId, companyCode } = await makeCompany(ctx);
  const { id: projectId } = await makeProject(ctx, companyId);
  const { cookie } = await makePerson(ctx, 'admin');
  const client = await makePerson(ctx, 'client', { companyId });
  /** A valid and an invalid value for every field of these routes. */
  const right: Record<string, unknown> = {
    id: client.id,
    personId: client.id,
    projectId,
    companyId,
    companyCode,
    actorId: client.id,
    email: 'somebody@overfly.example',
    role: 'client',
    contactName: 'Somebody',
    companyName: 'Somewhere',
    token: 'm'.repeat(43),
    isActive: true,
    from: '2026-01-01T00:00:00Z',
    until: '2027-01-01T00:00:00Z',
    action: 'person.created',
    before: 1000,
  };
  const wrong = () =>
    pick([
      null,
      '',
      noise(),
      '\0\ud800',
      'a'.repeat(5000),
      true,
      -1,
      1e20,
      [],
      [null],
      {},
      '0000-01-01T00:00:00Z',
    ]);
  const statuses = new Map<number, number>();
  for (let number = 0; number < REQUESTS; number++) {
    const { method, path } = pick(ROUTES);
    const fields = Object.fromEntries(
      Object.entries(right)
        .filter(() => random() < 0.8)
        .map(([name, value]) => [name, random() < 0.85 ? value : wrong()]),
    );
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(String(random() < 0.8 ? right[name] : wrong()).toWellFormed()),
    )}`;
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [
        name,
        String(value).toWellFormed(),
      ]),
    );
    const attempt: InjectOptions =
      method === 'GET'
        ? { method, url: `${url}?${query.toString()}` }
        : { method, url, payload: fields };
    const answer = await site.inject({ ...attempt, headers: { cookie } });
    expect(answer.statusCode, `${JSON.stringify(attempt)} -> ${answer.body}`).toBeLessThan(500);
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
  }
  // Guards against a generator whose requests are all rejected or all accepted.
  expect(statuses.get(400) ?? 0).toBeGreaterThan(100);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(50);
});
