import { escapeHtml } from '#domain/html.ts';

/** How often the page asks whether the report is ready, seconds. */
export const ASK_AGAIN_SECONDS = 2;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}progress{width:100%}</style>
<h1>${escapeHtml(title)}</h1>
${body}
</html>
`;

/** Shown in the place of a report that is being made; the browser asks again by itself. */
export const waitingPage = (percent: number): string =>
  page(
    'Making the PDF report',
    `<p>The report opens here when it is ready.</p>
<progress max="100" value="${percent}" aria-label="Progress"></progress>`,
  );

/** Shown in the place of a report that could not be made. */
export const failedPage = (): string =>
  page(
    'The report could not be made',
    '<p>Please try again. If it fails once more, ask who sent you the link.</p><p><a href="?again=1">Try Again</a></p>',
  );
