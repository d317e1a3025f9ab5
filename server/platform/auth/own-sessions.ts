import { SESSION_TIMING } from '#domain/session.ts';
import { runAsOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';

/** A session as its owner may see it: nothing of its secret. */
export type SessionRow = {
  id: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** When it ends unless it is renewed. */
  endsAt: Date;
};

type Row = {
  id: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

const SEEN_EVERY_MS = 60_000;

/** The sessions of a person that last, the one seen last first. */
export async function listSessions(
  database: Database,
  profileId: string,
  now: Date,
): Promise<SessionRow[]> {
  const rows = await ownerQuery<Row>(database, {
    text: `select s.id, s.ip_address, s.user_agent, s.created_at, s.expires_at,
        greatest(s.updated_at, v.seen_at) as last_seen_at
      from auth.sessions s left join auth.session_sightings v on v.session_id = s.id
      where s.user_id = $1 and s.expires_at > $2 order by last_seen_at desc, s.id`,
    values: [profileId, now],
  });
  return rows.map((row) => ({
    id: row.id,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    endsAt: row.expires_at,
  }));
}

/** Notes that somebody was there; written once a minute at most. */
export async function noteSeen(database: Database, sessionId: string, now: Date): Promise<void> {
  await ownerQuery(database, {
    text: `insert into auth.session_sightings (session_id, seen_at)
      select id, $2 from auth.sessions where id = $1
      on conflict (session_id) do update set seen_at = excluded.seen_at
      where session_sightings.seen_at <= $3`,
    values: [sessionId, now, new Date(now.getTime() - SEEN_EVERY_MS)],
  });
}

/** Ends one session of a person. False when they have none of that id. */
export async function endSession(tx: Tx, profileId: string, sessionId: string): Promise<boolean> {
  const ended = await runAsOwner(
    tx,
    'delete from auth.sessions where id = $2 and user_id = $1 returning id',
    [profileId, sessionId],
  );
  return ended.length > 0;
}

/** Ends the sessions of a person, but for one when it is named; returns how many. */
export async function endSessions(
  tx: Tx,
  profileId: string,
  exceptId: string | null,
): Promise<number> {
  const ended = await runAsOwner(
    tx,
    'delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid returning id',
    [profileId, exceptId],
  );
  return ended.length;
}

/**
 * Lets go of sessions that are over, and of secrets that lasting ones have had: after so long no
 * browser sends them any more, and they open nothing either way.
 */
export async function sweepSessions(database: Database, now: Date): Promise<void> {
  await ownerQuery(database, {
    text: 'delete from auth.sessions where expires_at <= $1',
    values: [now],
  });
  await ownerQuery(database, {
    text: 'delete from auth.rotated_tokens where superseded_at <= $1',
    values: [new Date(now.getTime() - SESSION_TIMING.idle * 1000)],
  });
}
