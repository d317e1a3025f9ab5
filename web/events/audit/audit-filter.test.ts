import { describe, expect, it, vi } from 'vitest';
import { NO_FILTER, toAuditQuery } from '#web/areas/operator/audit-screen.tsx';

vi.mock('#web/lib/brand.ts', () => ({ brand: { name: 'Overfly' } }));
const { actionLabel, actorLabel, detailText, subjectLabel } = await import('./activity-text.ts');

describe('the audit filter', () => {
  it('requests everything if nothing is selected', () => {
    expect(toAuditQuery(NO_FILTER)).toEqual({});
  });

  it('requests whole days in the displayed time zone, also over a clock change', () => {
    const days: [string, string] = ['2026-10-31', '2026-11-01'];
    expect(toAuditQuery({ actorId: 'a', action: 'b.c', days })).toEqual({
      actorId: 'a',
      action: 'b.c',
      from: '2026-10-31T05:00:00.000Z',
      until: '2026-11-02T06:00:00.000Z',
    });
  });

  it('accepts a single day', () => {
    expect(toAuditQuery({ ...NO_FILTER, days: ['2026-12-31', null] })).toEqual({
      from: '2026-12-31T06:00:00.000Z',
      until: '2027-01-01T06:00:00.000Z',
    });
  });
});

describe('an audit entry', () => {
  it('shows what was done', () => {
    expect(actionLabel('person.role-changed')).toBe('Person role changed');
    expect(actionLabel('share-link.created')).toBe('Share link created');
    expect(actionLabel('project.put-in-bin')).toBe('Project moved to trash');
    expect(actionLabel('file.set-aside')).toBe('File no longer shown as photo');
  });

  it('shows who did it, even without a name', () => {
    const id = null;
    expect(actorLabel({ kind: 'staff', id, name: 'Amir Novak' })).toBe('Amir Novak');
    expect(actorLabel({ kind: 'system', id, name: null })).toBe('Overfly');
    expect(actorLabel({ kind: 'client', id, name: null })).toBe('Deleted account');
    expect(subjectLabel({ type: 'share-link', id, name: null })).toBe('Share link');
  });

  it('shows details without IDs and empty values', () => {
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

  it('shows old and new values', () => {
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

  it('shows instants as date and time and leaves days unchanged', () => {
    expect(detailText({ expiresAt: '2026-11-08T01:11:46.050Z', day: '2026-09-14' })).toBe(
      'expires at: Nov 7, 2026, 7:11 PM CST · day: 2026-09-14',
    );
  });
});
