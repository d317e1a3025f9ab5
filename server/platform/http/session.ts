import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Viewer } from '../db/viewer.ts';
import { isStaffRole, type Role } from '#domain/roles.ts';
import { SESSION_TIMING, type SessionUser } from '#domain/session.ts';

/** Who a request comes from. `viewer` is what row-level security is told. */
export type RequestSession = {
  sessionId: string;
  tokenHash: string;
  expiresAt: Date;
  needsRefresh: boolean;
  user: SessionUser;
  viewer: Viewer;
};

/** SHA-256 of a secret, hex: what the database keeps instead of the secret. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

type Row = {
  session_id: string;
  expires_at: Date;
  id: string;
  email: string;
  email_verified: boolean;
  first_name: string | null;
  last_name: string | null;
  role: Role;
  company_id: string | null;
  company_name: string | null;
};

const FIND = {
  name: 'find-session',
  text: `select s.id as session_id, s.expires_at, p.id, u.email, u.email_verified, p.first_name, p.last_name,
           p.role, p.company_id, c.company_name
         from auth.sessions s
         join auth.users u on u.id = s.user_id
         join profiles p on p.id = s.user_id
         left join companies c on c.id = p.company_id
         where s.token = $1 and s.expires_at > $2 and p.is_active`,
};

/** The session of a cookie's secret; null when unknown, over, or of a deactivated person. */
export async function findSession(database: Database, token: string, now: Date): Promise<RequestSession | null> {
  const tokenHash = hashToken(token);
  const { rows } = await database.pool.query<Row>({ ...FIND, values: [tokenHash, now] });
  const row = rows[0];
  if (!row) return null;
  return {
    sessionId: row.session_id,
    tokenHash,
    expiresAt: row.expires_at,
    needsRefresh: row.expires_at.getTime() - now.getTime() < SESSION_TIMING.renewBelow * 1000,
    user: {
      id: row.id,
      email: row.email,
      emailVerified: row.email_verified,
      firstName: row.first_name,
      lastName: row.last_name,
      role: row.role,
      companyId: row.company_id,
      companyName: row.company_name,
    },
    viewer: viewerOfPerson(row.id, row.role, row.email_verified ? row.company_id : null),
  };
}

export const viewerOfPerson = (profileId: string, role: Role, companyId: string | null): Viewer =>
  isStaffRole(role) ? { kind: 'staff', profileId, role } : { kind: 'client', profileId, companyId };
