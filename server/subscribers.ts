import {
  EVENTS,
  type Event,
  type EventOf,
  type LiveFacts,
  type LogFacts,
  type ModuleFacts,
} from '#domain/events.ts';
import type { Audience, LiveEvent } from '#domain/live.ts';
import { tellOf } from './events/notifications/service.ts';
import { tellWebhooks } from './events/webhooks/service.ts';
import { askForSets, followCoordinates, removeBytesOf } from './files/service.ts';
import { audit } from './platform/audit.ts';
import type { Context } from './platform/context.ts';
import type { Tx } from './platform/db/database.ts';
import { removePacksOf } from './sharing/downloads/service.ts';
import { removeReportsOf } from './sharing/reports/service.ts';
import { closeLinksTo } from './sharing/share-links/service.ts';
import { removeTimelapsesOf } from './sharing/timelapses/service.ts';
import { leaveViewpoints, orderAndRegister } from './viewpoints/service.ts';

/** What it returns, such as how many links were disabled, goes into the audit entry. */
type Subscriber<Type extends keyof ModuleFacts> = (
  ctx: Context,
  tx: Tx,
  event: EventOf<Type>,
) => Promise<Record<string, number> | void>;

const REMOVING = [removeReportsOf, removePacksOf, removeTimelapsesOf, removeBytesOf];

/** What later modules do, in order. */
const MODULES: { [Type in keyof ModuleFacts]: readonly Subscriber<Type>[] } = {
  'project.changed': [followCoordinates],
  'photo.placed': [orderAndRegister],
  'photos.set-aside': [leaveViewpoints],
  'submission.moved': [closeLinksTo],
  'file.restored-from-bin': [askForSets],
  'file.deleted': REMOVING,
  'submission.deleted': REMOVING,
  'project.deleted': REMOVING,
};

type Publish = (event: LiveEvent, audience?: Audience) => Promise<void>;

const only = (...profileIds: string[]): Audience => ({ companyId: null, profileIds });

/** Which open pages ask again. Without an audience, those hear it who see the thing. */
const LIVE: {
  [Kind in keyof LiveFacts]: (publish: Publish, facts: LiveFacts[Kind]) => Promise<void>;
} = {
  notifications: (publish, { profileIds }) =>
    publish({ type: 'notifications.changed' }, only(...profileIds)),
  person: (publish, { id }) => publish({ type: 'person.changed', personId: id }),
  'person-too': (publish, { id }) => publish({ type: 'person.changed', personId: id }, only(id)),
  invitation: (publish, { id }) => publish({ type: 'invitation.changed', invitationId: id }),
  company: (publish, { id, audience }) =>
    publish({ type: 'company.changed', companyId: id }, audience),
  project: (publish, { id, audience }) =>
    publish({ type: 'project.changed', projectId: id }, audience),
  file: (publish, { file, audience }) => {
    const { id: fileId, projectId, submissionId, isForClients = true } = file;
    const ofCompany = { companyId: isForClients ? file.companyId : null, profileIds: [] };
    if (projectId === null || submissionId === null)
      return publish({ type: 'stored-file.changed', fileId }, ofCompany);
    const event = { type: 'file.changed', projectId, submissionId, fileId } as const;
    return publish(event, audience ?? (isForClients ? undefined : ofCompany));
  },
  viewpoints: (publish, { projectId }) => publish({ type: 'viewpoints.changed', projectId }),
  measurements: (publish, { submissionId }) =>
    publish({ type: 'measurements.changed', submissionId }),
  'drive-transfers': (publish, { projectId, submissionId }) =>
    publish({ type: 'drive-transfers.changed', projectId, submissionId }),
  submission: (publish, { id, projectId, audience }) =>
    publish({ type: 'submission.changed', projectId, submissionId: id }, audience),
  'restored-submission': async (publish, { id, projectId }) => {
    if (projectId === null) return;
    await publish({ type: 'project.changed', projectId });
    await publish({ type: 'submission.changed', projectId, submissionId: id });
  },
  'share-link': (publish, { id, projectId, createdBy }) =>
    publish({ type: 'share-link.changed', projectId, shareLinkId: id }, only(createdBy)),
  downloads: (publish, { profileIds }) =>
    publish({ type: 'downloads.changed' }, only(...profileIds)),
  'form-submission': (publish, { id }) =>
    publish({ type: 'form-submission.changed', formSubmissionId: id }),
};

/** Does what the event's row in `EVENTS` says, and what later modules do, in this transaction. */
export async function record(ctx: Context, tx: Tx, event: Event): Promise<void> {
  const { type } = event;
  const [log, live, webhook, news] = EVENTS[type];
  const { id, name, subjectType = type.split('.')[0] ?? '', detail } = event as LogFacts;
  // The types of `Event` say that it carries what its row asks for.
  const facts = event as never;
  const followed: Record<string, number> = {};
  const subscribers: readonly Subscriber<never>[] = type in MODULES ? MODULES[type as never] : [];
  for (const follow of subscribers) Object.assign(followed, await follow(ctx, tx, facts));
  if (log !== '-')
    await audit(tx, type, { type: subjectType, id, name }, { ...detail, ...followed });
  if (news !== '-') await tellOf(ctx, tx, news, facts);
  if (webhook !== '-') await tellWebhooks(ctx, tx, webhook, id ?? '');
  if (live !== '-') await LIVE[live]((...notice) => ctx.live.publish(tx, ...notice), facts);
}
