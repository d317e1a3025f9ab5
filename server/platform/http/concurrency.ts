import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { Context } from '../context.ts';
import { networkOf } from '../limit/network.ts';
import type { TransferSlots } from '../limit/transfer-slots.ts';
import type { Requester } from './requester.ts';
import { abortResponse } from './send-bytes.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Visitors of a share link count per network, so that they don't block each other. */
export const partyOf = (requester: Requester, { ip }: Pick<FastifyRequest, 'ip'>): string =>
  requester.kind === 'share' ? `${requester.shareLinkId} ${networkOf(ip)}` : requester.profileId;

export const partyOfCaller = (
  session: { user: { id: string } } | null,
  { ip }: Pick<FastifyRequest, 'ip'>,
): string => session?.user.id ?? networkOf(ip);

/** Takes a slot until the response closes. Throws TOO_MANY_DOWNLOADS or TOO_BUSY. */
export function takeSlot(places: TransferSlots, response: ServerResponse, party: string): void {
  // The 'close' event has already fired.
  if (response.destroyed) throw new AppError('REQUEST_ABORTED');
  const place = places.take(party, () => abortResponse(response));
  response.on('drain', place.reportProgress);
  response.once('close', place.release);
}

/** Takes a slot before looking anything up. Throws TOO_MANY_DOWNLOADS, TOO_BUSY, or TOO_MANY_REQUESTS. */
export function openInSlot<T>(
  { atOnce }: Pick<Context, 'atOnce'>,
  kind: 'archives' | 'files',
  { request, reply, requester }: Exchange & { requester: Requester },
  open: () => Promise<T>,
): Promise<T> {
  const party = partyOf(requester, request);
  takeSlot(atOnce[kind], reply.raw, party);
  return atOnce.turns(party, () => unlessDisconnected(request, reply, open));
}

/** Skips reads if the client has disconnected. Throws REQUEST_ABORTED. */
export async function unlessDisconnected<T>(
  { method }: Pick<FastifyRequest, 'method'>,
  { raw }: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  if (method === 'GET' && raw.destroyed) throw new AppError('REQUEST_ABORTED');
  return work();
}
