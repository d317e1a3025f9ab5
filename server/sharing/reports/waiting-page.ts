import { plainPage } from '#server/platform/http/plain-page.ts';

export const RELOAD_SECONDS = 2;

export const waitingPage = (percent: number): string =>
  plainPage(
    'Creating the PDF report',
    `<p>The report opens here when it is ready.</p>
<progress max="100" value="${percent}" aria-label="Progress"></progress>`,
  );

export const failedPage = (): string =>
  plainPage(
    'The report could not be created',
    '<p>Try again. If it keeps failing, contact the person who sent you the link.</p><p><a href="?again=1">Try Again</a></p>',
  );
