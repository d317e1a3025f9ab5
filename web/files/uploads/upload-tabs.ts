// How the tabs of a browser see to it that one of them works on a file, and the others hear of it.

/** The types say that every page has locks; without HTTPS there are none. */
const locks = (): LockManager | undefined => navigator.locks;
const lockOf = (name: string) => `overfly-upload:${name}`;
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('overfly-uploads') : null;

export const tabs = {
  /** Resolves once this page has the lock of an owner, to the function that lets go of it; so does the end of the page. */
  own: (owner: string): Promise<() => void> =>
    new Promise((resolve) => {
      const holding = () => new Promise<void>(resolve);
      void (locks()?.request(lockOf(owner), holding) ?? holding());
    }),

  /** Whether owners are pages that are open. */
  async owners(): Promise<(owner: string) => boolean> {
    const held = (await locks()?.query())?.held ?? [];
    const names = new Set(held.map(({ name }) => name));
    return (owner) => names.has(lockOf(owner));
  },

  /** Resolves when an owner's page has let go or was closed. */
  async untilGone(owner: string): Promise<void> {
    await locks()?.request(lockOf(owner), () => {});
  },

  /** Does what only one tab may do with a home at a time. */
  async alone(home: string, work: () => Promise<void>): Promise<void> {
    const all = locks();
    await (all ? all.request(lockOf(`taking ${home}`), work) : work());
  },

  /** Tells the other tabs that the records of a home have changed. */
  tell(home: string): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    channel?.postMessage(home);
  },

  hear(listener: (home: string) => void): void {
    channel?.addEventListener('message', ({ data }: MessageEvent<string>) => listener(data));
  },
};
