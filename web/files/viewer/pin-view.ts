import type { Pin, Shape } from '#domain/pins.ts';

/** Pins that the viewer loads, or those of a share link, which can't be changed. */
export type ViewerPins = { projectId: string } | { shared: readonly Pin[] };

export type Spot = { fileId: string; x: number; y: number; seconds: number | null };

/** `isCentered`: the picture moves to the open pin. `tool`: the shape that pointers draw. */
export type PinView = {
  openId: string | null;
  isCentered: boolean;
  isPlacing: boolean;
  draft: (Spot & { drawing: Shape[] }) | null;
  tool: Shape['kind'] | null;
};

export const NO_PIN: PinView = {
  openId: null,
  isCentered: false,
  isPlacing: false,
  draft: null,
  tool: null,
};
