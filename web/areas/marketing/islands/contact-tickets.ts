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
