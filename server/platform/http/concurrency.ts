import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { Context } from '../context.ts';
import { networkOf } from '../limit/network.ts';
import type { Places } from '../limit/transfer-places.ts';
import type { Requester } from './requester.ts';
import { abortResponse } from './send-bytes.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Whose transfers are counted together: under a link, those of one network do not block those of others. */
export const partyOf = (requester: Requester, { ip }: Pick<FastifyRequest, 'ip'>): string =>
  requester.kind === 'share' ? `${requester.shareLinkId} ${networkOf(ip)}` : requester.profileId;

/** Whose calls wait in one line. */
export const partyOfCaller = (
  session: { user: { id: string } } | null,
  { ip }: Pick<FastifyRequest, 'ip'>,
): string => session?.user.id ?? networkOf(ip);

/** Holds a place until the answer has left, or its client has gone. TOO_MANY_DOWNLOADS, TOO_BUSY. */
export function holdPlace(places: Places, response: ServerResponse, party: string): void {
  // Its 'close' has been already.
  if (response.destroyed) throw new AppError('REQUEST_ABORTED');
  const place = places.take(party, () => abortResponse(response));
  response.on('drain', place.moved);
  response.once('close', place.leave);
}

/**
 * Opens what is to be sent to a requester: in a place of theirs, which is refused before anything is looked
 * up, and in a turn of theirs. TOO_MANY_DOWNLOADS, TOO_BUSY, TOO_MANY_REQUESTS, and as `open`.
 */
export function openInPlace<T>(
  { atOnce }: Pick<Context, 'atOnce'>,
  kind: 'archives' | 'files',
  { request, reply, requester }: Exchange & { requester: Requester },
  open: () => Promise<T>,
): Promise<T> {
  const party = partyOf(requester, request);
  holdPlace(atOnce[kind], reply.raw, party);
  return atOnce.turns(party, () => whileWanted(request, reply, open));
}

/** Looks nothing up for a client that has gone while it waited; a change is made all the same. REQUEST_ABORTED. */
export async function whileWanted<T>(
  { method }: Pick<FastifyRequest, 'method'>,
  { raw }: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  if (method === 'GET' && raw.destroyed) throw new AppError('REQUEST_ABORTED');
  return work();
}
