import type { APIRequestContext } from '@playwright/test';
import { CLIENT, signInByApi, OPERATOR, PROJECT } from './sample-site.ts';
import type { SampleUrls } from './screen-parts.ts';

/** Finds the sample site's URLs and creates a share link as the client. */
export async function findSampleUrls(request: APIRequestContext): Promise<SampleUrls> {
  const read = async <T>(path: string) => (await (await request.get(`/api${path}`)).json()) as T;
  await signInByApi(request, OPERATOR);
  const { projects } = await read<{ projects: Named[] }>('/projects');
  const project = projects.find(({ name }) => name === PROJECT);
  const { companies } = await read<{ companies: { id: string; companyCode: string }[] }>(
    '/companies',
  );
  const company = companies.find(({ companyCode }) => companyCode === 'DEMO001');
  const { submissions } = await read<{ submissions: { id: string; status: string }[] }>(
    `/operator/submissions?projectId=${project?.id}`,
  );
  const { viewpoints } = await read<{ viewpoints: Named[] }>(`/projects/${project?.id}/viewpoints`);
  const idOf = (wanted: string) => submissions.find(({ status }) => status === wanted)?.id;
  await signInByApi(request, CLIENT);
  const made = await request.post('/api/share-links', {
    data: { projectId: project?.id, title: 'Public link' },
  });
  const { url } = (await made.json()) as { url: string };
  const address = `/dashboard/projects/${project?.id}`;
  return {
    project: address,
    week: `${address}/week/${idOf('published')}`,
    viewpoint: `${address}/viewpoints/${viewpoints[0]?.id}`,
    company: `/operator/companies/${company?.id}`,
    published: `/operator/content/${idOf('published')}`,
    draft: `/operator/content/${idOf('draft')}`,
    shared: new URL(url).pathname,
  };
}

type Named = { id: string; name: string };
