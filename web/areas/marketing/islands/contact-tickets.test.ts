import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTickets, type Ticket } from './contact-tickets.ts';

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that numbers its tickets, and fails while `isDown`. */
function startServer() {
  const server = {
    isDown: false,
    given: 0,
    fetchTicket: (): Promise<Ticket | null> =>
      Promise.resolve(server.isDown ? null : { token: String(++server.given), proofBits: 0 }),
  };
  return server;
}

test('one ticket is fetched, however often somebody comes near the form', async () => {
  const server = startServer();
  const tickets = createTickets(server.fetchTicket);
  await Promise.all([tickets.next(), tickets.next()]);
  expect((await tickets.next())?.token).toBe('1');
  expect(server.given).toBe(1);
});

test('the ticket of a second message is fetched when the first one is sent, not when it is needed', async () => {
  const server = startServer();
  const tickets = createTickets(server.fetchTicket);
  await tickets.next();
  tickets.spend();
  expect(server.given).toBe(2);
  expect((await tickets.next())?.token).toBe('2');
  expect(server.given).toBe(2);
});

test('a failed fetch is not kept', async () => {
  const server = startServer();
  const tickets = createTickets(server.fetchTicket);
  server.isDown = true;
  expect(await tickets.next()).toBeNull();
  server.isDown = false;
  expect((await tickets.next())?.token).toBe('1');
});

test('a ticket that the server would find too old is fetched anew', async () => {
  const server = startServer();
  const tickets = createTickets(server.fetchTicket);
  await tickets.next();
  vi.advanceTimersByTime(22 * HOUR);
  expect((await tickets.next())?.token).toBe('1');
  vi.advanceTimersByTime(1.5 * HOUR);
  expect((await tickets.next())?.token).toBe('2');
});
