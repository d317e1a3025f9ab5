import { expect, test } from 'vitest';
import { openingStatements, type Viewer } from './viewer.ts';

const ID = '0b7c2a51-93a4-4b8e-8d0f-5f1f0c6b2e11';

test.each<[string, unknown]>([
  ['a share link id that is not a UUID', { kind: 'share', shareLinkId: '1' }],
  ['SQL in a profile id', { kind: 'client', profileId: `${ID}'; reset role; --`, companyId: null }],
  ['an empty company id', { kind: 'client', profileId: ID, companyId: '' }],
  ['a missing profile id', { kind: 'staff', role: 'operator' }],
  ['a role that is not a staff role', { kind: 'staff', profileId: ID, role: 'client' }],
  ['an unknown kind', { kind: `system'; reset role; --` }],
])('refuses a viewer with %s', (_what, viewer) => {
  expect(() => openingStatements(viewer as Viewer)).toThrow(TypeError);
});

test('a client with an unverified address has no company', () => {
  const statements = openingStatements({ kind: 'client', profileId: ID, companyId: null });
  expect(statements).toContain(`set local app.viewer_id = '${ID}'`);
  expect(statements).toContain(`set local app.viewer_company = ''`);
});
