import { isNamedForStaff } from '#domain/telemetry.ts';
import { withoutDerived, withoutOriginal } from '#server/files/service.ts';
import { sealToken } from '#server/sharing/share-links/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { JsonRow } from '#server/platform/row-file.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import type { ImportMapping } from './import-mapping.ts';

const PERSON_COLUMNS = [
  'created_by',
  'updated_by',
  'scheduled_by',
  'started_by',
  'ended_by',
  'project_manager_id',
  'person_id',
  'actor_id',
] as const;

/** Returns null if the row already exists here. `lost` are files without an original. */
export function toStore(
  ctx: Pick<Context, 'config'>,
  collection: string,
  exported: JsonRow,
  { arrivals, lost }: { arrivals: ImportMapping; lost: ReadonlySet<string> },
): JsonRow | null {
  const row = withLocalPeople(exported, arrivals);
  switch (collection) {
    case 'companies':
      return arrivals.companyCode === null ? row : { ...row, company_code: arrivals.companyCode };
    case 'accounts':
      return arrivals.known.has(String(row.id)) ? null : row;
    case 'people':
      return arrivals.known.has(String(row.id)) ? null : asImportedPerson(row, arrivals);
    case 'notification_settings':
      return arrivals.known.has(String(exported.person_id)) ? null : row;
    case 'files':
      return asFile(row, lost);
    case 'share_links':
      return asLink(ctx, row, arrivals);
    case 'audit_log':
      return asEntry(row, exported.actor_id, arrivals);
    default:
      return row;
  }
}

function withLocalPeople(row: JsonRow, { known }: ImportMapping): JsonRow {
  const changed = PERSON_COLUMNS.filter((column) => known.has(String(row[column])));
  return {
    ...row,
    ...Object.fromEntries(changed.map((name) => [name, known.get(String(row[name]))])),
  };
}

/** Staff of the other installation are deactivated; people of other companies lose their company. */
function asImportedPerson(row: JsonRow, { staff, companyId }: ImportMapping): JsonRow {
  const isStranger = companyId !== null && row.company_id !== companyId;
  return {
    ...row,
    ...(isStranger && { company_id: null }),
    ...(staff.has(String(row.id)) && { is_active: false }),
  };
}

function asFile(exported: JsonRow, lost: ReadonlySet<string>): JsonRow {
  const { path: _, ...row } = exported;
  const id = String(row.id);
  // Exports by versions before 0.4 lack this field.
  row.is_for_clients ??= row.submission_id === null || !isNamedForStaff(String(row.file_name));
  const arrived = lost.has(id) ? withoutOriginal(row) : withoutDerived(row);
  return { ...arrived, file_path: originalKey(id) };
}

/** Removes an actor who isn't in the export, because the id may belong to someone else here. */
function asEntry(row: JsonRow, actorId: unknown, { ids }: ImportMapping): JsonRow {
  const { id: _, ...entry } = row;
  const isKnown = ids.has('people', actorId) || ids.has('share_links', actorId);
  return isKnown ? entry : { ...entry, actor_id: null };
}

/**
 * A link without a token works, but its URL can't be shown. Links of deactivated staff would be closed, so an admin
 * becomes their owner.
 */
function asLink(
  ctx: Pick<Context, 'config'>,
  exported: JsonRow,
  { staff, keeper }: ImportMapping,
): JsonRow {
  const { token, ...link } = exported;
  const isKept = keeper !== null && staff.has(String(link.created_by));
  const row = isKept ? { ...link, created_by: keeper } : link;
  if (typeof token !== 'string') return { ...row, token_encrypted: '' };
  const { tokenHash, tokenEncrypted } = sealToken(ctx, token);
  return { ...row, token_hash: tokenHash, token_encrypted: tokenEncrypted };
}
