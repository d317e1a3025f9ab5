import type { Event, EventOf, Followed } from '#domain/events.ts';
import { askForWaiting, followRestored, removeBytesOf } from './files/service.ts';
import type { Context } from './platform/context.ts';
import type { Tx } from './platform/db/database.ts';
import { removePacksOf } from './sharing/downloads/service.ts';
import { removeReportsOf } from './sharing/reports/service.ts';
import { closeLinksTo } from './sharing/share-links/service.ts';
import { removeTimelapsesOf } from './sharing/timelapses/service.ts';
import {
  cleanUpAfterMove,
  detachPhotos,
  detachStrays,
  placeByPosition,
} from './viewpoints/service.ts';

type Subscriber<Type extends Event['type']> = (
  ctx: Context,
  tx: Tx,
  event: EventOf<Type>,
) => Promise<Followed | void>;

/** The subscribers of each event, in order. */
const SUBSCRIBERS: { [Type in Event['type']]: readonly Subscriber<Type>[] } = {
  'project.placed': [askForWaiting],
  'photo.located': [placeByPosition],
  'photos.found-elsewhere': [detachStrays],
  'photos.moved': [cleanUpAfterMove],
  'photos.set-aside': [detachPhotos],
  'submission.moved': [closeLinksTo],
  'thing.restored': [followRestored],
  'thing.deleted': [removeReportsOf, removePacksOf, removeTimelapsesOf, removeBytesOf],
};

/** Runs the subscribers of an event in order and returns what they did. */
export async function tellSubscribers<Type extends Event['type']>(
  ctx: Context,
  tx: Tx,
  event: EventOf<Type>,
): Promise<Followed> {
  const subscribers: readonly Subscriber<Type>[] = SUBSCRIBERS[event.type];
  const followed: Followed = {};
  for (const follow of subscribers) Object.assign(followed, await follow(ctx, tx, event));
  return followed;
}
