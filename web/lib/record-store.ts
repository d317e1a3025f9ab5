const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

const completionOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
  });

/**
 * An IndexedDB store. The function issues requests and returns the last one; writes are durable once the promise
 * resolves. Rejects if the browser stores nothing.
 */
export const recordStore =
  (database: string, store: string, keyPath: string) =>
  async <T>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const request = indexedDB.open(database, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(store, { keyPath }),
    );
    const opened = await resultOf(request);
    try {
      const transaction = opened.transaction(store, mode);
      const completion = completionOf(transaction);
      const [answer] = await Promise.all([
        resultOf(work(transaction.objectStore(store))),
        completion,
      ]);
      return answer;
    } finally {
      opened.close();
    }
  };
