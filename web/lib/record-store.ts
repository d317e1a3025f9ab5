const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

/**
 * What the browser keeps over a reload, handles of files too: `store` of the IndexedDB `database`, by
 * `keyPath`. The function runs one request; it rejects where the browser keeps nothing.
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
    const opened = await answerOf(request);
    try {
      return await answerOf(work(opened.transaction(store, mode).objectStore(store)));
    } finally {
      opened.close();
    }
  };
