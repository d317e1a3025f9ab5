import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Compiling takes more CPU than running. `build` gets placeholders, so it must pass the values on unchanged. */
export function compiledOnce<Values extends unknown[], Row>(
  build: (owner: Kysely<DB>, ...values: Values) => Compilable<Row>,
) {
  const compiled = new WeakMap<Kysely<DB>, CompiledQuery<Row>>();
  const placeholders = Array.from({ length: build.length - 1 }, () => ({}));

  return async (owner: Kysely<DB>, ...values: Values): Promise<Row[]> => {
    const query = compiled.get(owner) ?? build(owner, ...(placeholders as Values)).compile();
    compiled.set(owner, query);
    const parameters = query.parameters.map((parameter) => {
      const position = placeholders.findIndex((standIn) => standIn === parameter);
      return position === -1 ? parameter : values[position];
    });
    return (await owner.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
