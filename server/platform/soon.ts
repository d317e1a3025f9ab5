/** What is there already or comes later: thousands of pictures a second wait for no turn of the event loop. */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value, at once when it is there. */
export const soon = <T, R>(value: Soon<T>, goOn: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(goOn) : goOn(value);
