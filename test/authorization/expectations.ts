import { TABLE, VIEWERS, type ViewerName } from './table.ts';

export type Expectation = { name: string; expected: Record<ViewerName, number> };

export const EXPECTATIONS: readonly Expectation[] = TABLE.trim()
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .map((line) => {
    const statuses = line.match(/\d{3}/g) ?? [];
    if (statuses.length !== VIEWERS.length) throw new Error(`not a table row: ${line}`);
    const pairs = VIEWERS.map((viewer, index) => [viewer, Number(statuses[index])] as const);
    const expected = Object.fromEntries(pairs) as Record<ViewerName, number>;
    return { name: line.replace(/(\s+\d{3})+\s*$/, ''), expected };
  });

/** The operation of the contract, or method and path of the route. */
export const subjectOf = (name: string): string =>
  (/^(?:[A-Z]+ \S+|\w+\.\w+)/.exec(name) ?? [name])[0];
