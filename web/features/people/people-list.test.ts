import { describe, expect, it } from 'vitest';
import type { Invitation } from '#domain/invitations.ts';
import type { Person } from '#domain/people.ts';
import { choosePeople, ofInvitation, ofPerson, type PeopleFilter } from './people-list.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const person = (email: string, more: Partial<Person> = {}): Person => ({
  id: email,
  role: 'client',
  email,
  emailVerified: true,
  firstName: 'Carla',
  lastName: 'Mendez',
  phone: '+1 254 555 0100',
  companyId: 'c',
  companyCode: 'DEMO001',
  companyName: 'Brazos Builders',
  notes: null,
  isActive: true,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});
const invitation = (email: string, expiresAt: string): Invitation => ({
  id: email,
  role: 'client',
  email,
  contactName: null,
  phone: null,
  notes: null,
  companyId: 'c',
  companyCode: 'DEMO002',
  companyName: 'Lone Star Homes',
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt,
});

const ROWS = [
  ...[
    person('carla@site.example'),
    person('gone@site.example', { isActive: false, firstName: 'Gwen', phone: null }),
    person('pm@own.example', { role: 'project_manager', companyCode: null, companyName: null }),
    person('old@own.example', { role: 'operator', isActive: false }),
  ].map(ofPerson),
  ofInvitation(invitation('new@site.example', '2026-11-27T00:00:00Z'), NOW),
  ofInvitation(invitation('late@site.example', '2026-11-20T12:00:00Z'), NOW),
];
const found = (filter: PeopleFilter, search = '') =>
  choosePeople(ROWS, { filter, search }).map(({ email }) => email.split('@')[0]);

describe('the filter', () => {
  it('parts clients by whether they are active, and keeps staff and invitations apart', () => {
    expect(found('active')).toEqual(['carla']);
    expect(found('deactivated')).toEqual(['gone']);
    expect(found('staff')).toEqual(['pm', 'old']);
    expect(found('invited')).toEqual(['new', 'late']);
  });

  it('tells an invitation that has run out', () => {
    expect(
      choosePeople(ROWS, { filter: 'invited', search: '' }).map(({ status }) => status),
    ).toEqual(['invited', 'expired']);
  });
});

describe('the search', () => {
  it.each(['CARLA', 'mendez', 'carla mendez', '@SITE', '555 01', 'brazos', 'demo001', ' carla '])(
    'finds %j',
    (search) => expect(found('active', search)).toEqual(['carla']),
  );

  it('finds nothing else, and nothing in what is not there', () => {
    expect(found('active', 'gwen')).toEqual([]);
    expect(found('deactivated', 'null')).toEqual([]);
  });
});

it('tells an account whose address is not verified', () => {
  const rows = [
    ofPerson(person('proven@site.example')),
    ofPerson(person('claimed@site.example', { emailVerified: false })),
    ofInvitation(invitation('new@site.example', '2026-11-27T00:00:00Z'), NOW),
  ];
  expect(rows.map(({ isUnverified }) => isUnverified)).toEqual([false, true, false]);
});
