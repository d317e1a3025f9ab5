// The service worker for pages under /dashboard. It opens them offline and caches pictures that were viewed. It can't
// import other code.

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = ExtendableEvent & {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
};
type Worker = {
  /** Prepended to this script by the build. */
  BUILD: { version: string; files: string[] };
  location: Location;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const worker = self as unknown as Worker;
const SHELL = '/dashboard';
const SHELLS = 'overfly-shell-';
const ANSWERS = '/kept-answers';
const PROJECT = /^\/dashboard\/projects\/([\da-f-]{36})\/?$/;
/** How long a page that isn't cached may wait for the server, ms. */
const SERVER_TIMEOUT_MS = 3000;
const PICTURES = 'overfly-pictures';
const PICTURE_LIMITS = { pictures: 400, bytes: 64 * 1024 ** 2 };
/** Key of a picture: its URL without the signature, which changes. The largest size, for zooming, isn't cached. */
const PICTURE = /^(\/media\/p\/[\w-]+\/f\/[\w-]+)\/[^/]+\/w(256|512|768|1024|2048)\.webp$/;
const CACHED_WIDTHS = ['1024', '768', '512', '256'];

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') return event.respondWith(page(event));
  if (worker.BUILD.files.includes(pathname) || pathname.startsWith('/assets/'))
    return event.respondWith(asset(request));
  const picture = PICTURE.exec(pathname);
  if (picture) event.respondWith(pictureOf(event, picture));
});

async function install(): Promise<void> {
  const { version, files } = worker.BUILD;
  const cache = await caches.open(SHELLS + version);
  await cache.addAll([SHELL, ...files]);
  // Open tabs continue with the scripts of their own version, which stay cached (see below).
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(SHELLS));
  await Promise.all(shells.slice(0, -2).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Responds with the cached page of this worker's version and refreshes it for the next time (e.g. after a change of
 * brand).
 */
async function page(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(SHELLS + worker.BUILD.version);
  const shell = await cache.match(SHELL);
  if (!shell) return fetch(event.request);
  event.waitUntil(cache.add(SHELL).catch(() => {}));
  const [, projectId] = PROJECT.exec(new URL(event.request.url).pathname) ?? [];
  if (projectId === undefined) return shell;
  const seen = await cachedAnswersOf(projectId).catch(() => null);
  return seen === null ? fromServer(event.request, shell) : withCachedAnswers(shell, seen);
}

/** For a project that isn't cached: the server sends the first responses along with the page. */
async function fromServer(request: Request, shell: Response): Promise<Response> {
  const late = new Promise<Response>((resolve) => {
    setTimeout(resolve, SERVER_TIMEOUT_MS, shell.clone());
  });
  const answer = fetch(request).then(
    (given) => (given.ok ? given : shell),
    () => shell,
  );
  return Promise.race([answer, late]);
}

type CachedAnswers = {
  personId: string;
  answers: { key: [string[], { input?: Record<string, string> }]; data: never }[];
};

/** The project's last responses, cached by web/lib/offline-cache.ts, for early-page.ts. */
async function cachedAnswersOf(projectId: string): Promise<object | null> {
  const answer = await caches.match(ANSWERS);
  if (!answer) return null;
  const { personId, answers } = (await answer.json()) as CachedAnswers;
  const find = (query: string, input: Record<string, string>) =>
    answers.find(
      ({ key: [path, options] }) =>
        path.join('.') === query && JSON.stringify(options.input) === JSON.stringify(input),
    )?.data;
  const project = find('projects.get', { id: projectId });
  const comparison = find('viewpoints.compare', { projectId });
  return project ? { personId, project, comparison } : null;
}

async function withCachedAnswers(shell: Response, seen: object): Promise<Response> {
  const json = JSON.stringify(seen).replaceAll('<', String.raw`\u003c`);
  const html = (await shell.text()).replace(
    '<!--early-answers-->',
    () => `<script type="application/json" id="seen">${json}</script>`,
  );
  const headers = new Headers(shell.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html, { headers });
}

const asset = async (request: Request) => (await caches.match(request)) ?? fetch(request);

async function pictureOf(event: FetchEvent, [, file, width]: string[]): Promise<Response> {
  const cache = await caches.open(PICTURES);
  const key = `${file}/w${width}`;
  const kept = await cache.match(key);
  if (kept) return kept;
  try {
    const answer = await fetch(event.request);
    if (answer.status === 200 && width !== '2048')
      event.waitUntil(keep(cache, key, answer.clone()));
    return answer;
  } catch (error) {
    // Offline, use a smaller size of the same photo.
    for (const other of CACHED_WIDTHS) {
      const smaller = await cache.match(`${file}/w${other}`);
      if (smaller) return smaller;
    }
    throw error;
  }
}

let trimming: Promise<void> = Promise.resolve();

async function keep(cache: Cache, key: string, answer: Response): Promise<void> {
  await cache.put(key, answer);
  trimming = trimming.then(() => trim(cache));
  await trimming;
}

/** Deletes the oldest pictures until the cache is within `PICTURE_LIMITS`. */
async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  let bytes = 0;
  let count = 0;
  for (const key of keys.toReversed()) {
    const kept = await cache.match(key);
    bytes += Number(kept?.headers.get('content-length') ?? 0);
    count += 1;
    if (count > PICTURE_LIMITS.pictures || bytes > PICTURE_LIMITS.bytes) await cache.delete(key);
  }
}
