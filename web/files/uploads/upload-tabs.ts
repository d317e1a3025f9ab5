// Coordinates tabs, so that only one tab uploads a file and the others show its progress.

/** Undefined without HTTPS, contrary to its type. */
const locks = (): LockManager | undefined => navigator.locks;
const lockOf = (name: string) => `overfly-upload:${name}`;
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('overfly-uploads') : null;

export const tabs = {
  /** Takes an owner's lock. Resolves to a function that releases it. Closing the page also releases it. */
  acquireLock: (owner: string): Promise<() => void> =>
    new Promise((resolve) => {
      const holding = () => new Promise<void>(resolve);
      void (locks()?.request(lockOf(owner), holding) ?? holding());
    }),

  /** Resolves to a function that checks whether an owner's page is open. */
  async owners(): Promise<(owner: string) => boolean> {
    const held = (await locks()?.query())?.held ?? [];
    const names = new Set(held.map(({ name }) => name));
    return (owner) => names.has(lockOf(owner));
  },

  /** Resolves when an owner's page releases its lock or closes. */
  async waitForRelease(owner: string): Promise<void> {
    await locks()?.request(lockOf(owner), () => {});
  },

  async runExclusively(home: string, work: () => Promise<void>): Promise<void> {
    const all = locks();
    await (all ? all.request(lockOf(`taking ${home}`), work) : work());
  },

  /** Notifies other tabs that records of a home have changed. */
  notify(home: string): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    channel?.postMessage(home);
  },

  subscribe(listener: (home: string) => void): void {
    channel?.addEventListener('message', ({ data }: MessageEvent<string>) => listener(data));
  },
};
