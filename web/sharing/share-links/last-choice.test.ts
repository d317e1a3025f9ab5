import { expect, it } from 'vitest';
import { storeChoice, lastChoiceOf, EMPTY_SHARE_LINK } from './share-link-form.ts';

const ME = '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11';
const PROJECT = '1b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a12';

it("remembers a person's settings of the last link, without title and password", () => {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const last = (personId: string) => lastChoiceOf(personId, storage);
  expect(last(ME)).toEqual({});
  const typed = { title: 'For the bank', password: 'a secret of ours', showMaps: false };
  storeChoice(ME, { ...EMPTY_SHARE_LINK, ...typed, projectId: PROJECT }, storage);
  expect(last(ME)).toMatchObject({ projectId: PROJECT, showMaps: false, showPhotos: true });
  expect(JSON.stringify([...kept])).not.toMatch(/bank|secret/);
  expect(last(PROJECT)).toEqual({});
});
