import { expect, it } from 'vitest';
import { EMPTY_SHARE_LINK, shareLinkErrors, toShareLinkInput } from './share-link-form.ts';

const ZONE = 'America/Chicago';
const NOW = new Date('2026-11-20T18:00:00Z');
const PROJECT = '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11';

it('requires a project', () => {
  expect(shareLinkErrors(EMPTY_SHARE_LINK, ZONE, NOW)).toEqual({
    projectId: 'Please select a project',
  });
});

it("checks the expiration in the project's time zone", () => {
  const at = (expiresAt: string) =>
    shareLinkErrors({ ...EMPTY_SHARE_LINK, projectId: PROJECT, expiresAt }, ZONE, NOW);
  expect(at('2026-11-20 12:01:00')).toEqual({});
  expect(at('2026-11-20 12:00:00')).toEqual({ expiresAt: 'Choose a time in the future.' });
});

it('lists errors in the order of the form', () => {
  const values = { ...EMPTY_SHARE_LINK, password: 'short', title: 'T'.repeat(201) };
  const description = 'd'.repeat(2001);
  const errors = shareLinkErrors({ ...values, projectId: PROJECT, description }, ZONE, NOW);
  expect(Object.keys(errors)).toEqual(['title', 'description', 'password']);
  expect(errors.title).toBe('Use at most 200 characters.');
});

it('sends the expiration as UTC, or null if empty', () => {
  const values = { ...EMPTY_SHARE_LINK, projectId: PROJECT };
  const expiresAt = '2026-12-01 00:00:00';
  expect(toShareLinkInput({ ...values, expiresAt }, ZONE).expiresAt).toBe(
    '2026-12-01T06:00:00.000Z',
  );
  expect(toShareLinkInput(values, ZONE).expiresAt).toBeNull();
});

it('sends a single submission, several, or null for all', () => {
  const scopeOf = (submissionIds: string[]) =>
    toShareLinkInput({ ...EMPTY_SHARE_LINK, projectId: PROJECT, submissionIds }, ZONE);
  expect(scopeOf([])).toMatchObject({ submissionId: null, submissionIds: null });
  expect(scopeOf(['a'])).toMatchObject({ submissionId: 'a', submissionIds: null });
  expect(scopeOf(['a', 'b'])).toMatchObject({ submissionId: null, submissionIds: ['a', 'b'] });
});
