import { textOn } from '#domain/colors.ts';
import { escapeHtml } from '#domain/html.ts';
import type { Brand } from '#domain/public-site.ts';

/** Absolute http(s) URL. */
type MailLink = { label: string; url: string };

type MailImage = { contentId: string; alt: string; caption: string };

/** Strings are plain text: they are escaped here, and line breaks are kept. */
export type MailContent = {
  title: string;
  preview: string;
  /** `quote` is for text that someone else wrote. Two images in an array are next to each other, except on phones. */
  paragraphs: readonly (
    | string
    | { quote: string }
    | MailImage
    | readonly MailImage[]
    | (MailLink & { detail: string })
  )[];
  button?: MailLink;
  footnote?: string;
  unsubscribeUrl?: string;
};

/** For narrow screens, and for email programs that don't invert colors automatically in dark mode. */
const STYLES = `<style>
@media (prefers-color-scheme: dark) {
.page { background: #14171c !important; }
.sheet { background: #1f242b !important; }
.ink, .ink a:not(.button) { color: #eef1f5 !important; }
.quiet, .quiet a { color: #a9b2bf !important; }
}
@media (max-width: 480px) {
.cell { display: block !important; width: 100% !important; padding: 0 !important; }
}
</style>`;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Tables and style attributes work in every email program. @throws {TypeError} if a link isn't http(s) */
export function renderMail(brand: Brand, content: MailContent): { html: string; text: string } {
  const { paragraphs, button, unsubscribeUrl: url } = content;
  for (const part of [...paragraphs, button, url === undefined ? url : { url }]) {
    if (typeof part !== 'object' || !('url' in part)) continue;
    if (!/^https?:$/.test(new URL(part.url).protocol)) {
      throw new TypeError('Links in emails must be http(s) URLs.');
    }
  }
  return { html: htmlOf(brand, content), text: textOf(brand, content) };
}

const LINE_END = /\r\n?|\n/;
const lines = (text: string) => text.split(LINE_END).map(escapeHtml).join('<br>');
const quoted = (text: string) =>
  text
    .split(LINE_END)
    .map((line) => `> ${line}`)
    .join('\n');

const signatureOf = ({ name, serviceArea, phone, email }: Brand) =>
  [name, serviceArea, phone, email].filter(Boolean).join(' · ');

type Paragraph = MailContent['paragraphs'][number];

function paragraph(part: Paragraph): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${lines(part)}</p>`;
  if ('contentId' in part) return imageHtml(part);
  if (!('url' in part || 'quote' in part)) return rowHtml(part);
  return 'url' in part
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(part.url)}" style="color:#1a202c;font-weight:600">${escapeHtml(part.label)}</a><br><span class="quiet" style="color:#5b6472">${lines(part.detail)}</span></p>`
    : `<blockquote style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #8a94a6">${lines(part.quote)}</blockquote>`;
}

const imageHtml = ({ contentId, alt, caption }: MailImage, width = 496) =>
  `<p style="margin:0 0 16px"><img src="cid:${escapeHtml(contentId)}" alt="${escapeHtml(alt)}" width="${width}" style="display:block;width:100%;height:auto;border:0;border-radius:8px"><span class="quiet" style="font-size:13px;color:#5b6472">${escapeHtml(caption)}</span></p>`;

const rowHtml = (images: readonly MailImage[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${images.map((image) => `<td class="cell" width="50%" valign="top" style="padding:0 4px">${imageHtml(image, 240)}</td>`).join('')}</tr></table>`;

function buttonHtml({ label, url }: { label: string; url: string }, color: string): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a class="button" href="${address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:${textOn(color)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#5b6472">If the button does not work, open this link:<br><a href="${address}" style="color:#1a202c;word-break:break-all">${address}</a></p>`;
}

const htmlOf = (brand: Brand, { title, preview, paragraphs, button, ...end }: MailContent) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
${STYLES}
<title>${escapeHtml(title)}</title>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f4f7;color:#1a202c">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f2f4f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:560px;background:#ffffff;border-top:4px solid ${brand.color};border-radius:8px"><tr><td class="ink" style="padding:32px;${FONT};font-size:16px;line-height:24px;color:#1a202c">
<p style="margin:0 0 24px;font-weight:700">${escapeHtml(brand.name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${button ? buttonHtml(button, brand.color) : ''}
${end.footnote ? `<p class="quiet" style="margin:24px 0 0;font-size:13px;line-height:20px;color:#5b6472">${lines(end.footnote)}</p>` : ''}
</td></tr></table>
<p class="quiet" style="margin:16px 0 0;${FONT};font-size:13px;line-height:20px;color:#5b6472">${escapeHtml(signatureOf(brand))}${end.unsubscribeUrl ? `<br><a href="${escapeHtml(end.unsubscribeUrl)}" style="color:#5b6472">Unsubscribe</a>` : ''}</p>
</td></tr></table>
</body>
</html>
`;

const textOfPart = (part: Paragraph): string => {
  if (typeof part === 'string') return part;
  if ('contentId' in part) return part.caption;
  if (!('url' in part || 'quote' in part)) return part.map(textOfPart).join('\n\n');
  return 'url' in part ? `${part.label}\n${part.detail}\n${part.url}` : quoted(part.quote);
};

const textOf = (brand: Brand, { title, paragraphs, button, ...end }: MailContent) =>
  [
    title,
    ...paragraphs.map(textOfPart),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(end.footnote ? [end.footnote] : []),
    ...(end.unsubscribeUrl ? [`Unsubscribe:\n${end.unsubscribeUrl}`] : []),
    `-- \n${signatureOf(brand)}`,
  ].join('\n\n') + '\n';
