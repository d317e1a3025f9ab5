import { dateText } from '#domain/date-format.ts';
import type { ComparedPhoto } from '#domain/submission-comparison.ts';
import { VIEW_PARAMETER, viewText } from '#domain/viewer-opening.ts';
import { WEEKDAYS } from '#domain/visit-texts.ts';
import type { Context } from '#server/platform/context.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import { imagesOf } from '../mail.ts';
import { unsubscribePath } from '../unsubscribe.ts';
import type { SubscriptionRow } from './queries.ts';

export type Pair = { before: ComparedPhoto; after: ComparedPhoto };

const placeOf = ({ id, submissionId }: ComparedPhoto) => ({ submissionId, fileId: id });

export function subscriptionMail(
  { config, signer }: Pick<Context, 'config' | 'signer'>,
  person: { id: string; email: string },
  { viewpointId, viewpointName, projectId, projectName, weekday }: SubscriptionRow,
  { before, after }: Pair,
): OutgoingMail {
  const origin = mailOrigin(config);
  const view = viewText('compare', [after, before].map(placeOf), 50);
  const page = `${origin}/dashboard/projects/${projectId}/viewpoints/${viewpointId}`;
  const unsubscribeUrl = origin + unsubscribePath(signer, person.id, [`viewpoint_${viewpointId}`]);
  const day = dateText(after.day, { timeZone: 'UTC', dateStyle: 'long' });
  const title = `${viewpointName}, ${day}`;
  return {
    kind: 'viewpoint-weekly',
    to: person.email,
    subject: `${title} · ${projectName}`,
    unsubscribeUrl,
    pictureIds: [before.id, after.id],
    ...renderMail(config.brand, {
      title,
      preview: `${projectName}: ${before.submissionTitle} and ${after.submissionTitle}`,
      paragraphs: [projectName, imagesOf({ before, after }, projectName)],
      button: { label: 'Compare', url: `${page}?${VIEW_PARAMETER}=${view}` },
      footnote: `You get this email on ${WEEKDAYS[weekday]}s if there is a new photo. You can change the day or stop it on your account page: ${origin}/dashboard/account`,
      unsubscribeUrl,
    }),
  };
}
