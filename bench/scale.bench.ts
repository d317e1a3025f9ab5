// Every list, search, and share page on PostgreSQL: 1,000,000 files in 100,000 submissions (10,000 projects with visit
// plans, 10,000 people) vs. 1,000 files of one company. SCALE_COMPANIES reduces the size.
import { startTestDatabase } from '../scripts/test-database.mjs';
import { COMPANY_FILES, fillSite, type FilledSite } from './filled-site.ts';
import { get, load } from './http-load.ts';
import { createProductDatabase, serveProduct, withContext } from './product.ts';
import { median, startServer } from './server-process.ts';

const LIMIT = 2;
const COMPANIES = Number(process.env['SCALE_COMPANIES'] ?? 1000);
// Enough to fill the first page of each list.
const FEW = 50;
const ROUNDS = 3;
const SECONDS = 1;

const OPERATOR = [
  '/operator/overview',
  '/projects',
  '/projects?sort=name',
  '/projects?search=Site%20SITE-1%205',
  '/projects?companyId={companyId}',
  '/projects/{projectId}',
  '/companies',
  '/companies?search=builder%201',
  '/companies?sort=code',
  '/operator/library',
  '/operator/library?search=SITE-1%205',
  '/operator/library?status=draft',
  '/operator/library?sort=title&order=descending',
  '/operator/submissions?projectId={projectId}',
  '/operator/submissions/{submissionId}',
  '/operator/submissions/{submissionId}/files',
  '/operator/files',
  '/operator/files?search=DJI_5',
  '/operator/files?sort=name',
  '/operator/system',
  '/operator/form-submissions',
  '/operator/form-submissions?search=visitor9',
  '/people',
  '/people?search=person%201-5',
  '/people?sort=name',
  '/share-links',
  '/share-links?search=lender',
  '/share-links?sort=views&order=descending',
  '/share-links?projectId={projectId}',
  '/audit',
  '/audit?action=submission.publish',
  '/audit/choices',
  '/projects/{projectId}/members',
  '/projects/{projectId}/candidates?search=person',
];
const CLIENT = [
  '/session',
  '/overview',
  '/projects',
  '/projects?search=site',
  '/submissions/latest-covers',
  '/projects/{projectId}/submissions',
  '/projects/{projectId}/viewpoints',
  '/projects/{projectId}/maps',
  '/viewpoints/{viewpointId}',
  '/submissions/{submissionId}',
  '/submissions/{submissionId}/files',
  '/share-links',
  '/notifications',
  '/downloads',
];
const VISITOR = ['/shared/{shareToken}', '/shared/{shareToken}/submissions/{submissionId}/files'];
const VISITOR_PAGES = ['/shared/{shareToken}'];

type Request = { name: string; text: (site: FilledSite) => string };

const fill = (path: string, site: FilledSite) =>
  path.replace(/\{(\w+)\}/g, (_, name: keyof FilledSite) => site[name]);
const asked = (who: string, path: string, cookie?: (site: FilledSite) => string): Request => ({
  name: `${who} ${path}`,
  text: (site) => get(fill(path, site), ...(cookie ? [`cookie: ${cookie(site)}`] : [])),
});
const REQUESTS = [
  ...OPERATOR.map((path) => asked('operator', `/api${path}`, (site) => site.operatorCookie)),
  ...CLIENT.map((path) => asked('client', `/api${path}`, (site) => site.clientCookie)),
  ...VISITOR.map((path) => asked('visitor', `/api${path}`)),
  ...VISITOR_PAGES.map((path) => asked('visitor', path)),
];

async function productWith(companies: number, isFull: boolean) {
  const database = await createProductDatabase();
  const site = await withContext(database.url, (ctx) => fillSite(ctx, companies, isFull));
  const server = await startServer(import.meta.filename, 'product', database.url);
  return {
    ask: ({ text }: Request, seconds = SECONDS) =>
      load(server.port, () => text(site), { connections: 1, seconds }),
    stop: async () => {
      await server.stop();
      await database.drop();
    },
  };
}

async function compare(clusterUrl: string): Promise<number> {
  process.env['TEST_DATABASE_URL'] = clusterUrl;
  const [few, many] = [await productWith(FEW, false), await productWith(COMPANIES, true)];
  const p95 = async (site: typeof few, request: Request) => (await site.ask(request)).p95;
  let over = 0;
  for (const request of REQUESTS) {
    await few.ask(request, 0.2);
    await many.ask(request, 0.2);
    const rounds: { few: number; many: number }[] = [];
    for (let n = 0; n < ROUNDS; n++)
      rounds.push({ few: await p95(few, request), many: await p95(many, request) });
    const [a, b] = [median(rounds.map((one) => one.few)), median(rounds.map((one) => one.many))];
    if (b / a > LIMIT) over++;
    process.stdout.write(
      `  ${(b / a).toFixed(2).padStart(6)}  ${a.toFixed(1).padStart(7)} ${b.toFixed(1).padStart(8)} ms  ${request.name}` +
        `${b / a > LIMIT ? ': NOT MET' : ''}\n`,
    );
  }
  await few.stop();
  await many.stop();
  return over;
}

async function main() {
  const [role, url = ''] = process.argv.slice(2);
  if (role === 'product') return serveProduct(url);
  const cluster = await startTestDatabase();
  process.stdout.write(
    `p95 with ${COMPANIES * COMPANY_FILES} files against ${COMPANY_FILES} (at most ${LIMIT})\n`,
  );
  try {
    const over = await compare(cluster.url);
    process.stdout.write(`${REQUESTS.length} requests, ${over} above ${LIMIT}\n`);
    if (over > 0) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}

await main();
