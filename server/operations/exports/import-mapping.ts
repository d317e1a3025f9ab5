import { isStaffRole } from '#domain/roles.ts';
import { ArchiveError } from '#server/platform/row-file.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { ExportHeader } from './format.ts';
import { findFirstAdmin, findPeople } from './queries.ts';
import type { ExportedIds } from './references.ts';
import type { Person, ExportScan } from './survey.ts';

export type ImportMapping = {
  ids: ExportedIds;
  /** People who already have an account here: their id here by their id in the export. */
  known: ReadonlyMap<string, string>;
  /** Null if the export contains all companies. */
  companyId: string | null;
  /** The company's new code; if null, it keeps its code. */
  companyCode: string | null;
  /** Staff from the other installation, who are imported as deactivated. */
  staff: ReadonlySet<string>;
  /** The admin, if any, who becomes the owner of their share links. */
  keeper: string | null;
};

/** Throws ArchiveError if a person's id belongs to someone else here. */
export async function readMapping(
  tx: Tx,
  { people, ids }: ExportScan,
  { companyId }: ExportHeader,
  companyCode: string | null,
): Promise<ImportMapping> {
  const known = await knownPeople(tx, people);
  const staff = people.filter(({ id, role }) => isStaffRole(role) && !known.has(id));
  return {
    ids,
    companyId,
    companyCode,
    known,
    staff: new Set(staff.map(({ id }) => id)),
    keeper: (await findFirstAdmin(tx))?.id ?? null,
  };
}

async function knownPeople(tx: Tx, people: readonly Person[]): Promise<Map<string, string>> {
  const here = await findPeople(
    tx,
    people.map(({ email }) => email),
    people.map(({ id }) => id),
  );
  const byEmail = new Map(here.map(({ id, email }) => [email, id]));
  const taken = new Set(here.map(({ id }) => id));
  const known = new Map<string, string>();
  for (const { id, email } of people) {
    const idHere = byEmail.get(email);
    if (idHere !== undefined) known.set(id, idHere);
    else if (taken.has(id))
      throw new ArchiveError(`data.json, people: the id of ${email} belongs to someone else here.`);
  }
  return known;
}
