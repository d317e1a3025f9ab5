import {
  expect,
  type APIRequestContext,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test';
import { signInByApi, OPERATOR } from './sample-site.ts';
import { readApi } from './read-api.ts';

/** Signs in as the operator and creates a project of the sample client's company with a draft; returns both IDs. */
export async function makeDraft(
  request: APIRequestContext,
  project: string,
  draft: { title: string; summary?: string },
): Promise<{ projectId: string; submissionId: string }> {
  await signInByApi(request, OPERATOR);
  const make = async (path: string, data: object) => {
    const answer = await request.post(`/api${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { id: string }).id;
  };
  const { companies } = (await (await request.get('/api/companies')).json()) as {
    companies: { id: string; companyCode: string }[];
  };
  const companyId = companies.find(({ companyCode }) => companyCode === 'DEMO001')?.id;
  const projectId = await make('/projects', { companyId, name: project });
  const submissionId = await make('/operator/submissions', { projectId, ...draft });
  return { projectId, submissionId };
}

/** Creates a draft in an existing project and opens its page; returns its ID. */
export async function openDraft(page: Page, project: string, title: string): Promise<string> {
  const { projects } = await readApi<{ projects: { id: string; name: string }[] }>(
    page,
    '/projects',
  );
  const projectId = projects.find(({ name }) => name === project)?.id;
  const answer = await page.request.post('/api/operator/submissions', {
    data: { projectId, title },
  });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/operator/content/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return id;
}

export async function publish(request: APIRequestContext, submissionId: string): Promise<void> {
  const answer = await request.post(`/api/operator/submissions/${submissionId}/publish`, {
    data: {},
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Clicks the button that creates a submission; returns the submission. */
export async function createByButton(
  page: Page,
  button: Locator,
): Promise<{ id: string; projectId: string }> {
  const isCreation = (answer: Response) =>
    answer.request().method() === 'POST' && answer.url().endsWith('/api/operator/submissions');
  const [answer] = await Promise.all([page.waitForResponse(isCreation), button.click()]);
  return (await answer.json()) as { id: string; projectId: string };
}
