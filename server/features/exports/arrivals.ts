import { z } from 'zod';
import { isStaffRole } from '#domain/roles.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { ExportHeader } from './format.ts';
import { findFirstAdmin, findPeople, findTaken, hasAnybody, hasMigration } from './queries.ts';
import { readRows } from './read-data.ts';

/** What an import meets here. */
export type Arrivals = {
  /** People of the export who are here under another id, or the same: their id there, and here. */
  known: ReadonlyMap<string, string>;
  /** The one company of the export; null for everything. */
  companyId: string | null;
  /** The code that it gets here; null for its own. */
  companyCode: string | null;
  /** People who come deactivated: staff of elsewhere, unless nobody was here before. */
  refused: ReadonlySet<string>;
  /** Whose the share links of those are here; null when there is no admin. */
  keeper: string | null;
};

const Company = z.object({ id: z.uuid(), company_code: z.string(), company_name: z.string() });
const Person = z.object({ id: z.uuid(), email: z.string(), role: z.string() });
const SYSTEM = { kind: 'system' } as const;

/**
 * Looks for what of an export is here already. Rejects, in words, when a company is, or when the export comes
 * from a newer version.
 */
export async function readArrivals(
  { db }: Pick<Context, 'db'>,
  folder: string,
  { schema, companyId }: ExportHeader,
  companyCode: string | null,
): Promise<Arrivals> {
  if (companyCode !== null && companyId === null)
    throw new Error('A code can be given to one company only: this export holds everything.');
  const companies: z.infer<typeof Company>[] = [];
  const people: z.infer<typeof Person>[] = [];
  for await (const { name, row } of readRows(folder)) {
    if (name === 'companies') companies.push(withCode(Company.parse(row), companyCode));
    else if (name === 'people') people.push(Person.parse(row));
    else if (name === 'projects') break;
  }
  return db.as(SYSTEM, async (tx) => {
    if (!(await hasMigration(tx, schema))) {
      throw new Error(
        'This export comes from a newer version of Overfly. Install that version first.',
      );
    }
    await assertNew(tx, companies);
    const here = await findPeople(
      tx,
      people.map(({ email }) => email),
    );
    const byEmail = new Map(here.map(({ id, email }) => [email, id]));
    const known = people.flatMap(({ id, email }) => {
      const idHere = byEmail.get(email);
      return idHere === undefined ? [] : [[id, idHere] as const];
    });
    const staff = (await hasAnybody(tx)) ? people.filter(({ role }) => isStaffRole(role)) : [];
    return {
      companyId,
      companyCode,
      known: new Map(known),
      refused: new Set(
        staff.map(({ id }) => id).filter((id) => !known.some(([there]) => there === id)),
      ),
      keeper: (await findFirstAdmin(tx))?.id ?? null,
    };
  });
}

const withCode = (company: z.infer<typeof Company>, code: string | null) =>
  code === null ? company : { ...company, company_code: code };

async function assertNew(tx: Tx, companies: z.infer<typeof Company>[]): Promise<void> {
  if (companies.length === 0) return;
  const ids = companies.map(({ id }) => id);
  const codes = companies.map(({ company_code }) => company_code);
  const [taken] = await findTaken(tx, ids, codes);
  if (!taken) return;
  throw new Error(
    ids.includes(taken.id)
      ? `The company ${taken.companyName} is here already. Nothing was imported.`
      : `The company code ${taken.companyCode} belongs to ${taken.companyName} here. Import it with another code: import FOLDER CODE, with an export of that company alone.`,
  );
}
