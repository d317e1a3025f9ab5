export type Ticket = { token: string; proofBits: number };

export type Tickets = {
  next(): Promise<Ticket | null>;
  spend(): void;
};

type CachedTicket = { ticket: Promise<Ticket | null>; since: number };

/** A little less than the server's FORM_AGE (domain/contact.ts). */
const CACHE_MS = 23 * 3_600_000;

/**
 * Caches a ticket until it is spent. Failed fetches (`fetchTicket` resolved to null) and tickets that have almost
 * expired are fetched again.
 */
export function createTickets(fetchTicket: () => Promise<Ticket | null>): Tickets {
  let kept: CachedTicket | null = null;
  const forgetFailure = async (fetched: CachedTicket) => {
    if ((await fetched.ticket) === null && kept === fetched) kept = null;
  };
  const renew = () => {
    const fetched = { ticket: fetchTicket(), since: Date.now() };
    kept = fetched;
    void forgetFailure(fetched);
    return fetched.ticket;
  };
  return {
    next: () => (kept && Date.now() - kept.since < CACHE_MS ? kept.ticket : renew()),
    spend: () => void renew(),
  };
}

const encoder = new TextEncoder();

/**
 * Proof of work against floods of messages: the smallest number n, as a string, for which SHA-256 of `token:n` starts
 * with `bits` zero bits. Undefined without Web Crypto, i.e. on pages without HTTPS; the message is then sent without a
 * proof.
 */
export async function solveProof(token: string, bits: number): Promise<string | undefined> {
  if (!('subtle' in crypto)) return undefined;
  for (let counter = 0; ; counter++) {
    const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`${token}:${counter}`));
    if (leadingZeros(new Uint8Array(digest)) >= bits) return String(counter);
  }
}

function leadingZeros(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first === -1) return bytes.length * 8;
  return first * 8 + Math.clz32(bytes[first] ?? 0) - 24;
}
