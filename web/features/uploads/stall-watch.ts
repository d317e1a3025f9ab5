/** No byte went for so long: the connection is dead although nobody has said so. */
const STALLED_MILLISECONDS = 60_000;

/** Notices uploads that stand still, as on a line that silently went dead. Times in milliseconds. */
export class StallWatch {
  readonly #movedAt = new Map<string, number>();

  /** Bytes of an upload went. */
  moved(id: string, at: number): void {
    this.#movedAt.set(id, at);
  }

  /** An upload needs no watching any more, or not for the moment. */
  forget(id: string): void {
    this.#movedAt.delete(id);
  }

  /** The uploads that stand still; each is named once and then given as long again. */
  stalled(at: number): string[] {
    const ids = [...this.#movedAt]
      .filter(([, movedAt]) => at - movedAt >= STALLED_MILLISECONDS)
      .map(([id]) => id);
    for (const id of ids) this.#movedAt.set(id, at);
    return ids;
  }
}
