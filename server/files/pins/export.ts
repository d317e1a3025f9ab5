import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { PIN_KIND_LABELS, pinStateLabel } from '#domain/pin-texts.ts';
import { PinQuery } from '#domain/pins.ts';
import type { Context } from '#server/platform/context.ts';
import { csvOf } from '#server/platform/csv.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { openInSlot } from '#server/platform/http/concurrency.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { assertSignedIn } from '#server/platform/http/guards.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { currentViewer } from '#server/platform/http/requester.ts';
import { bcfZip, type ExportedPin } from './bcf.ts';
import { presentPins, presentReplies } from './present.ts';
import { findPin, listPinsToExport, listReplies } from './queries.ts';
import { filterOf } from './service.ts';

/** The filters of `pins.list`, as texts. */
const Query = PinQuery.omit({ page: true }).extend({
  isOnMap: z.stringbool().optional(),
  isMine: z.stringbool().optional(),
  isOverdue: z.stringbool().optional(),
});

const exportedPins = (ctx: Context, viewer: Viewer, query: z.output<typeof Query>) =>
  ctx.db.as(viewer, async (tx): Promise<ExportedPin[]> => {
    const rows = await listPinsToExport(tx, filterOf(ctx, viewer, { ...query, page: 0 }));
    const ids = rows.map(({ id }) => id);
    const replyRows = await listReplies(tx, ids);
    const replies = await presentReplies(tx, replyRows);
    const ofPin = Map.groupBy(replies, (_, index) => replyRows[index]?.pinId);
    const area = viewer.kind === 'staff' ? 'operator' : 'dashboard';
    return (await presentPins(ctx, tx, rows)).map((pin) => ({
      ...pin,
      replies: ofPin.get(pin.id) ?? [],
      link: `${mailOrigin(ctx.config)}/${area}/pins/${pin.id}`,
    }));
  });

const COLUMNS: Record<string, (pin: ExportedPin) => string | number | null | undefined> = {
  Project: (pin) => pin.projectName,
  Week: (pin) => pin.submissionTitle,
  Kind: (pin) => PIN_KIND_LABELS[pin.kind],
  Text: (pin) => pin.text,
  State: (pin) => pinStateLabel(pin),
  Assignee: (pin) => pin.assignee?.name,
  Due: (pin) => pin.dueOn,
  Photo: (pin) => pin.photo?.title,
  Internal: (pin) => (pin.visibility === 'internal' ? 'yes' : 'no'),
  By: (pin) => pin.author,
  Created: (pin) => pin.createdAt,
  'State Changed By': (pin) => pin.stateBy,
  'State Changed': (pin) => pin.stateAt,
  Replies: (pin) => pin.replyCount,
  Link: (pin) => pin.link,
};

/** Clients get no internal pins. */
function toCsv(pins: readonly ExportedPin[], { kind }: Viewer) {
  const names = Object.keys(COLUMNS).filter((name) => name !== 'Internal' || kind === 'staff');
  return csvOf([names, ...pins.map((pin) => names.map((name) => COLUMNS[name]?.(pin) ?? ''))]);
}

/** Not in the contract because the responses aren't JSON. */
export const pinExportPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    for (const format of ['csv', 'bcfzip'] as const) {
      app.get(`/api/pins.${format}`, async (request, reply) => {
        const { viewer, user, sessionId } = assertSignedIn(await readSession(ctx, request));
        const query = Query.safeParse(request.query);
        if (!query.success) throw new AppError('INVALID_INPUT');
        const requester = { kind: 'person', profileId: user.id, sessionId, viewer } as const;
        const pins = await openInSlot(ctx, 'archives', { request, reply, requester }, () =>
          exportedPins(ctx, viewer, query.data),
        );
        // Access may be revoked during a long export.
        const isVisible = async (id: string) => {
          const now = await currentViewer(ctx, requester);
          if (!now) throw new AppError('NOT_SIGNED_IN');
          return (await ctx.db.ask(now, (tx) => findPin(tx, id))) !== undefined;
        };
        const modifiedAt = ctx.clock();
        const name = `pins-${modifiedAt.toISOString().slice(0, 10)}.${format}`;
        const zip = { storage: ctx.storage, pins, modifiedAt, isVisible };
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', contentDisposition('attachment', name))
          .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/zip')
          .send(format === 'csv' ? toCsv(pins, viewer) : Readable.from(bcfZip(zip)));
      });
    }
  };
