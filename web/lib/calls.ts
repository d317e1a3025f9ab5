type Call = { path: readonly string[]; input?: unknown };

let listener: (call: string) => void = () => {};
const failed = new WeakMap<Error, string>();

const isId = ([name]: [string, unknown]) => /^ids?$|Ids?$/.test(name);

/** What a call does, to what: another try is the same call, whatever else was typed for it. */
const nameOf = ({ path, input }: Call): string =>
  JSON.stringify([path, Object.entries(input ?? {}).filter(isId)]);

/** Makes a call of the API so that its success can be told to who has told of its failure. */
export async function noted<Answer>(call: Call, make: () => Promise<Answer>): Promise<Answer> {
  const name = nameOf(call);
  try {
    const answer = await make();
    listener(name);
    return answer;
  } catch (error) {
    if (error instanceof Error) failed.set(error, name);
    throw error;
  }
}

/** The call that an error is of, by a name that another try of it has, too. */
export const failedCall = (error: unknown): string | undefined =>
  error instanceof Error ? failed.get(error) : undefined;

/** Has `told` hear the name of each call that succeeds. */
export const onSuccess = (told: (call: string) => void): void => {
  listener = told;
};
