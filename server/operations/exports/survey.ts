import { z } from 'zod';
import type { Tx } from '#server/platform/db/database.ts';
import { readReferences } from '#server/platform/db/deferred-references.ts';
import { ArchiveError, type LocatedRow } from '#server/platform/row-file.ts';
import type { ExportHeader } from './format.ts';
import { COLLECTIONS, findExistingIds, findExistingCompanies } from './queries.ts';
import { ExportedIds, missingReference } from './references.ts';
import { validRows, type ExportShape } from './valid-rows.ts';

export const Company = z.object({
  id: z.uuid(),
  company_code: z.string(),
  company_name: z.string(),
});
export const Person = z.object({ id: z.uuid(), email: z.string(), role: z.string() });
export type Company = z.infer<typeof Company>;
export type Person = z.infer<typeof Person>;

export type ExportScan = { companies: Company[]; people: Person[]; ids: ExportedIds };

const BATCH = 1000;
/** Collections whose ids are checked in assertNew and import-mapping.ts. */
const CHECKED_ELSEWHERE = new Set(['companies', 'accounts', 'people']);

/**
 * Throws ArchiveError for the first row that is invalid, has an id used here, or references a row outside the export.
 */
export async function scanExport(
  tx: Tx,
  folder: string,
  shape: ExportShape,
  { companyId, companyCode }: Pick<ExportHeader, 'companyId'> & { companyCode: string | null },
): Promise<ExportScan> {
  const ids = new ExportedIds(await readReferences(tx));
  const survey: ExportScan = { companies: [], people: [], ids };
  const addresses = new Map<string, unknown>();
  const free = new UnusedIds(tx);
  let last = '';
  for await (const placed of validRows(folder, shape)) {
    const { name, row, place } = placed;
    // Checked first, because if the company already exists here, so do its other rows.
    if (last === 'companies' && name !== last) await assertNew(tx, survey.companies, companyCode);
    last = name;
    const id = ids.add(placed);
    if (id !== null && !CHECKED_ELSEWHERE.has(name)) {
      await free.add(tableOf(name), id, `${place} has an id that is already used here`);
    }
    for (const { to, id: unknown, column } of ids.check(asOfCompany(placed, companyId))) {
      const { message } = missingReference({ place, column, id: unknown });
      for (const list of to) await free.add(tableOf(list), unknown, message);
    }
    if (name === 'companies') survey.companies.push(Company.parse(row));
    if (name === 'accounts') addresses.set(String(row.id), row.email);
    if (name === 'people') survey.people.push(accountHolder(placed, addresses));
  }
  await free.settle();
  ids.settle();
  assertExtent(survey, companyId);
  if (addresses.size > survey.people.length)
    throw new ArchiveError('data.json, accounts: an account has no matching row in people.');
  return survey;
}

async function assertNew(
  tx: Tx,
  companies: readonly Company[],
  code: string | null,
): Promise<void> {
  const ids = companies.map(({ id }) => id);
  const codes = companies.map(({ company_code }) => code ?? company_code);
  const [taken] = await findExistingCompanies(tx, ids, codes);
  if (!taken) return;
  throw new ArchiveError(
    ids.includes(taken.id)
      ? `The company ${taken.companyName} already exists here. Nothing was imported.`
      : `The company code ${taken.companyCode} is used by ${taken.companyName} here. To use another code, export only that company and run: import FOLDER CODE`,
  );
}

function asOfCompany(placed: LocatedRow, companyId: string | null): LocatedRow {
  if (placed.name !== 'people' || companyId === null) return placed;
  return placed.row.company_id === companyId
    ? placed
    : { ...placed, row: { ...placed.row, company_id: null } };
}

function accountHolder(
  { row, place }: LocatedRow,
  addresses: ReadonlyMap<string, unknown>,
): Person {
  const person = Person.parse(row);
  if (addresses.get(person.id) === person.email) return person;
  throw new ArchiveError(
    `${place}: accounts has no row with this id and the email address ${person.email}.`,
  );
}

function assertExtent({ companies }: ExportScan, companyId: string | null): void {
  if (companyId === null) return;
  const [only] = companies;
  if (companies.length === 1 && only?.id === companyId) return;
  throw new ArchiveError(
    `data.json, companies: this must be the export's only company, ${companyId}.`,
  );
}

const tableOf = (collection: string): string =>
  COLLECTIONS.find(({ name }) => name === collection)?.table ?? collection;

class UnusedIds {
  readonly #tx: Tx;
  readonly #waiting = new Map<string, Map<string, string>>();

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  async add(table: string, id: string, problem: string): Promise<void> {
    const waiting = this.#waiting.get(table) ?? new Map<string, string>();
    if (!waiting.has(id)) waiting.set(id, problem);
    this.#waiting.set(table, waiting);
    if (waiting.size >= BATCH) await this.settle();
  }

  async settle(): Promise<void> {
    for (const [table, problems] of this.#waiting) {
      const [present] = await findExistingIds(this.#tx, table, [...problems.keys()]);
      const problem = present === undefined ? undefined : problems.get(present);
      if (problem !== undefined) throw new ArchiveError(problem);
    }
    this.#waiting.clear();
  }
}
