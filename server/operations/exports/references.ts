import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { ArchiveError, type LocatedRow } from '#server/platform/row-file.ts';
import type { Reference } from '#server/platform/db/deferred-references.ts';
import { COLLECTIONS } from './queries.ts';

type Link = {
  column: string;
  to: readonly string[];
  isSoft: boolean;
  idsIn?: (value: unknown) => unknown[];
};

const Measured = z.looseObject({
  fileId: z.string().optional(),
  earlierFileId: z.string().optional(),
});

/** References without a foreign key. An export may lack their targets, because those may have been deleted. */
export const SOFT_REFERENCES: Readonly<Record<string, readonly Omit<Link, 'isSoft'>[]>> = {
  share_links: [{ column: 'submission_ids', to: ['submissions'] }],
  measurements: [
    {
      column: 'measure',
      to: ['files'],
      idsIn(measure) {
        const { fileId, earlierFileId } = Measured.parse(measure);
        return [fileId, earlierFileId].filter((id) => id !== undefined);
      },
    },
  ],
  share_looks: [{ column: 'subject_id', to: ['submissions', 'files'] }],
  audit_log: [
    {
      column: 'subject_id',
      to: [
        'companies',
        'people',
        'projects',
        'submissions',
        'files',
        'viewpoints',
        'share_links',
        'pins',
      ],
    },
  ],
};

/** The ids of an export and the references between its rows. Keeps all ids in memory. */
export class ExportedIds {
  readonly #ids = new Map<string, Set<string>>(COLLECTIONS.map(({ name }) => [name, new Set()]));
  readonly #links: ReadonlyMap<string, readonly Link[]>;
  readonly #later: (Omit<Link, 'isSoft'> & { id: string; place: string })[] = [];

  constructor(references: readonly Reference[]) {
    const byTable = new Map(COLLECTIONS.map(({ name, table }) => [table, name]));
    this.#links = new Map(
      COLLECTIONS.map(({ name, table }) => {
        const hard = references.flatMap(({ table: from, column, target }) => {
          const to = byTable.get(target);
          return from === table && to !== undefined ? [{ column, to: [to], isSoft: false }] : [];
        });
        const soft = (SOFT_REFERENCES[name] ?? []).map((link) => ({ ...link, isSoft: true }));
        return [name, [...hard, ...soft]];
      }),
    );
  }

  has(collection: string, id: unknown): boolean {
    return this.#ids.get(collection)?.has(String(id)) === true;
  }

  /** Throws ArchiveError if another row in the list has this id. */
  add({ name, row, place }: LocatedRow): string | null {
    if (!('id' in row) || name === 'audit_log') return null;
    const id = idIn(row.id, 'id', place);
    const ids = this.#ids.get(name);
    if (ids?.has(id)) throw new ArchiveError(`${place} has the same id as another row.`);
    ids?.add(id);
    return id;
  }

  /** Returns soft references with no target in the export; their ids must be unused here. Throws ArchiveError. */
  check({ name, row, place }: LocatedRow): { column: string; to: readonly string[]; id: string }[] {
    const unresolved: { column: string; to: readonly string[]; id: string }[] = [];
    for (const { column, to, isSoft, idsIn = listOf } of this.#links.get(name) ?? []) {
      const value = row[column] ?? [];
      // In a foreign key, a list is invalid, even an empty one.
      const isList = !isSoft && Array.isArray(row[column]);
      for (const one of isList ? [value] : idsIn(value)) {
        const id = idIn(one, column, place);
        if (to.some((list) => this.has(list, id))) continue;
        if (isSoft) unresolved.push({ column, to, id });
        else this.#later.push({ column, to, id, place });
      }
    }
    return unresolved;
  }

  /** Call this after the last row. Throws ArchiveError if a foreign key's target isn't in the export. */
  settle(): void {
    const open = this.#later.find(({ to, id }) => !to.some((list) => this.has(list, id)));
    if (open) throw missingReference(open);
  }
}

export const missingReference = ({
  place,
  column,
  id,
}: {
  place: string;
  column: string;
  id: string;
}) => new ArchiveError(`${place}: ${column} names ${id}, which is not in this export.`);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Accepts only lowercase ids, as the database writes them; others would count as different ids. */
function idIn(value: unknown, column: string, place: string): string {
  const { data } = Id.safeParse(value);
  if (data !== undefined && data === data.toLowerCase()) return data;
  throw new ArchiveError(`${place}: ${column} is not a valid id.`);
}
