const nameOf = (submissionId: string) => `overfly-upload:${submissionId}`;

// The types say that every page has locks; without HTTPS there are none.
const locks = (): LockManager | undefined => navigator.locks;

/** Lets other tabs know that this one uploads, until the returned function is called. */
export function holdUploadLock(submissionId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void locks()?.request(nameOf(submissionId), { mode: 'shared' }, () => promise);
  return resolve;
}

/** Whether a tab of this browser uploads to the submission right now. */
export async function isUploading(submissionId: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === nameOf(submissionId));
}
