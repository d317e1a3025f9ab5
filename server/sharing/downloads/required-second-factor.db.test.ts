import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#domain/roles.ts';
import { originalUrl } from '#server/platform/http/media-url.ts';
import { type Site, runSite } from '#test/site.ts';
import { makeFile, makeProjectWithPeople, makePerson, makeSubmission } from '#test/factories.ts';
import { archiveUrl } from './service.ts';

const site = runSite({ config: { staffTwoFactor: 'required' } });
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const { company, project } = await makeProjectWithPeople(ctx);
  const week = await makeSubmission(ctx, project.id, { published: true });
  return { company, week, photo: await makeFile(ctx, week) };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

async function statusesFor({ id: profileId, cookie }: { id: string; cookie: string }) {
  const recipient = { kind: 'person', profileId } as const;
  const { signer } = site.ctx;
  const urls = [
    archiveUrl(signer, recipient, world.week.id, 'week.zip'),
    originalUrl(signer, recipient, world.photo),
  ];
  const answers = await Promise.all(urls.map((url) => site.inject({ url, headers: { cookie } })));
  return answers.map(({ statusCode }) => statusCode);
}

const setSecondFactor = (id: string, isOn: boolean) =>
  site.change('update auth.users set has_second_factor = $2 where id = $1', id, isOn);

test.each<Role>(['operator', 'admin', 'project_manager'])(
  "download URLs don't work for a %s without the required second factor",
  async (role) => {
    const person = await makePerson(site.ctx, role);
    expect(await statusesFor(person)).toEqual([404, 404]);
    await setSecondFactor(person.id, true);
    expect(await statusesFor(person)).toEqual([200, 200]);
    await setSecondFactor(person.id, false);
    expect(await statusesFor(person)).toEqual([404, 404]);
  },
);

test("clients don't need a second factor", async () => {
  const person = await makePerson(site.ctx, 'client', { companyId: world.company.id });
  expect(await statusesFor(person)).toEqual([200, 200]);
});
