import type { Insertable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from './db/database.ts';

export const insertAuditEntry = (tx: Tx, entry: Insertable<DB['auditLog']>) =>
  tx.insertInto('auditLog').values(entry).execute();
