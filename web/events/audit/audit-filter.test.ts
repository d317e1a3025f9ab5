import { describe, expect, it, vi } from 'vitest';
import { NO_FILTER, toAuditQuery } from '#web/areas/operator/audit-screen.tsx';

vi.mock('#web/lib/brand.ts', () => ({ brand: { name: 'Overfly' } }));
const { actionLabel, actorLabel, detailText, subjectLabel } = await import('./activity-text.ts');

describe('the filter', () => {
  it('asks for everything when nothing is chosen', () => {
    expect(toAuditQuery(NO_FILTER)).toEqual({});
  });

  it('asks for whole days in the zone that dates are shown in, also over a change of the clock', () => {
    const days: [string, string] = ['2026-10-31', '2026-11-01'];
    expect(toAuditQuery({ actorId: 'a', action: 'b.c', days })).toEqual({
      actorId: 'a',
      action: 'b.c',
      from: '2026-10-31T05:00:00.000Z',
      until: '2026-11-02T06:00:00.000Z',
    });
  });

  it('takes one day alone as that day', () => {
    expect(toAuditQuery({ ...NO_FILTER, days: ['2026-12-31', null] })).toEqual({
      from: '2026-12-31T06:00:00.000Z',
      until: '2027-01-01T06:00:00.000Z',
    });
  });
});

describe('an entry in words', () => {
  it('says what was done', () => {
    expect(actionLabel('person.role-changed')).toBe('Person role changed');
    expect(actionLabel('share-link.created')).toBe('Share link created');
  });

  it('says who did it, also when they have no name', () => {
    const id = null;
    expect(actorLabel({ kind: 'staff', id, name: 'Amir Novak' })).toBe('Amir Novak');
    expect(actorLabel({ kind: 'system', id, name: null })).toBe('Overfly');
    expect(actorLabel({ kind: 'client', id, name: null })).toBe('Deleted account');
    expect(subjectLabel({ type: 'share-link', id, name: null })).toBe('Share link');
  });

  it('says the circumstances without ids and without what is empty', () => {
    const detail = {
      clientsHaveAccess: false,
      projectId: '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11',
      fields: ['firstName', 'notes'],
      companyId: null,
      summary: '',
      files: 3,
    };
    expect(detailText(detail)).toBe(
      'clients have access: no · fields: first name, notes · files: 3',
    );
  });

  it('says from what to what something was changed, and none of nothing', () => {
    const detail = {
      projectManagerId: { from: '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11', to: null },
      manager: { from: 'Amir Novak', to: null },
      timeZone: { from: 'America/Chicago', to: 'America/Denver' },
      company: null,
    };
    expect(detailText(detail)).toBe(
      'manager: from Amir Novak to none · time zone: from America/Chicago to America/Denver · company: none',
    );
  });

  it('says a moment as a date and time, and leaves a day as it is', () => {
    expect(detailText({ expiresAt: '2026-11-08T01:11:46.050Z', day: '2026-09-14' })).toBe(
      'expires at: Nov 7, 2026, 7:11 PM CST · day: 2026-09-14',
    );
  });
});
