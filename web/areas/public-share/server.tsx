import { renderToString } from 'react-dom/server';
import type { RenderSharedPage, SharedView } from '#contract/shared-view.ts';
import { brandNameIn, fillTemplate, jsonForScript } from '#web/lib/document.ts';
import { closedHead, headOf } from './head.ts';
import { SharedApp } from './shared-app.tsx';
import { DATA_ID, type SharedContent } from './shared-data.ts';

/** The whole HTML document behind a share link; see contract/shared-view.ts for the agreement. */
export const renderSharedPage: RenderSharedPage = (view, template, onError) => {
  const brandName = brandNameIn(template);
  const content = contentOf(view, brandName);
  return fillTemplate(template, {
    head:
      view.kind === 'open' && 'page' in content
        ? headOf({ ...view, ...content })
        : closedHead(
            view.kind === 'locked' ? 'Password Required' : 'Link Not Available',
            brandName,
          ),
    app: appOf(content, onError),
    data: `<script type="application/json" id="${DATA_ID}">${jsonForScript(content)}</script>`,
  });
};

/** What the server cannot draw, the browser draws: there one part that fails leaves the others. */
function appOf(content: SharedContent, onError: (error: unknown) => void): string {
  try {
    return renderToString(<SharedApp content={content} />);
  } catch (error) {
    onError(error);
    return '';
  }
}

function contentOf(view: SharedView, brandName: string): SharedContent {
  if (view.kind === 'gone') return { brandName, gone: view.message };
  if (view.kind === 'locked') return { brandName, locked: { error: view.error } };
  const { token, screen, page, submissionId, files } = view;
  const comparison = screen === 'week' ? null : view.comparison;
  const submissions = screen === 'week' ? page.submissions.slice(0, 1) : page.submissions;
  const now = new Date().toISOString();
  return {
    token,
    screen,
    brandName,
    submissionId,
    files,
    comparison,
    page: { ...page, submissions },
    now,
  };
}
