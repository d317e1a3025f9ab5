import { expect, it } from 'vitest';
import type { Invitation } from '#domain/invitations.ts';
import type { Person } from '#domain/people.ts';
import { obstacleMessage, ofInvitation, ofPerson } from './people-list.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const person = (email: string, more: Partial<Person> = {}): Person => ({
  id: email,
  role: 'client',
  email,
  emailVerified: true,
  firstName: 'Carla',
  lastName: 'Mendez',
  phone: '+1 254 555 0100',
  certificate: null,
  companyId: 'c',
  companyCode: 'DEMO001',
  companyName: 'Brazos Builders',
  notes: null,
  isActive: true,
  signsInByProvider: false,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});
const invitation = (
  email: string,
  expiresAt: string,
  obstacle: Invitation['obstacle'] = null,
): Invitation => ({
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
  obstacle,
});

it('marks an expired invitation', () => {
  const statusAt = (expiresAt: string) =>
    ofInvitation(invitation('new@site.example', expiresAt), NOW);
  expect(statusAt('2026-11-20T12:00:01Z').status).toBe('invited');
  expect(statusAt('2026-11-20T12:00:00Z').status).toBe('expired');
});

it('marks an invitation that cannot be accepted, with the reason', () => {
  const blocked = invitation('new@site.example', '2026-11-20T12:00:01Z', 'company-inactive');
  expect(ofInvitation(blocked, NOW).status).toBe('blocked');
  expect(obstacleMessage(blocked)).toBe('Company is not active');
  const over = invitation('new@site.example', '2026-11-20T12:00:00Z', 'inviter-no-admin');
  expect(ofInvitation(over, NOW).status).toBe('expired');
  expect(obstacleMessage(invitation('new@site.example', '2026-11-20T12:00:01Z'))).toBeNull();
});

it('shows the email address of people without a name', () => {
  expect(ofPerson(person('carla@site.example')).name).toBe('Carla Mendez');
  const nameless = person('gwen@site.example', { firstName: null, lastName: null });
  expect(ofPerson(nameless).name).toBe('gwen@site.example');
  expect(ofInvitation(invitation('new@site.example', '2026-11-27T00:00:00Z'), NOW).name).toBe(
    'new@site.example',
  );
});

it('marks accounts with unverified addresses', () => {
  const rows = [
    ofPerson(person('proven@site.example')),
    ofPerson(person('claimed@site.example', { emailVerified: false })),
    ofInvitation(invitation('new@site.example', '2026-11-27T00:00:00Z'), NOW),
  ];
  expect(rows.map(({ isUnverified }) => isUnverified)).toEqual([false, true, false]);
});
