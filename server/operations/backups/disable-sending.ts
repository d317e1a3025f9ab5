import type { JsonRow } from '#server/platform/row-file.ts';

export type DisabledSends = { webhooks: string[]; emails: number; transfers: number };

export const noDisabledSends = (): DisabledSends => ({ webhooks: [], emails: 0, transfers: 0 });

const ACTIVE_STATES = new Set<unknown>(['waiting', 'running']);

/** Disables everything that is sent automatically, because the original installation may still be running. */
export function disableSending(name: string, row: JsonRow, count: DisabledSends): JsonRow {
  switch (name) {
    case 'public.webhooks':
      if (row.is_active !== true) return row;
      count.webhooks.push(String(row.id));
      return { ...row, is_active: false };
    case 'public.webhook_deliveries':
      return row.state === 'queued' ? { ...row, state: 'failed', leased_until: null } : row;
    case 'public.mails':
      if (row.state !== 'queued') return row;
      count.emails += 1;
      return { ...row, state: 'failed', last_error: 'On hold since the backup was restored.' };
    case 'public.notifications':
      return { ...row, mail: 'off' };
    case 'public.drive_transfers':
      if (!ACTIVE_STATES.has(row.state)) return row;
      count.transfers += 1;
      return { ...row, state: 'cancelled' };
    case 'public.drive_transfer_files':
      return ACTIVE_STATES.has(row.state) ? { ...row, state: 'cancelled', upload_id: null } : row;
    default:
      return row;
  }
}
