import { expect, test } from 'vitest';
import { createAddresses } from './addresses.ts';

const upload = (uploadUrl: string) => ({
  size: 1,
  metadata: {},
  creationTime: '',
  urlStorageKey: '',
  uploadUrl,
  parallelUploadUrls: null,
});
const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
};
const refused = (): Storage => {
  throw new DOMException('denied', 'SecurityError');
};
const found = async (addresses: ReturnType<typeof createAddresses>, fingerprint: string) =>
  (await addresses.findUploadsByFingerprint(fingerprint)).map(({ uploadUrl }) => uploadUrl);

test('an address is found again by a page that comes later, under its own fingerprint only', async () => {
  const kept = storage();
  await createAddresses(() => kept).addUpload('ann/s/f0', upload('/api/uploads/1'));
  const later = createAddresses(() => kept);
  expect(await found(later, 'ann/s/f0')).toEqual(['/api/uploads/1']);
  expect(await found(later, 'bob/s/f0')).toEqual([]);
});

test.each([
  ['keeps them', () => (kept: Storage) => () => kept],
  ['refuses to', () => () => refused],
])('in a browser that %s an address lasts until it is removed', async (_name, choose) => {
  const addresses = createAddresses(choose()(storage()));
  const key = await addresses.addUpload('f', upload('/api/uploads/1'));
  expect(await found(addresses, 'f')).toEqual(['/api/uploads/1']);
  await addresses.removeUpload(key);
  expect(await found(addresses, 'f')).toEqual([]);
});
