import type { z } from 'zod';
import { PinInput, PinReplyInput, type PinPlace, type PinState } from '#domain/pins.ts';
import { ProjectQuery } from '#domain/projects.ts';
import { dayIn } from '#domain/weeks.ts';
import { createPin, replyToPin } from '#server/files/pins/service.ts';
import { staffFiles } from '#server/files/service.ts';
import { projectsFor } from '#server/projects/service.ts';
import { staffSubmissions } from '#server/submissions/service.ts';
import type { Context } from '#server/platform/context.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { operatorOf } from './accounts.ts';
import { SAMPLE_PROJECTS } from './projects.ts';
import { viewerOf } from './sharing.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;

type Author = 'client' | 'manager' | 'operator';
type Reply = { daysAgo: number; by: Author; text?: string; state?: PinState };
type SamplePin = Pick<z.input<typeof PinInput>, 'kind' | 'text' | 'drawing'> & {
  week: number;
  /** On the photo of a viewpoint (fractions), on the map (degrees), or about the week. */
  at: { view: string; x: number; y: number } | { longitude: number; latitude: number } | null;
  daysAgo: number;
  by: Author;
  assignee?: Author;
  dueInDays?: number;
  replies?: Reply[];
};

const PINS: readonly SamplePin[] = [
  {
    week: 9,
    at: { view: 'Courtyard', x: 0.42, y: 0.9 },
    kind: 'todo',
    text: 'These steel bundles block the fire lane. Move them to the laydown area.',
    daysAgo: 4,
    by: 'manager',
    assignee: 'client',
    dueInDays: -1,
  },
  {
    week: 9,
    at: { view: 'Courtyard', x: 0.495, y: 0.41 },
    kind: 'question',
    text: 'How long will the mobile crane stay in the courtyard?',
    daysAgo: 3,
    by: 'client',
    assignee: 'manager',
    replies: [
      {
        daysAgo: 2.5,
        by: 'manager',
        state: 'answered',
        text: 'Until Friday. It still has to lift two rooftop units.',
      },
      { daysAgo: 2, by: 'client', text: 'Thanks. Then paving can start on Monday.' },
    ],
  },
  {
    week: 8,
    at: { view: 'Entrance', x: 0.82, y: 0.54 },
    kind: 'todo',
    text: 'The facade panels on this side of the garage are missing.',
    daysAgo: 11,
    by: 'client',
    assignee: 'manager',
    dueInDays: -5,
    replies: [{ daysAgo: 5, by: 'manager', text: 'Installed. See Week 9.', state: 'done' }],
  },
  {
    week: 9,
    at: { view: 'Overhead building', x: 0.52, y: 0.65 },
    kind: 'note',
    text: 'All rooftop units on this wing are in place.',
    drawing: [
      {
        kind: 'box',
        points: [
          [0.3, 0.6],
          [0.75, 0.715],
        ],
      },
      {
        kind: 'arrow',
        points: [
          [0.6, 0.84],
          [0.55, 0.73],
        ],
      },
    ],
    daysAgo: 5,
    by: 'operator',
  },
  {
    week: 6,
    at: { longitude: -97.15811, latitude: 31.52033 },
    kind: 'question',
    text: 'Is this access wide enough for the crane?',
    daysAgo: 20,
    by: 'client',
    assignee: 'manager',
    dueInDays: 3,
  },
  {
    week: 8,
    at: null,
    kind: 'approval',
    text: 'Please review and approve Week 8.',
    daysAgo: 12,
    by: 'operator',
    assignee: 'client',
    replies: [{ daysAgo: 11, by: 'client', text: 'Looks good.', state: 'done' }],
  },
];

/** Pins of the first sample project, if its people still exist. Nobody is notified of them. */
export async function seedPins(ctx: Context): Promise<void> {
  const projects = await projectsFor(ctx, SYSTEM, ProjectQuery.parse({}));
  const project = projects.find(({ name }) => name === SAMPLE_PROJECTS[0]?.name);
  const [client, manager, operator] = [
    await viewerOf(ctx, 'client@overfly.example'),
    await viewerOf(ctx, 'pm@overfly.example'),
    await viewerOf(ctx, operatorOf(ctx.config)),
  ];
  if (!project || !client || !manager || !operator) return;
  for (const [index, pin] of PINS.entries()) {
    const place = await placeOf(ctx, project.id, pin);
    if (place) await seedPin(ctx, { client, manager, operator }, { index, place, pin });
  }
}

async function placeOf(
  ctx: Context,
  projectId: string,
  { week, at }: SamplePin,
): Promise<PinPlace | null> {
  const weeks = await staffSubmissions(ctx, SYSTEM, { projectId });
  const submissionId = weeks.find(({ title }) => title === `Week ${week}`)?.id;
  if (submissionId === undefined) return null;
  if (at === null) return { kind: 'week', submissionId };
  if (!('view' in at)) return { kind: 'map', submissionId, ...at };
  const files = await staffFiles(ctx, SYSTEM, { submissionId });
  const file = files.find(({ viewpointName }) => viewpointName === at.view);
  return file ? { kind: 'file', fileId: file.id, x: at.x, y: at.y, seconds: null } : null;
}

type Placed = { index: number; place: PinPlace; pin: SamplePin };

async function seedPin(
  ctx: Context,
  people: Record<Author, Viewer>,
  {
    index,
    place,
    pin: { week: _week, at: _at, daysAgo, by, assignee, dueInDays, replies, ...pin },
  }: Placed,
) {
  const at = (days: number) => new Date(ctx.clock().getTime() + days * DAY_MS);
  const then = (days: number): Context => ({
    ...ctx,
    clock: () => at(-days),
    record: (tx, event) =>
      ctx.record(tx, 'personIds' in event ? { ...event, personIds: [] } : event),
  });
  const id = idOf(index);
  const personId = assignee && profileOf(people[assignee]);
  const input = PinInput.parse({
    ...pin,
    id,
    place,
    ...(personId && { assignee: { personId } }),
    ...(dueInDays !== undefined && { dueOn: dayIn(at(dueInDays), 'America/Chicago') }),
  });
  await createPin(then(daysAgo), people[by], input);
  for (const [number, { daysAgo: days, by: who, ...reply }] of (replies ?? []).entries()) {
    const values = { id, replyId: idOf(index, number + 1), ...reply };
    await replyToPin(then(days), people[who], PinReplyInput.parse(values));
  }
}

/** Always the same, so that seeding again changes nothing. */
const idOf = (pin: number, reply = 0) => `5a3f0000-0000-4000-8000-0000000000${pin}${reply}`;
