import {
  EVENTS,
  type Event,
  type EventOf,
  type LiveFacts,
  type LogFacts,
  type ModuleFacts,
} from '#domain/events.ts';
import type { Audience, LiveEvent } from '#domain/live.ts';
import { notify } from './events/notifications/service.ts';
import { notifyWebhooks } from './events/webhooks/events/emit.ts';
import { queueSorting, queueWaitingPhotos, removeBytesOf } from './files/service.ts';
import { audit } from './platform/audit.ts';
import type { Context } from './platform/context.ts';
import type { Tx } from './platform/db/database.ts';
import { removeExportsOf, removePacksOf } from './sharing/downloads/service.ts';
import { removeReportsOf } from './sharing/reports/service.ts';
import { disableLinksTo } from './sharing/share-links/service.ts';
import { removeTimelapsesOf } from './sharing/timelapses/service.ts';
import { startFlightRecord } from './submissions/flight-records/service.ts';
import { matchDatedDraft, replanVisits } from './submissions/visits/service.ts';
import {
  cleanUpAfterMove,
  detachPhotos,
  detachStrays,
  placeByPosition,
} from './viewpoints/service.ts';

/** The returned counts, such as of disabled links, go into the audit entry. */
type Subscriber<Type extends keyof ModuleFacts> = (
  ctx: Context,
  tx: Tx,
  event: EventOf<Type>,
) => Promise<Record<string, number> | void>;

const FILE_REMOVERS = [removeReportsOf, removePacksOf, removeTimelapsesOf, removeBytesOf];

const MODULES: { [Type in keyof ModuleFacts]: readonly Subscriber<Type>[] } = {
  'project.changed': [queueWaitingPhotos, replanVisits],
  'photo.located': [placeByPosition],
  'file.ready': [matchDatedDraft, startFlightRecord],
  'photos.found-elsewhere': [detachStrays],
  'photos.moved': [cleanUpAfterMove],
  'photos.set-aside': [detachPhotos],
  'submission.moved': [disableLinksTo],
  'file.restored-from-bin': [queueSorting],
  'company.deleted': [removeExportsOf],
  'company.merged': [removeExportsOf],
  'file.deleted': FILE_REMOVERS,
  'submission.deleted': FILE_REMOVERS,
  'project.deleted': FILE_REMOVERS,
};

const onlyProfiles = (...profileIds: string[]): Audience => ({ companyId: null, profileIds });

/** The live event to publish. Without an audience, it reaches everyone who can see the thing. */
const LIVE: {
  [Kind in keyof LiveFacts]: (facts: LiveFacts[Kind]) => [LiveEvent, Audience?];
} = {
  notifications: ({ profileIds }) => [
    { type: 'notifications.changed' },
    onlyProfiles(...profileIds),
  ],
  person: ({ id }) => [{ type: 'person.changed', personId: id }],
  'person-too': ({ id }) => [{ type: 'person.changed', personId: id }, onlyProfiles(id)],
  invitation: ({ id }) => [{ type: 'invitation.changed', invitationId: id }],
  company: ({ id, audience }) => [{ type: 'company.changed', companyId: id }, audience],
  project: ({ id, audience }) => [{ type: 'project.changed', projectId: id }, audience],
  file: ({ file, audience }) => {
    const { id: fileId, projectId, submissionId, isForClients = true } = file;
    const ofCompany = { companyId: isForClients ? file.companyId : null, profileIds: [] };
    if (projectId === null || submissionId === null)
      return [{ type: 'stored-file.changed', fileId }, ofCompany];
    const event = { type: 'file.changed', projectId, submissionId, fileId } as const;
    return [event, audience ?? (isForClients ? undefined : ofCompany)];
  },
  settings: () => [{ type: 'settings.changed' }],
  viewpoints: ({ projectId }) => [{ type: 'viewpoints.changed', projectId }],
  // Without a company or people, only staff.
  pins: ({ projectId, isInternal }) => [
    { type: 'pins.changed', projectId },
    isInternal ? onlyProfiles() : undefined,
  ],
  measurements: ({ submissionId }) => [{ type: 'measurements.changed', submissionId }],
  'drive-transfers': ({ projectId, submissionId }) => [
    { type: 'drive-transfers.changed', projectId, submissionId },
  ],
  submission: ({ id: submissionId, projectId, audience }) => [
    { type: 'submission.changed', projectId, submissionId },
    audience,
  ],
  // Only staff.
  'map-builds': ({ projectId }) => [{ type: 'map-builds.changed', projectId }, onlyProfiles()],
  visits: ({ projectId }) => [{ type: 'visits.changed', projectId }],
  'share-link': ({ id: shareLinkId, projectId, createdBy }) => [
    { type: 'share-link.changed', projectId, shareLinkId },
    onlyProfiles(createdBy),
  ],
  downloads: ({ profileIds }) => [{ type: 'downloads.changed' }, onlyProfiles(...profileIds)],
  'form-submission': ({ id }) => [{ type: 'form-submission.changed', formSubmissionId: id }],
};

export async function record(ctx: Context, tx: Tx, event: Event): Promise<void> {
  const { type } = event;
  const [log, live, webhook, news] = EVENTS[type];
  const { id, name, subjectType = type.split('.')[0] ?? '', detail } = event as LogFacts;
  const facts = event as never;
  const auditCounts: Record<string, number> = {};
  const subscribers: readonly Subscriber<never>[] = type in MODULES ? MODULES[type as never] : [];
  for (const subscriber of subscribers)
    Object.assign(auditCounts, await subscriber(ctx, tx, facts));
  if (log !== '-')
    await audit(tx, type, { type: subjectType, id, name }, { ...detail, ...auditCounts });
  if (news !== '-') await notify(ctx, tx, news, facts);
  if (webhook !== '-') await notifyWebhooks(ctx, tx, webhook, id ?? '');
  if (live !== '-') await ctx.live.publish(tx, ...LIVE[live](facts));
}
