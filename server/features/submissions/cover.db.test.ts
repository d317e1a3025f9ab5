import { expect, test } from 'vitest';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { makeRaster } from '#test/fixtures/rasters.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('the cover of a week of maps is its orthophoto, whatever the files are called', async () => {
  const { ctx } = site;
  const company = await makeCompany(ctx);
  const client = await makePerson(ctx, 'client', { companyId: company.id });
  const project = await makeProject(ctx, company.id);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const heights = await makeRaster(ctx, week);
  const colors = await makeRaster(ctx, week, { changes: { rasterType: 'orthophoto' } });
  const look = `update files set file_name = $2, captured_at = null, presets = '{256}',
    thumbhash = '\\x00' where id = $1`;
  await site.change(look, heights.id, 'dsm.tif');
  await site.change(look, colors.id, 'odm_orthophoto.tif');

  const portal = site.as(client).submissions;
  const { submissions } = await portal.listPublished({ projectId: project.id });
  expect(submissions[0]?.cover?.mediaUrl).toContain(colors.id);
  const { covers } = await portal.latestCovers({});
  expect(covers[0]?.cover.mediaUrl).toContain(colors.id);

  await site.change('update files set sort_order = 1 where id = $1', colors.id);
  const { submissions: sorted } = await portal.listPublished({ projectId: project.id });
  expect(sorted[0]?.cover?.mediaUrl).toContain(heights.id);
});
