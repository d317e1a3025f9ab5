// Inlined into the page (see vite.config.ts), so it can't import anything. Paints the top of a project page while the
// app's scripts load, from the responses sent with the page (server/platform/http/early-responses.ts) or those that the
// service worker cached.

(() => {
  type Project = { name: string; description: string | null };
  type Photo = {
    width: number | null;
    height: number | null;
    presets: number[];
    mediaUrl: string;
  };
  type Comparison = {
    views: { viewpoint: { id: string; name: string }; after: Photo }[];
    firstId: string | null;
  };
  type EarlyData = { project?: Project | undefined; comparison?: Comparison | undefined };
  /** How long the app waits for a cached picture, ms. */
  const PICTURE_TIMEOUT_MS = 300;
  const root = document.querySelector('#root');
  const textOf = (id: string) => document.querySelector(id)?.textContent;

  /** The responses sent with the page, shared with the app (web/lib/early-responses.ts). */
  function answersOfPage(): EarlyData | null {
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
      comparison: find(/\/comparison$/) as Comparison | undefined,
    };
  }

  /** The responses this person last saw for the project (web/offline-worker.ts). */
  function lastSeenAnswers(): EarlyData | null {
    const session = localStorage.getItem('overfly.session');
    const text = textOf('#seen');
    if (!session || !text) return null;
    const { personId, ...beginning } = JSON.parse(text) as EarlyData & { personId: string };
    return (JSON.parse(session) as { user: { id: string } }).user.id === personId
      ? beginning
      : null;
  }

  function pictureOf({ viewpoint, after }: Comparison['views'][number]): HTMLImageElement {
    const { width, height, presets, mediaUrl } = after;
    const widths = presets.toSorted((a, b) => a - b);
    return Object.assign(document.createElement('img'), {
      alt: viewpoint.name,
      ...(width && height ? { width, height } : {}),
      fetchPriority: 'high',
      // Same as LOOK_SIZES in web/viewpoints/first-look.
      sizes: '(width < 62em) 100vw, 62rem',
      srcset: widths
        .map((preset) => `${mediaUrl}/w${preset}.webp ${Math.min(preset, width ?? preset)}w`)
        .join(', '),
    });
  }

  /** The server renders name and description if it sends responses; otherwise they are created here. */
  function pageOf({ name, description }: Project): Element {
    const page = document.createElement('main');
    page.className = 'early';
    for (const [tag, textContent] of [['h1', name] as const, ['p', description] as const])
      if (textContent) page.append(Object.assign(document.createElement(tag), { textContent }));
    document.body.append(page);
    return page;
  }

  /** Whether the app shows more than its frame and a loading placeholder. */
  function hasAppRendered(): boolean {
    if (root?.querySelector('h1, form, [role="alert"]')) return true;
    const main = root?.querySelector('main');
    const isWaiting = main?.querySelector('output, [aria-busy], .mantine-Skeleton-root');
    return !isWaiting && Boolean(main?.textContent.trim());
  }

  function show({ project, comparison }: EarlyData): HTMLImageElement | null {
    if (!root || !project) return null;
    const page = document.querySelector('.early') ?? pageOf(project);
    const view = comparison?.views.find(({ viewpoint: { id } }) => id === comparison.firstId);
    const picture = view ? pictureOf(view) : null;
    if (picture) page.append(picture);
    const watcher = new MutationObserver(() => {
      if (!hasAppRendered()) return;
      watcher.disconnect();
      page.remove();
    });
    watcher.observe(root, { childList: true, subtree: true });
    return picture;
  }

  /**
   * The build puts the app's scripts and styles in a template (vite.config.ts). The script must run after its styles
   * have loaded.
   */
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

  /** Resolves after the next paint. Background tabs get no animation frames. */
  const afterPaint = () =>
    new Promise<void>((resolve) => {
      if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(resolve));
      else resolve();
    });

  async function begin(): Promise<void> {
    const answers = answersOfPage();
    const beginning = answers ?? lastSeenAnswers();
    if (!beginning) return document.querySelector('.early')?.remove();
    const picture = show(beginning);
    await afterPaint();
    // A cached picture is decoded almost at once, unless the app keeps the processor busy. Pictures that aren't cached
    // would compete with the app for bandwidth.
    if (answers || !picture) return;
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, PICTURE_TIMEOUT_MS);
    });
    await Promise.race([picture.decode().catch(() => {}), late]);
    await afterPaint();
  }

  begin().then(startApp, () => {
    // The app requests the data itself.
    document.querySelector('.early')?.remove();
    return startApp();
  });
})();
