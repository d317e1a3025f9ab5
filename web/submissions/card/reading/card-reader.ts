import type { CardAnswer, CardPhoto, CardRequest } from './card-photo.ts';

type CardReadHandlers = {
  onPhotos: (stage: 'headers' | 'looks', photos: CardPhoto[], isLast: boolean) => void;
  onFailed: () => void;
};

/** Reads cards in a worker, which is loaded with the first card. */
export class CardReader {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #answers = new Map<number, (answer: CardAnswer | null) => void>();

  read(
    files: readonly { file: File; path: string }[],
    { onPhotos, onFailed }: CardReadHandlers,
  ): void {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const id = this.#post({ kind: 'read', id: 0, files, timeZone }, (answer) => {
      if (answer?.kind !== 'read') return onFailed();
      onPhotos(answer.stage, answer.photos, answer.isLast);
      if (answer.stage === 'looks' && answer.isLast) this.#answers.delete(id);
    });
  }

  /** SHA-256 in hex; null if the file can't be read. */
  hash(file: File): Promise<string | null> {
    return new Promise((resolve) => {
      const id = this.#post({ kind: 'hash', id: 0, file }, (answer) => {
        this.#answers.delete(id);
        resolve(answer?.kind === 'hash' ? answer.sha256 : null);
      });
    });
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#answers.clear();
  }

  #post(request: CardRequest, onAnswer: (answer: CardAnswer | null) => void): number {
    const id = ++this.#lastId;
    this.#answers.set(id, onAnswer);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ ...request, id }, []);
    return id;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./card-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<CardAnswer>) =>
      this.#answers.get(data.id)?.(data),
    );
    worker.addEventListener('error', () => {
      const waiting = [...this.#answers.values()];
      this.stop();
      for (const answer of waiting) answer(null);
    });
    return worker;
  }
}
