import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import type { WebSocket } from 'ws';
import { LIVE_TIMING } from '#domain/live-timing.ts';
import { LiveMessage } from '#domain/live.ts';
import type { Context } from '#server/platform/context.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { assertSignedIn } from '#server/platform/http/guards.ts';
import { viewerOfSession } from '#server/platform/auth/recipient.ts';
import type { Slot } from '#server/platform/limit/transfer-slots.ts';
import type { Notice } from '#server/platform/live/live.ts';
import { mayReceive } from './service.ts';

const LIVE_PATH = '/api/live';

export const opensLiveChannel = ({ url = '' }: IncomingMessage): boolean =>
  url === LIVE_PATH || url.startsWith(`${LIVE_PATH}?`);

/** 'Service Restart' (RFC 6455, section 11.7): the browser reconnects and reloads everything. */
const SERVICE_RESTART = 1012;
/** 'Try Again Later': the person has too many channels open. */
const TRY_AGAIN_LATER = 1013;
/** Clients that send nothing for this long are disconnected. */
const SILENCE_MS = LIVE_TIMING.heartbeat + LIVE_TIMING.timeout;

const send = (socket: WebSocket, message: LiveMessage) => socket.send(JSON.stringify(message));

/** `GET /api/live`. Checks the session before each event and after revocations; closes when the session has ended. */
export const livePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get(
      LIVE_PATH,
      {
        websocket: true,
        preValidation: async (request) => {
          assertSignedIn(await readSession(ctx, request));
        },
      },
      (socket, request) => {
        let lastHeard = ctx.clock().getTime();
        const silenceTimer = setInterval(() => {
          if (ctx.clock().getTime() - lastHeard > SILENCE_MS) socket.terminate();
        }, LIVE_TIMING.heartbeat);

        // The request's token will be rotated soon, so the session is looked up by id from now on.
        const opened = Promise.resolve(readSession(ctx, request));
        opened.catch(() => socket.close(1011, 'session unknown'));
        let place: Slot | undefined;
        const begin = async () => {
          const session = await opened;
          if (!session || socket.readyState !== socket.OPEN) return;
          place = ctx.atOnce.channels.take(session.user.id, () => socket.terminate());
          send(socket, { kind: 'ready' });
        };
        begin().catch(() => socket.close(TRY_AGAIN_LATER, 'too many channels'));
        const readViewer = async () => {
          if (socket.readyState !== socket.OPEN) return null;
          const sessionId = (await opened)?.sessionId;
          const viewer = sessionId ? await viewerOfSession(ctx, sessionId) : null;
          if (!viewer) socket.close(4401, 'session ended');
          return viewer;
        };
        const forward = async (notice: Notice) => {
          const viewer = await readViewer();
          if (!viewer || !(await mayReceive(ctx, viewer, notice))) return;
          send(socket, { kind: 'event', event: notice.event });
        };
        // Steps run one at a time, to keep events in order and to limit bursts to one query at a time.
        let line = Promise.resolve<unknown>(undefined);
        const queue = (step: () => Promise<unknown>) => {
          line = line.then(step).catch((error: unknown) => {
            ctx.log.warn({ err: error }, 'failed to deliver a live event');
            socket.close(SERVICE_RESTART, 'events missed');
          });
        };
        const stopEvents = ctx.live.onEvent((_event, notice) => queue(() => forward(notice)));
        const stopRevocations = ctx.revocations.onRevocation((profileId) =>
          queue(async () => profileId === (await opened)?.user.id && (await readViewer())),
        );
        const stopGaps = ctx.live.onGap(() => socket.close(SERVICE_RESTART, 'events missed'));

        socket.on('message', (data: Buffer) => {
          lastHeard = ctx.clock().getTime();
          place?.reportProgress();
          if (isHeartbeat(data.toString())) send(socket, { kind: 'heartbeat' });
        });
        socket.on('close', () => {
          clearInterval(silenceTimer);
          place?.release();
          stopEvents();
          stopRevocations();
          stopGaps();
        });
      },
    );
  };

function isHeartbeat(text: string): boolean {
  try {
    const message = LiveMessage.safeParse(JSON.parse(text));
    return message.success && message.data.kind === 'heartbeat';
  } catch {
    return false;
  }
}
