import { isContractProcedure } from '@orpc/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makePerson, makeProject, type Person } from '#test/factories.ts';
import { API_EXAMPLES } from '#contract/api-examples.ts';
import { contract } from '#contract/contract.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
let operator: Person;
let companyId: string;
beforeAll(async () => {
  operator = await makePerson(site.ctx, 'operator');
  companyId = (await makeCompany(site.ctx)).id;
  await makeProject(site.ctx, companyId, { name: 'First' });
  await makeProject(site.ctx, companyId, { name: 'Second' });
});

const send = (method: 'GET' | 'POST', url: string, payload?: object | string) =>
  site.inject({
    method,
    url,
    headers: { cookie: operator.cookie, 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload }),
  });

describe('the API', () => {
  it('takes numbers from a query string', async () => {
    const response = await send('GET', '/api/projects?limit=1');
    expect(response.json().projects).toHaveLength(1);
  });

  it('removes characters that the database cannot store', async () => {
    const name = 'Depot\u0000 \ud800 North';
    const response = await send('POST', '/api/projects', { companyId, name });
    expect(response.statusCode).toBe(200);
    expect(response.json().name).toBe('Depot \ufffd North');
    expect((await send('GET', '/api/projects?search=%00depot')).json().projects).toHaveLength(1);
  });

  it.each([
    ['an impossible date', { startDate: '0000-01-01' }],
    ['a date that is not a date', { startDate: 'tomorrow' }],
    ['a latitude without a longitude', { latitude: 31.5 }],
    ['coordinates outside the globe', { latitude: 91, longitude: 0 }],
    ['an empty name', { name: '   ' }],
  ])('refuses %s with a message', async (_what, fields) => {
    const response = await send('POST', '/api/projects', { companyId, name: 'Depot', ...fields });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT' });
    expect(response.json().message).not.toBe('');
  });

  it('refuses invalid JSON with 400 and a large body with 413', async () => {
    expect((await send('POST', '/api/projects', '{"name":')).statusCode).toBe(400);
    const large = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) });
    const refused = await send('POST', '/api/projects', large);
    expect(refused.statusCode).toBe(413);
    // The client must be able to read the response while it's still sending.
    expect(refused.headers.connection).not.toBe('close');
  });

  it('answers an unknown path with 404', async () => {
    const response = await send('GET', '/api/nothing-here');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('answers a truncated URL with a "not found" page', async () => {
    const headers = { accept: 'text/html' };
    for (const url of ['/shared/abc%', '/auth/%E0%A4%A']) {
      const page = await site.inject({ url, headers });
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
    }
    const called = await send('POST', '/api/people/%E0%A4%A/deactivate');
    expect([called.statusCode, called.json().code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('describes itself as OpenAPI 3.1', async () => {
    const document = (await send('GET', '/api/openapi.json')).json();
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.paths)).toContain('/projects/{id}');
  });

  it('lists the token scope of each operation', async () => {
    const { paths, components } = (await send('GET', '/api/openapi.json')).json();
    expect(paths['/projects'].post.security).toEqual([{ apiToken: ['projects:write'] }]);
    expect(paths['/session'].get.security).toEqual([{ apiToken: [] }]);
    expect(paths['/account'].get.description).toBe("API tokens can't use this operation.");
    expect(components.securitySchemes.apiToken).toMatchObject({ scheme: 'bearer' });
  });

  it.each(Object.entries(API_EXAMPLES))('has a valid example for %s', async (name, example) => {
    const { paths } = (await send('GET', '/api/openapi.json')).json();
    const operations = Object.values(paths as object).flatMap((item) =>
      Object.values(item as object),
    );
    const operation = operations.find(({ operationId }) => operationId === name);
    const [feature = '', operationName = ''] = name.split('.');
    const features: Record<string, Record<string, unknown>> = contract;
    const procedure = features[feature]?.[operationName];
    if (!isContractProcedure(procedure)) throw new Error(`no operation ${name}`);
    const { inputSchema, outputSchema } = procedure['~orpc'];
    const { body, answer } = example;
    expect(operation.requestBody?.content['application/json'].example).toEqual(body);
    expect(operation.responses['200'].content['application/json'].example).toEqual(answer);
    const issuesOf = async (schema: typeof inputSchema, value: object | undefined) =>
      value && (await schema?.['~standard'].validate(value))?.issues;
    expect(body ?? answer).toBeDefined();
    expect(await issuesOf(inputSchema, body)).toBeUndefined();
    expect(await issuesOf(outputSchema, answer)).toBeUndefined();
  });

  it('shows the API reference as a static page', async () => {
    const page = await send('GET', '/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('/operator/submissions/{id}/publish');
    expect(page.body).not.toContain('<script');
  });
});

const NOSNIFF = { 'x-content-type-options': 'nosniff' };
const HSTS = { 'strict-transport-security': 'max-age=31536000' };

describe('every response', () => {
  const secure = runSite({
    config: {
      publicUrl: 'https://photos.example',
      demo: { enabled: true, password: 'not the published one' },
    },
  });
  it.each<['GET' | 'POST' | 'PATCH' | 'OPTIONS', string]>([
    ['GET', '/'],
    ['GET', '/no-such-page'],
    ['GET', '/robots.txt'],
    ['GET', '/api/health'],
    ['GET', '/api/docs'],
    ['GET', '/api/nothing-here'],
    ['POST', '/api/session'],
    ['PATCH', '/api/uploads/none'],
    ['GET', '/media/f/none'],
    ['GET', '/downloads/none'],
    ['GET', '/shared/none'],
    ['GET', '/api/form-submissions.csv'],
    ['GET', '/dev/mail'],
    ['GET', '/api/live'],
  ])('to %s %s has nosniff, and HSTS if the site uses https', async (method, url) => {
    expect((await secure.inject({ method, url })).headers).toMatchObject({ ...NOSNIFF, ...HSTS });
    const plain = (await site.inject({ method, url })).headers;
    expect(plain).toMatchObject(NOSNIFF);
    expect(plain).not.toHaveProperty('strict-transport-security');
  });

  it('of the upload protocol has nosniff, too', async () => {
    const headers = { cookie: operator.cookie };
    const answer = await site.inject({ method: 'OPTIONS', url: '/api/uploads', headers });
    expect(answer.headers).toMatchObject({ ...NOSNIFF, 'tus-version': '1.0.0' });
  });
});
