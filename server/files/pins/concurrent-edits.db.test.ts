import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { Pin } from '#domain/pins.ts';
import {
  makeFile,
  makePerson,
  makeProjectWithPeople,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { liveChannelHeaders } from '#test/fixtures/live-channel-headers.ts';
import { randomFrom } from '#test/random.ts';
import { runSite } from '#test/site.ts';

const EDITS = 200;
const site = runSite();

/** What a page does: it loads all pins when its channel opens or reports a change. */
class Page {
  pins: Pin[] = [];
  #socket: WebSocket | null = null;
  #reload: Promise<unknown> = Promise.resolve();

  readonly person: Person;
  readonly fileId: string;

  constructor(person: Person, fileId: string) {
    this.person = person;
    this.fileId = fileId;
  }

  async connect() {
    this.#socket = await site.app.injectWS(
      '/api/live',
      liveChannelHeaders({ cookie: this.person.cookie }),
      {
        onInit: (socket) =>
          socket.on('message', (data: Buffer) => {
            if (/ready|pins.changed/.test(data.toString())) this.reload();
          }),
      },
    );
  }

  reload() {
    this.#reload = this.#reload.then(async () => {
      const { pins } = await site.as(this.person).pins.onFile({ fileId: this.fileId });
      this.pins = pins;
      return pins;
    });
  }

  async reconnect() {
    this.#socket?.terminate();
    await this.connect();
  }

  get state() {
    return this.pins.map(({ id, text, state, version, place }) => ({
      id,
      text,
      state,
      version,
      place,
    }));
  }

  async edit(kind: number) {
    const { pins } = site.as(this.person);
    const pin = this.pins[Math.floor(kind * this.pins.length)];
    if (!pin || kind < 0.2) {
      const place = { kind: 'file' as const, fileId: this.fileId, x: kind, y: kind };
      await pins.create({ id: randomUUID(), place, text: `Pin ${kind}` });
    } else if (kind < 0.6) {
      const { id, version } = pin;
      await pins.update({ id, version, text: `Text ${kind}`, moveTo: { x: kind, y: kind } });
    } else if (kind < 0.95) {
      const state = kind < 0.8 ? 'done' : 'open';
      await pins.reply({ id: pin.id, replyId: randomUUID(), text: '', state });
    } else await pins.remove({ id: pin.id });
  }
}

test('three people with 200 edits and dropped connections end with the same pins', async () => {
  const { ctx } = site;
  const people = await makeProjectWithPeople(ctx);
  const week = await makeSubmission(ctx, people.project.id, { published: true });
  const { id: fileId } = await makeFile(ctx, week);
  const everyone = [people.staff, people.client, await makePerson(ctx, 'operator')];
  const pages = everyone.map((person) => new Page(person, fileId));
  for (const page of pages) await page.connect();
  const random = randomFrom(7);
  let refused = 0;
  for (let i = 0; i < EDITS; i += pages.length) {
    const edits = pages.map((page) => page.edit(random()));
    const ends = await Promise.allSettled(edits);
    // Someone else was faster, or the pin is gone.
    refused += ends.filter(({ status }) => status === 'rejected').length;
    if (i % 30 === 0) await pages[i % 3]?.reconnect();
  }
  const saved = new Page(people.staff, fileId);
  saved.reload();
  await vi.waitFor(() => expect(saved.pins).not.toEqual([]));
  for (const page of pages)
    await vi.waitFor(() => expect(page.state).toEqual(saved.state), { timeout: 10_000 });
  expect(refused).toBeLessThan(EDITS / 2);
});
