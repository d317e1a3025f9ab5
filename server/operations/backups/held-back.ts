import type { JsonRow } from '#server/platform/row-file.ts';

/** What a restore kept from going out to others: webhooks by their ids, and how many emails and transfers of Google Drive. */
export type HeldBack = { webhooks: string[]; emails: number; transfers: number };

export const nothingHeldBack = (): HeldBack => ({ webhooks: [], emails: 0, transfers: 0 });

const GOING_ON = new Set<unknown>(['waiting', 'running']);

/**
 * A row as it is restored: whatever would be sent by itself waits for somebody, who sees it where failures are shown.
 * The site that the backup was made of may be running, and a copy of it must not speak in its place. Columns are those of
 * the schema that the backup was made in.
 */
export function heldBack(name: string, row: JsonRow, count: HeldBack): JsonRow {
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
      return { ...row, state: 'failed', last_error: 'Held back when the backup was restored.' };
    case 'public.notifications':
      // It stays in the list that its reader sees.
      return { ...row, mail: 'off' };
    case 'public.drive_transfers':
      if (!GOING_ON.has(row.state)) return row;
      count.transfers += 1;
      return { ...row, state: 'cancelled' };
    case 'public.drive_transfer_files':
      return GOING_ON.has(row.state) ? { ...row, state: 'cancelled', upload_id: null } : row;
    default:
      return row;
  }
}
