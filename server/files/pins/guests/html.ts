import { randomUUID } from 'node:crypto';
import { textOn } from '#domain/colors.ts';
import { dateTime } from '#domain/date-format.ts';
import { escapeHtml } from '#domain/html.ts';
import { PIN_KIND_LABELS, pinStateLabel } from '#domain/pin-texts.ts';
import { MAX_PIN_TEXT, type PinReply } from '#domain/pins.ts';
import type { Brand } from '#domain/public-site.ts';
import { plainPage } from '#server/platform/http/plain-page.ts';
import { dayText, dueText } from './mail.ts';
import type { GuestPin } from './link.ts';
import type { Week } from './spots.ts';

export type GuestView = {
  pin: GuestPin;
  path: string;
  weeks: readonly Week[];
  replies: readonly PinReply[];
  author: string;
  now: Date;
  isSent: boolean;
  /** After an error, with what the guest wrote. */
  failed?: { message: string; text: string } | undefined;
};

/** Works without scripts, so that it opens in any email program's browser. */
export const guestPage = (brand: Brand, view: GuestView): string => {
  const { pin, weeks, path } = view;
  const shown = weeks.find(({ fileId }) => fileId === pin.fileId);
  const facts = [PIN_KIND_LABELS[pin.kind], pin.submissionTitle, brand.name].join(' · ');
  const asked = [view.author, dateTime(pin.createdAt, pin.timeZone)];
  const sent = pin.state === 'done' ? 'Sent and marked as done.' : 'Your reply was sent.';
  const body = `${view.isSent ? `<p class="sent" role="status">${sent}</p>` : ''}
<p class="quiet">${escapeHtml(facts)}</p>
${shown ? `<img src="${pictureOf(path, shown)}" width="720" height="540" alt="The spot, marked with a circle">` : ''}
<p class="text">${escapeHtml(pin.text)}</p>
<p class="quiet">${escapeHtml(asked.filter(Boolean).join(' · '))}</p>
<p><span class="state">${escapeHtml(pinStateLabel(pin))}</span> ${escapeHtml(dueText(pin, view.now))}</p>
${weeks.length > 1 ? weeksHtml(path, weeks) : ''}
${view.replies.length > 0 ? repliesHtml(view) : ''}
${formHtml(view)}
<p class="quiet">You reply as ${escapeHtml(pin.guestEmail)}. This link works until ${escapeHtml(dateTime(pin.end, pin.timeZone))}.</p>`;
  return plainPage(pin.projectName, body, stylesOf(brand.color));
};

const pictureOf = (path: string, { fileId }: Week) => `${path}/pictures/${fileId}.jpg`;

const weeksHtml = (path: string, weeks: readonly Week[]) => `<h2>This spot, week by week</h2>
<div class="weeks" tabindex="0" role="group" aria-label="This spot, week by week">
${weeks.map((week) => `<figure><img loading="lazy" src="${pictureOf(path, week)}" width="240" height="180" alt="The spot on ${dayText(week.day)}"><figcaption>${escapeHtml(week.title)}<br><span class="quiet">${dayText(week.day)}</span></figcaption></figure>`).join('\n')}
</div>`;

const repliesHtml = ({ pin, replies, path }: GuestView) => `<h2>Replies</h2>
${replies.map((reply) => replyHtml(reply, { pin, path })).join('\n')}`;

const replyHtml = (
  { id, author, createdAt, text, state, hasPicture }: PinReply,
  { pin, path }: Pick<GuestView, 'pin' | 'path'>,
) => `<article>
<p class="quiet">${escapeHtml([author, dateTime(createdAt, pin.timeZone)].filter(Boolean).join(' · '))}</p>
${text ? `<p class="text">${escapeHtml(text)}</p>` : ''}${state ? `<p><span class="state">${escapeHtml(pinStateLabel({ ...pin, state }))}</span></p>` : ''}
${hasPicture ? `<img loading="lazy" src="${path}/pictures/reply-${id}.jpg" alt="Photo with this reply">` : ''}
</article>`;

/** `replyId`: submitting the form twice saves one reply. */
const formHtml = ({
  pin,
  path,
  failed,
}: GuestView) => `<form method="post" action="${path}" enctype="multipart/form-data">
<h2>Your reply</h2>
${failed ? `<p class="error" role="alert">${escapeHtml(failed.message)}</p>` : ''}
<input type="hidden" name="replyId" value="${randomUUID()}">
<label for="text">Message</label>
<textarea id="text" name="text" rows="4" maxlength="${MAX_PIN_TEXT}">${escapeHtml(failed?.text ?? '')}</textarea>
<label for="photo">Photo (optional)</label>
<input id="photo" name="photo" type="file" accept="image/jpeg,image/png,image/webp">
<div class="buttons"><button name="action" value="reply">Reply</button>${pin.state === 'done' ? '' : '<button class="main" name="action" value="done">Mark Done</button>'}</div>
</form>`;

const stylesOf = (color: string) => `
:root { color-scheme: light dark; --quiet: light-dark(#5b6472, #a9b2bf); --line: light-dark(#8a94a6, #6b7585); --surface: light-dark(#fff, #1f242b); }
* { box-sizing: border-box; }
body { max-width: 42rem; margin: 0 auto; padding: 1rem 1rem 3rem; background: light-dark(#f2f4f7, #14171c); color: light-dark(#1a202c, #eef1f5); overflow-wrap: anywhere; }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.125rem; }
p { margin: 0 0 .75rem; }
img { display: block; width: 100%; height: auto; border-radius: 8px; background: var(--line); }
.quiet { color: var(--quiet); font-size: .875rem; }
img + .text { margin-top: 1rem; }
.text { white-space: pre-line; }
.state { margin-inline-end: .375rem; padding: 0 .625rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem; }
.weeks { display: flex; gap: .75rem; margin: 0 -1rem; padding: 0 1rem .5rem; overflow-x: auto; scroll-snap-type: x proximity; scroll-padding: 1rem; }
figure { flex: 0 0 15rem; margin: 0; scroll-snap-align: start; }
figcaption { padding-top: .375rem; font-size: .875rem; line-height: 1.35; }
article { margin: 0 0 .75rem; padding: .75rem 1rem; border-radius: 8px; background: var(--surface); }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600; }
textarea, input { width: 100%; padding: .625rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0 1.5rem; }
button { flex: 1 1 9rem; min-height: 2.75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; font-weight: 600; }
.main { border-color: ${color}; background: ${color}; color: ${textOn(color)}; }
.sent { padding: .75rem 1rem; border-radius: 8px; background: var(--surface); font-weight: 600; }
.error { color: light-dark(#b42318, #ff9b91); }
`;
