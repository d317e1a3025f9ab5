const NOTIFY_MILLISECONDS = 200;

/** Those who want to hear of changes; however many there are, they hear of them a few times a second. */
export class Watchers {
  readonly #watchers = new Set<() => void>();
  #willNotify = false;

  /** Returns how to stop watching. */
  add(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  notify(): void {
    if (this.#willNotify) return;
    this.#willNotify = true;
    setTimeout(() => {
      this.#willNotify = false;
      for (const watcher of this.#watchers) watcher();
    }, NOTIFY_MILLISECONDS);
  }
}
