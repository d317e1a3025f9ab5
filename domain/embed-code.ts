import { escapeHtml } from './html.ts';

const frameOf = (url: string, title: string, shape: string) =>
  `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" ` +
  `style="width:100%;${shape};border:0" loading="lazy" allowfullscreen></iframe>`;

/** The code that shows a link on another page. */
export const embedCode = (url: string, title: string): string =>
  frameOf(url, title, 'height:640px');

/** The code that shows one place of a link before and now. */
export const sliderCode = (url: string, title: string): string =>
  frameOf(`${url}/slider`, title, 'aspect-ratio:16/9');
