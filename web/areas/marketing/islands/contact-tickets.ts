/** What the server gives out with a form; it looks at how old it is when the message comes. */
export type Ticket = { token: string; proofBits: number };

export type Tickets = {
  /** The ticket for the next message, null when none can be had; a good one is kept. */
  next(): Promise<Ticket | null>;
  /** A message has used up the ticket: the one for the next message is fetched at once. */
  spend(): void;
};

type Kept = { ticket: Promise<Ticket | null>; since: number };

/** Nearly as long as the server takes one (FORM_AGE in domain/contact.ts). */
const KEPT_MS = 23 * 3_600_000;

/**
 * Keeps a ticket from when somebody comes near the form until it is sent. A fetch that failed
 * (`fetchTicket` resolved to null) is not kept, nor is a ticket that is nearly a day old.
 */
export function createTickets(fetchTicket: () => Promise<Ticket | null>): Tickets {
  let kept: Kept | null = null;
  const forgetFailure = async (fetched: Kept) => {
    if ((await fetched.ticket) === null && kept === fetched) kept = null;
  };
  const renew = () => {
    const fetched = { ticket: fetchTicket(), since: Date.now() };
    kept = fetched;
    void forgetFailure(fetched);
    return fetched.ticket;
  };
  return {
    next: () => (kept && Date.now() - kept.since < KEPT_MS ? kept.ticket : renew()),
    spend: () => void renew(),
  };
}

const encoder = new TextEncoder();

/**
 * The least number n, as text, for which SHA-256 of `token:n` begins with `bits` zero bits: work that
 * costs a person nothing noticeable and a flood of messages a lot. Undefined where the browser does
 * not hash, which is any page that came without TLS: the message then goes without a proof.
 */
export async function prove(token: string, bits: number): Promise<string | undefined> {
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
