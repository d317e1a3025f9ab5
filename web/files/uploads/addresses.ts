import type { PreviousUpload, UploadOptions } from 'tus-js-client';

const PREFIX = 'overfly-upload/';

const previous = ([fingerprint, uploadUrl]: [string, string]): PreviousUpload => ({
  urlStorageKey: fingerprint,
  uploadUrl,
  size: null,
  metadata: {},
  creationTime: '',
  parallelUploadUrls: null,
});

/**
 * The addresses of unfinished uploads by fingerprint, in the browser's `storage`. A browser may
 * refuse to keep anything: then they last as long as the page.
 */
export function createAddresses(storage: () => Storage): NonNullable<UploadOptions['urlStorage']> {
  const known = new Map<string, string>();
  const tried = <T>(work: (kept: Storage) => T): T | null => {
    try {
      return work(storage());
    } catch {
      return null;
    }
  };
  return {
    findAllUploads: async () => [...known].map(previous),
    findUploadsByFingerprint: async (fingerprint) => {
      const address = known.get(fingerprint) ?? tried((kept) => kept.getItem(PREFIX + fingerprint));
      return address === null ? [] : [previous([fingerprint, address])];
    },
    addUpload: async (fingerprint, { uploadUrl }) => {
      if (uploadUrl === null) return fingerprint;
      known.set(fingerprint, uploadUrl);
      tried((kept) => kept.setItem(PREFIX + fingerprint, uploadUrl));
      return fingerprint;
    },
    removeUpload: async (fingerprint) => {
      known.delete(fingerprint);
      tried((kept) => kept.removeItem(PREFIX + fingerprint));
    },
  };
}
