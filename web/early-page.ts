// Stands in the page itself (see vite.config.ts): shows what a project begins with while the scripts of the
// app are on their way, from the answers that came with the page (server/platform/http/early-answers.ts),
// or from what was seen before. Nothing can be imported here.

(() => {
  type Project = { name: string; description: string | null };
  type Photo = {
    kind: string;
    fileName: string;
    width: number | null;
    height: number | null;
    presets: number[];
    mediaUrl: string;
  };
  type Beginning = { project?: Project | undefined; files?: Photo[] | undefined };
  type Kept = {
    personId: string;
    answers: { key: [string[], { input?: Record<string, string> }]; data: never }[];
  };

  const [, id] = /^\/dashboard\/projects\/([\da-f-]{36})\/?$/.exec(location.pathname) ?? [];
  const root = document.querySelector('#root');
  if (id === undefined || !root) return;

  /** The answers of the page, which the app takes from here (web/lib/early-answers.ts). */
  function given(): Beginning | null {
    const text = document.querySelector('#early-answers')?.textContent;
    if (!text) return null;
    const answers = Object.entries(JSON.parse(text) as Record<string, unknown>);
    const headers = { 'content-type': 'application/json' };
    Object.assign(window, {
      earlyAnswers: new Map(
        answers.map(([path, data]) => [
          path,
          Promise.resolve(new Response(JSON.stringify(data), { headers })),
        ]),
      ),
    });
    const find = (end: RegExp) => answers.find(([path]) => end.test(path))?.[1];
    return {
      project: find(/^\/api\/projects\/[^/]+$/) as Project | undefined,
      files: (find(/\/files$/) as { files: Photo[] } | undefined)?.files,
    };
  }

  /** What this person saw of it last (web/lib/kept-answers.ts). */
  async function seen(): Promise<Beginning | null> {
    const session = localStorage.getItem('overfly.session');
    const answer = session && (await caches.match('/kept-answers'));
    if (!answer) return null;
    const { personId, answers } = (await answer.json()) as Kept;
    if ((JSON.parse(session) as { user: { id: string } }).user.id !== personId) return null;
    const find = (query: string, input: string, value: string | undefined) =>
      answers.find(
        ({ key: [path, options] }) => path.join('.') === query && options.input?.[input] === value,
      )?.data;
    const weeks = find('submissions.listPublished', 'projectId', id) as
      | { submissions: { id: string }[] }
      | undefined;
    const files = find('files.listPublished', 'submissionId', weeks?.submissions[0]?.id) as
      | { files: Photo[] }
      | undefined;
    return { project: find('projects.get', 'id', id), files: files?.files };
  }

  function pictureOf({ fileName, width, height, presets, mediaUrl }: Photo): HTMLImageElement {
    const widths = presets.toSorted((a, b) => a - b);
    return Object.assign(document.createElement('img'), {
      alt: fileName,
      ...(width && height ? { width, height } : {}),
      fetchPriority: 'high',
      sizes: '(max-width: 40rem) 50vw, (max-width: 62rem) 34vw, 25vw',
      srcset: widths
        .map((preset) => `${mediaUrl}/w${preset}.webp ${Math.min(preset, width ?? preset)}w`)
        .join(', '),
    });
  }

  function show({ project, files }: Beginning): void {
    const isThere = () => root?.querySelector('h1, form, [role="alert"]');
    if (!root || !project || isThere()) return;
    const page = document.createElement('main');
    page.className = 'early';
    const add = (name: 'h1' | 'p', textContent: string | null) => {
      if (textContent) page.append(Object.assign(document.createElement(name), { textContent }));
    };
    add('h1', project.name);
    add('p', project.description);
    const photo = files?.find(({ kind, presets }) => kind === 'photo' && presets.length > 0);
    if (photo) page.append(pictureOf(photo));
    document.body.append(page);
    // Gone once the app has something to say.
    const watcher = new MutationObserver(() => {
      if (!isThere()) return;
      watcher.disconnect();
      page.remove();
    });
    watcher.observe(root, { childList: true, subtree: true });
  }

  try {
    const beginning = given();
    if (beginning) show(beginning);
    // Where the browser keeps nothing, or something else, the app finds out.
    else if ('caches' in window)
      void seen().then(
        (found) => found && show(found),
        () => {},
      );
  } catch {
    // The app asks anew.
  }
})();
