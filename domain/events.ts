import type { BinThing } from './bin.ts';

/**
 * What happens in one module and matters to later ones. `server/subscribers.ts` lists the subscribers, which run in
 * the same transaction.
 */
export type Event =
  /** A project's coordinates were set or changed. */
  | { type: 'project.placed'; projectId: string }
  /**
   * A photo was processed or moved, and its position is known or missing. `isElsewhere` is null if nobody has checked
   * whether it was taken at its project. The caller holds the project.
   */
  | { type: 'photo.located'; fileId: string; projectId: string; isElsewhere: boolean | null }
  /** Photos turned out not to be taken at their project. The caller holds the project. */
  | { type: 'photos.found-elsewhere'; fileIds: readonly string[] }
  /** Files have moved to another project. `viewpointIds` are the viewpoints they had. The caller holds both projects. */
  | {
      type: 'photos.moved';
      fileIds: readonly string[];
      fromId: string;
      viewpointIds: readonly string[];
    }
  /** Files turned out not to be separate photos. The caller holds the project. */
  | { type: 'photos.set-aside'; photos: readonly PlacedPhoto[] }
  /** A submission has moved to another project. */
  | { type: 'submission.moved'; submissionId: string }
  | { type: 'thing.restored'; thing: BinThing; home: Home }
  /** Something in the bin is about to be deleted for good. */
  | { type: 'thing.deleted'; thing: BinThing };

export type PlacedPhoto = { id: string; projectId: string | null; viewpointId: string | null };

export type Home = {
  projectId: string | null;
  submissionId: string | null;
  companyId: string | null;
};

export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** What the subscribers did, for the audit entry, such as how many links were disabled. */
export type Followed = Record<string, number>;
