// Stands in the page itself (see vite.config.ts): shows what a project begins with while the scripts of the
// app are on their way, from the answers that came with the page (server/platform/http/early-answers.ts),
// or from what was seen before, which the service worker puts there. Nothing can be imported here.

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
  const root = document.querySelector('#root');
  const textOf = (id: string) => document.querySelector(id)?.textContent;

  /** The answers of the page, which the app takes from here (web/lib/early-answers.ts). */
  function given(): Beginning | null {
    const text = textOf('#early-answers');
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

  /** What this person saw of it last (web/offline-worker.ts). */
  function seen(): Beginning | null {
    const session = localStorage.getItem('overfly.session');
    const text = textOf('#seen');
    if (!session || !text) return null;
    const { personId, ...beginning } = JSON.parse(text) as Beginning & { personId: string };
    return (JSON.parse(session) as { user: { id: string } }).user.id === personId
      ? beginning
      : null;
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

  function show({ project, files }: Beginning): boolean {
    const isThere = () => root?.querySelector('h1, form, [role="alert"]');
    if (!root || !project || isThere()) return false;
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
    return true;
  }

  /** Starts the app: its parts stand aside in the page (vite.config.ts). The script waits for its styles. */
  async function startApp(): Promise<void> {
    const parts = document.querySelector<HTMLTemplateElement>('template#app')?.content;
    const script = parts?.querySelector('script');
    if (!parts || !script) return;
    script.remove();
    const sheets = [...parts.querySelectorAll('[rel="stylesheet"]')].map(
      (sheet) =>
        new Promise((resolve) => {
          sheet.addEventListener('load', resolve);
          sheet.addEventListener('error', resolve);
        }),
    );
    document.head.append(parts);
    await Promise.all(sheets);
    document.head.append(script);
  }

  let isShown = false;
  try {
    const beginning = given() ?? seen();
    if (beginning) isShown = show(beginning);
  } catch {
    // The app asks anew.
  }
  // What is shown is painted first. In a tab that nobody looks at there are no frames to wait for.
  if (isShown && document.visibilityState === 'visible')
    requestAnimationFrame(() => setTimeout(() => void startApp()));
  else void startApp();
})();
