// No zod here, because the share page loads it.
import type { PinKind, PinState } from './pins.ts';

export const PIN_KIND_LABELS: Record<PinKind, string> = {
  note: 'Note',
  question: 'Question',
  todo: 'To-do',
  approval: 'Approval',
};

const PIN_STATE_LABELS: Record<PinState, string> = {
  open: 'Open',
  answered: 'Answered',
  done: 'Done',
};

/** An approval is a pin about a whole week; its states have other names. */
export const pinStateLabel = ({ kind, state }: { kind: PinKind; state: PinState }): string =>
  kind === 'approval'
    ? { open: 'Waiting for approval', answered: 'Changes requested', done: 'Approved' }[state]
    : PIN_STATE_LABELS[state];
