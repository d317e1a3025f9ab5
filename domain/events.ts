import type { BinThing } from './bin.ts';

/**
 * What a module has done, in ids, for modules that come after it: who follows is listed in
 * `server/subscribers.ts`, and follows in the same transaction.
 */
export type Event =
  /** The place of a project was set or changed. */
  | { type: 'project.placed'; projectId: string }
  /** A photo was read; it has the viewpoint that was found for it, which may be new, or none. */
  | {
      type: 'photo.placed';
      fileId: string;
      projectId: string;
      viewpointId: string | null;
      isViewpointNew: boolean;
    }
  /** Files turned out to be no photos of their own. The project is held. */
  | { type: 'photos.set-aside'; photos: readonly PlacedPhoto[] }
  /** A submission has moved to another project. */
  | { type: 'submission.moved'; submissionId: string }
  | { type: 'thing.restored'; thing: BinThing; home: Home }
  /** What lay in the bin is about to be deleted for good. */
  | { type: 'thing.deleted'; thing: BinThing };

export type PlacedPhoto = { id: string; projectId: string | null; viewpointId: string | null };

export type Home = {
  projectId: string | null;
  submissionId: string | null;
  companyId: string | null;
};

export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** What those who followed an event did, for the audit entry: how many links were disabled, and the like. */
export type Followed = Record<string, number>;
