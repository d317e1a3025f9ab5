import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { LiveEvent } from '#domain/live.ts';
import { LiveChannel, type LiveHandlers, type LiveSocket, type LiveState } from './live-channel.ts';
import { queriesOf } from './live-queries.ts';
import { liveUrl } from './paths.ts';

/** Events come in bursts: refetch once per burst. */
const BATCH_MS = 300;
/** Minimum time between refetches, because events arrive constantly while a card is processed. */
const MIN_INTERVAL_MS = 1500;

let state: LiveState = 'idle';
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useLiveState = (): LiveState => useSyncExternalStore(watch, () => state);

function openSocket({ onMessage, onClose }: LiveHandlers): LiveSocket {
  const socket = new WebSocket(liveUrl(window.location.origin));
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data));
  socket.addEventListener('close', onClose);
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

type Listeners = {
  /** Called for every connection that ends or is refused: the session may have ended. */
  onDisconnect: () => void;
  onEvent: (event: LiveEvent) => void;
};

/** Connects the live channel to the query cache. Returns a function to stop. */
export function followLive(
  queryClient: QueryClient,
  { onDisconnect: onLoss, onEvent }: Listeners,
): () => void {
  const pending = new Map<string, QueryKey>();
  let flushedAt = 0;
  const flush = () => {
    flushedAt = Date.now();
    const keys = [...pending.values()];
    pending.clear();
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
  let wasLost = false;
  const channel = new LiveChannel({
    open: openSocket,
    after: (milliseconds, action) => {
      const timer = window.setTimeout(action, milliseconds);
      return () => window.clearTimeout(timer);
    },
    onEvent: (event) => {
      onEvent(event);
      const rest = flushedAt + MIN_INTERVAL_MS - Date.now();
      if (pending.size === 0) window.setTimeout(flush, Math.max(BATCH_MS, rest));
      for (const key of queriesOf(event)) pending.set(JSON.stringify(key), key);
    },
    onLoss,
    onState: (next) => {
      state = next;
      for (const watcher of watchers) watcher();
      // Events were missed, so refetch everything on screen.
      if (next === 'open' && wasLost) void queryClient.invalidateQueries();
      if (next === 'open' || next === 'lost') wasLost = next === 'lost';
    },
  });
  const retry = () => channel.retryNow();
  const disconnect = () => channel.disconnect();
  window.addEventListener('online', retry);
  window.addEventListener('offline', disconnect);
  channel.start();
  return () => {
    window.removeEventListener('online', retry);
    window.removeEventListener('offline', disconnect);
    channel.stop();
  };
}
