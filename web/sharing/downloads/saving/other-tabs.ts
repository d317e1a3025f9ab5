import type { Saving } from './transfer.ts';

/** What another tab says is told so often, and means nothing any more after so long. */
const TOLD_MILLISECONDS = 500;
const STALE_MILLISECONDS = 5000;

type Told = Saving & { id: string };

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('overfly-downloads') : null;
const told = new Map<string, { at: number; status: Saving['status'] }>();

/** Tells the other tabs how far a download is: of each change, but not of each byte. */
export function tellTabs(id: string, { status, written, message }: Saving): void {
  const [before, at] = [told.get(id), Date.now()];
  if (before?.status === status && at - before.at < TOLD_MILLISECONDS) return;
  told.set(id, { at, status });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  channel?.postMessage({ id, status, written, message } satisfies Told);
}

/** Hears how far another tab is; null when it has not said so for long, as when it was closed. */
export function hearTabs(listener: (id: string, saving: Saving | null) => void): void {
  const timers = new Map<string, number>();
  channel?.addEventListener('message', ({ data: { id, ...saving } }: MessageEvent<Told>) => {
    window.clearTimeout(timers.get(id));
    listener(id, saving);
    const timer = window.setTimeout(() => listener(id, null), STALE_MILLISECONDS);
    timers.set(id, timer);
  });
}

// The types say that every page has locks; without HTTPS there are none.
const locks = (): LockManager | undefined => navigator.locks;
const lockName = (id: string) => `overfly-download:${id}`;

/** Whether any tab of this browser writes the file of a download. */
export const isHeld = async (id: string): Promise<boolean> =>
  ((await locks()?.query())?.held ?? []).some(({ name }) => name === lockName(id));

/** Has this tab alone write the file of a download until `work` is over; does nothing while another does. */
export async function holding(id: string, work: () => Promise<void>): Promise<void> {
  const all = locks();
  if (!all) return work();
  await all.request(lockName(id), { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
