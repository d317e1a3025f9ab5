import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTickets, type Ticket } from './contact-tickets.ts';

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Issues numbered tickets; fails while `isDown`. */
function startServer() {
  const server = {
    isDown: false,
    issued: 0,
    fetchTicket: (): Promise<Ticket | null> =>
      Promise.resolve(server.isDown ? null : { token: String(++server.issued), proofBits: 0 }),
  };
  return server;
}

test('repeated requests share one ticket', async () => {
  const server = startServer();
  const tickets = createTickets(server.fetchTicket);
  await Promise.all([tickets.next(), tickets.next()]);
  expect((await tickets.next())?.token).toBe('1');
  expect(server.issued).toBe(1);
});

test('sending a message fetches the next ticket in advance', async () => {
  const server = startServer();
  const tickets = createTickets(server.fetchTicket);
  await tickets.next();
  tickets.spend();
  expect(server.issued).toBe(2);
  expect((await tickets.next())?.token).toBe('2');
  expect(server.issued).toBe(2);
});

test('a failed fetch is not cached', async () => {
  const server = startServer();
  const tickets = createTickets(server.fetchTicket);
  server.isDown = true;
  expect(await tickets.next()).toBeNull();
  server.isDown = false;
  expect((await tickets.next())?.token).toBe('1');
});

test('a ticket that is about to expire is replaced', async () => {
  const server = startServer();
  const tickets = createTickets(server.fetchTicket);
  await tickets.next();
  vi.advanceTimersByTime(22 * HOUR);
  expect((await tickets.next())?.token).toBe('1');
  vi.advanceTimersByTime(1.5 * HOUR);
  expect((await tickets.next())?.token).toBe('2');
});
