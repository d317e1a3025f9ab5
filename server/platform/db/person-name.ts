import { sql } from 'kysely';

/**
 * The name of a person as `nameOf` of domain/people.ts makes it, null of nobody. `profiles` is what
 * the table is called in the query.
 */
export const personName = (profiles = 'profiles') => {
  const column = (name: string) => sql.ref(`${profiles}.${name}`);
  return sql<string | null>`coalesce(
    nullif(concat_ws(' ', ${column('firstName')}, ${column('lastName')}), ''), ${column('email')})`;
};
