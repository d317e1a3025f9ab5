import { expect, test } from 'vitest';
import { makeProjectWithPeople, makeSubmission } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
const ID = '1OverflyTestFilm_-0123456789abcd';

test('the frame shows a preview of videos that the text links to, and no others', async () => {
  const { ctx } = site;
  const { project, client, staff: operator } = await makeProjectWithPeople(ctx);
  const { id } = await makeSubmission(ctx, project.id, { published: true });
  const contentText = `[Flight "A".mp4] https://drive.google.com/file/d/${ID}/view?resourcekey=0-abc`;
  await site.as(operator).submissions.update({ id, contentText });

  const ask = (linkId: string) =>
    site.inject({
      url: `/drive-previews/${id}/${linkId}`,
      headers: { cookie: client.cookie },
    });
  const { statusCode, headers, body } = await ask(`gdrive-${ID}`);
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toContain(
    "default-src 'none'; frame-src https://drive.google.com;",
  );
  expect(body).toContain(
    `src="https://drive.google.com/file/d/${ID}/preview?resourcekey=0-abc" title="Flight &quot;A&quot;.mp4"`,
  );
  expect(body).toContain(
    'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"',
  );
  expect((await ask('gdrive-1AnotherFilmOfSomebodyElse0123')).statusCode).toBe(404);
});
