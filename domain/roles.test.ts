import { expect, test } from 'vitest';
import { may, ROLES, type Ability } from './roles.ts';

const STAFF = ['operator', 'admin', 'project_manager'];

test.each<[Ability, string[]]>([
  ['staff.manage', ['admin']],
  ['people.manage', STAFF],
  ['companies.manage', STAFF],
  ['projects.manage', STAFF],
  ['submissions.manage', STAFF],
  ['form-submissions.manage', STAFF],
  ['mails.manage', STAFF],
  ['audit.read', STAFF],
  ['operator-area.enter', STAFF],
  ['share-links.manage', ['client', ...STAFF]],
])('%s is only for %j', (ability, roles) => {
  expect(ROLES.filter((role) => may(role, ability))).toEqual(roles);
});
