import type { Context } from '#server/platform/context.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;

/** What visitors of the sample site wrote, and how many days ago. */
const MESSAGES = [
  {
    daysAgo: 1.2,
    name: 'Dana Whitlock (sample)',
    email: 'dana@brazosbuilders.example',
    phone: '(254) 555-0171',
    company: 'Brazos Valley Builders',
    message:
      'We break ground on a four-storey medical building off I-35 in February and want weekly updates for our investors. Could you quote two visits a month with 2D mapping?\n\nMornings are best to call.',
  },
  {
    daysAgo: 4.6,
    name: 'Sam Ortega (sample)',
    email: 'sam.ortega@homes.example',
    phone: null,
    company: null,
    message: 'We are building our own house near Hewitt. Do you fly for homeowners, too?',
    isRead: true,
  },
  {
    daysAgo: 5.3,
    name: 'Best Rankings (sample)',
    email: 'offers@rankings.example',
    phone: null,
    company: 'Best Rankings',
    message: 'First page guaranteed! rankings.example/a rankings.example/b rankings.example/c',
    isSpam: true,
    spamReasons: ['too-fast'],
  },
  {
    daysAgo: 17.1,
    name: 'Priya Raman (sample)',
    email: 'priya@dfwdev.example',
    phone: '+1 469 555 0119 ext. 4',
    company: 'DFW Development Partners',
    message: 'Six sites across the metroplex, same angles every week. What would that come to?',
    isRead: true,
  },
];

/** Puts messages into an empty inbox. */
export async function seedMessages(ctx: Context): Promise<void> {
  const now = ctx.clock().getTime();
  await ctx.db.as(SYSTEM, async (tx) => {
    const some = await tx.selectFrom('formSubmissions').select('id').limit(1).executeTakeFirst();
    if (some) return;
    const rows = MESSAGES.map(({ daysAgo, ...message }) => ({
      ...message,
      submittedAt: new Date(now - daysAgo * DAY_MS),
    }));
    await tx.insertInto('formSubmissions').values(rows).execute();
  });
}
