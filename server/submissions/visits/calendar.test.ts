import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { calendarOf } from './calendar.ts';
import type { CalendarRow } from './queries.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const PLANNED: CalendarRow = {
  id: '0b6a1d0e-0000-4000-8000-000000000001',
  projectId: '0b6a1d0e-0000-4000-8000-000000000002',
  projectName: 'Tower',
  timeZone: 'America/Chicago',
  planDay: null,
  dueAt: new Date('2026-12-01T15:00:00Z'),
  movedFrom: null,
  status: 'planned',
  reason: null,
  contents: ['photos', 'video'],
  requestedBy: null,
  requesterName: null,
  isChanged: false,
  isFlown: false,
  submissionId: null,
  submissionStatus: null,
  pilotId: null,
  isPilotActive: null,
  pilotName: null,
  updatedAt: new Date('2026-11-20T08:30:15Z'),
  address: null,
  latitude: null,
  longitude: null,
};

const STAFF = { name: 'Sky: Visits', isForStaff: true, origin: 'https://sky.example', now: NOW };

function read(rows: Partial<CalendarRow>[], changes: Partial<typeof STAFF> = {}) {
  const text = calendarOf(
    rows.map((row) => ({ ...PLANNED, ...row })),
    { ...STAFF, ...changes },
  );
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((event) => (name: string) => String(event.getFirstPropertyValue(name)));
  return { text, calendar, events };
}
const property = (row: Partial<CalendarRow>, name: string, changes?: Partial<typeof STAFF>) =>
  read([row], changes).events[0]?.(name);

test('a visit is an event with what a pilot needs', () => {
  const { calendar, events } = read([
    {
      pilotId: PLANNED.id,
      pilotName: 'Ann Lee',
      movedFrom: new Date('2026-11-30T15:00:00Z'),
      address: '1 Main St, Waco',
      latitude: 31.5,
      longitude: -97.1,
    },
  ]);
  const values = Object.fromEntries(
    calendar
      .getFirstSubcomponent('vevent')
      ?.getAllProperties()
      .map((each) => [each.name, String(each.getFirstValue())]) ?? [],
  );
  expect(values).toEqual({
    uid: PLANNED.id,
    dtstamp: '2026-11-20T08:30:15Z',
    'last-modified': '2026-11-20T08:30:15Z',
    sequence: String(Math.floor(Date.parse('2026-11-20T08:30:15Z') / 60_000)),
    dtstart: '2026-12-01T15:00:00Z',
    duration: 'PT1H',
    status: 'CONFIRMED',
    summary: 'Tower · photos, video',
    description: 'Planned\nPilot: Ann Lee\nMoved from Mon, Nov 30, 9 AM',
    location: '1 Main St, Waco',
    geo: '31.5,-97.1',
    url: `https://sky.example/operator/projects/${PLANNED.projectId}`,
  });
  expect(events).toHaveLength(1);
  expect(calendar.getFirstPropertyValue('name')).toBe('Sky: Visits');
  expect(calendar.getFirstPropertyValue('method')).toBeNull();
});

test.each([
  ['planned', 'CONFIRMED', 'Tower · photos, video'],
  ['requested', 'TENTATIVE', 'Requested: Tower · photos, video'],
  ['canceled', 'CANCELLED', 'Canceled: Tower · photos, video'],
  ['weathered-out', 'CANCELLED', 'Weathered out: Tower · photos, video'],
  ['declined', 'CANCELLED', 'Declined: Tower · photos, video'],
] as const)('a visit that is %s is %s', (status, expected, summary) => {
  const [event] = read([{ status, reason: 'Wind, gusts; 30 mph' }]).events;
  expect(event?.('status')).toBe(expected);
  expect(event?.('summary')).toBe(summary);
  expect(event?.('description')).toMatch(/\nReason: Wind, gusts; 30 mph$/);
});

test('only staff see that a visit was missed', () => {
  const missed = { dueAt: new Date('2026-11-20T15:00:00Z') };
  expect(property(missed, 'description')).toBe('Missed');
  expect(property(missed, 'description', { isForStaff: false })).toBe('Planned');
});

test.each([
  'Crane 🏗️, phase 2; lot \\n9',
  'first line\nsecond line\r\nthird line',
  'مشروع \u2067البرج\u2069 \u202bקומה\u202c 7',
  '🏗'.repeat(60),
  `${'é'.repeat(70)},${';'.repeat(80)}`,
  'x'.repeat(200),
])('any text can be read back: %j', (text) => {
  const row = { projectName: text, reason: text, address: text };
  const { text: file, events } = read([row]);
  const expected = text.replaceAll('\r\n', '\n');
  expect(events[0]?.('summary')).toBe(`${expected} · photos, video`);
  expect(events[0]?.('description')).toBe(`Planned\nReason: ${expected}`);
  expect(events[0]?.('location')).toBe(expected);
  const lines = file.split('\r\n');
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  expect(Math.max(...lines.map((each) => Buffer.byteLength(each)))).toBeLessThanOrEqual(75);
});

test('other control characters become spaces', () => {
  expect(property({ address: 'a\u0007b\tc' }, 'location')).toBe('a b c');
});
