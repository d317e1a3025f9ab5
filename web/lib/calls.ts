type Call = { path: readonly string[]; input?: unknown };

let listener: (call: string) => void = () => {};
const failed = new WeakMap<Error, string>();

const isId = ([name]: [string, unknown]) => /^ids?$|Ids?$/.test(name);

/** A retry with other values counts as the same call, so only the path and IDs matter. */
const callKey = ({ path, input }: Call): string =>
  JSON.stringify([path, Object.entries(input ?? {}).filter(isId)]);

/** Makes an API call and records whether it failed, so that its error toast can close once a retry succeeds. */
export async function trackCall<Answer>(call: Call, make: () => Promise<Answer>): Promise<Answer> {
  const name = callKey(call);
  try {
    const answer = await make();
    listener(name);
    return answer;
  } catch (error) {
    if (error instanceof Error) failed.set(error, name);
    throw error;
  }
}

export const callKeyOfError = (error: unknown): string | undefined =>
  error instanceof Error ? failed.get(error) : undefined;

/** Sets the listener for the names of successful calls. */
export const setSuccessListener = (next: (call: string) => void): void => {
  listener = next;
};
