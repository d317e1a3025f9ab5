import type { Context } from '#server/platform/context.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { renderMail } from '#server/platform/mail/render.ts';
import { lockAndFindLastNotice, listOperators } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;

/** Sends one notice each time the disk fills up, at most once a day. The time of the last one is in the audit log. */
export async function sweepDisk(ctx: Context): Promise<void> {
  const { warning = null } = await ctx.storage.state();
  await ctx.db.as(SYSTEM, async (tx) => {
    const last = await lockAndFindLastNotice(tx);
    const wasNotified = last?.action === 'storage.nearly-full';
    if ((warning !== null) === wasNotified) return;
    if (last && ctx.clock().getTime() - last.at.getTime() < DAY_MS) return;
    const type = warning === null ? 'storage.has-room' : 'storage.nearly-full';
    const operators = await listOperators(tx);
    const personIds = warning === null ? [] : operators.map(({ id }) => id);
    await ctx.record(tx, { type, id: null, personIds });
    if (warning === null) return;
    for (const { email } of operators) await ctx.mail.queue(tx, noticeMail(ctx, email, warning));
  });
}

function noticeMail({ config }: Pick<Context, 'config'>, to: string, warning: string) {
  const title = 'The disk is nearly full';
  return {
    kind: 'disk-nearly-full',
    to,
    subject: `${title} · ${config.brand.name}`,
    ...renderMail(config.brand, {
      title,
      preview: warning,
      paragraphs: [
        warning,
        "When it's full, new uploads are refused. Existing files are kept. Add disk space, or delete files you no longer need and empty the trash.",
      ],
      button: { label: 'View Storage', url: `${mailOrigin(config)}/operator/system` },
      footnote: 'You get this email once each time the disk fills up.',
    }),
  };
}
