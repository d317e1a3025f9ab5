import { expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { makeCompany, makePerson, makeProject } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('a project is deleted only after its exact name was typed', async () => {
  const { projects } = site.as(await makePerson(site.ctx, 'operator'));
  const company = await makeCompany(site.ctx);
  const { id } = await makeProject(site.ctx, company.id, { name: 'Tower A' });
  for (const typedName of ['tower a', 'Tower', 'Tower B']) {
    await expect(projects.remove({ id, typedName })).rejects.toMatchObject({
      status: 400,
      message: ERRORS.NAME_DOES_NOT_MATCH[1],
    });
  }
  expect(await projects.get({ id })).toMatchObject({ name: 'Tower A' });
  await projects.remove({ id, typedName: ' Tower A ' });
  await expect(projects.get({ id })).rejects.toMatchObject({ code: 'PROJECT_NOT_FOUND' });
});
