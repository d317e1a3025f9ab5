export type Size = { width: number; height: number };
export type Rotation = 0 | 90 | 180 | 270;

/**
 * The view of a picture, shared by all panes so that they stay in sync. `x`, `y`: pixels from the center of the pane to
 * the center of the picture; `scale` 1 fits the pane; `pictures`: original sizes of the pictures shown.
 */
export type Viewport = {
  scale: number;
  x: number;
  y: number;
  rotation: Rotation;
  pane: Size;
  pictures: readonly Size[];
  /** The position to restore once pane and pictures are known. */
  wanted: Position | null;
};

/** A view independent of screen size: `x` and `y` relative to the pane's width and height. */
export type Position = { scale: number; x: number; y: number; rotation: Rotation };

/** Points (`x`, `y`) are pixels from the center of the pane. By default, zooming keeps the center. */
export type ViewportAction =
  | { type: 'zoom'; factor: number; x?: number; y?: number }
  | { type: 'pan'; dx: number; dy: number }
  | { type: 'rotate' }
  | { type: 'reset' }
  | { type: 'restart' }
  | { type: 'measure'; pane: Size }
  | { type: 'show'; pictures: readonly Size[] };

export const ZOOM = { step: 1.5, min: 0.1, max: 5 } as const;

export const START: Viewport = {
  scale: 1,
  x: 0,
  y: 0,
  rotation: 0,
  pane: { width: 0, height: 0 },
  pictures: [],
  wanted: null,
};

/** The picture always fills the pane as far as possible. */
export function reduceViewport(view: Viewport, action: ViewportAction): Viewport {
  const next = reduce(view, action);
  // Don't redraw for a drag that can't move the picture.
  if (next === view && !view.wanted) return view;
  return action.type === 'measure' || action.type === 'show'
    ? restoreWanted(next)
    : { ...next, wanted: null };
}

function reduce(view: Viewport, action: ViewportAction): Viewport {
  switch (action.type) {
    case 'zoom':
      return zoom(view, action.factor, action.x ?? 0, action.y ?? 0);
    case 'pan':
      return view.scale > 1
        ? keepInView({ ...view, x: view.x + action.dx, y: view.y + action.dy })
        : view;
    case 'rotate':
      return keepInView({ ...view, ...rotate(view) });
    case 'reset':
      return { ...view, scale: 1, x: 0, y: 0 };
    case 'restart':
      return { ...view, scale: 1, x: 0, y: 0, rotation: 0 };
    case 'measure':
      return keepInView({ ...view, pane: action.pane });
    case 'show':
      return keepInView({ ...view, pictures: action.pictures });
  }
}

function restoreWanted(view: Viewport): Viewport {
  const { wanted, pane, pictures } = view;
  if (!wanted || pane.width === 0 || pictures.length === 0) return view;
  const { scale, rotation } = wanted;
  const place = { x: wanted.x * pane.width, y: wanted.y * pane.height };
  return keepInView({ ...view, ...place, scale, rotation, wanted: null });
}

/** The view as a position that doesn't depend on the screen size. */
export function positionOf({ scale, x, y, rotation, pane, wanted }: Viewport): Position {
  if (wanted || pane.width === 0) return wanted ?? { scale, x: 0, y: 0, rotation };
  return { scale, x: x / pane.width, y: y / pane.height, rotation };
}

function zoom(view: Viewport, factor: number, x: number, y: number): Viewport {
  const scale = zoomedScale(view.scale, factor);
  const growth = scale / view.scale;
  return keepInView({ ...view, scale, x: x - (x - view.x) * growth, y: y - (y - view.y) * growth });
}

/** Stops at exactly 1 when zooming would cross it by less than a step, because rounding errors could skip it. */
function zoomedScale(from: number, factor: number): number {
  const to = from * factor;
  const isPast = (from - 1) * (to - 1) < 0 && Math.abs(Math.log(to)) < Math.log(ZOOM.step);
  if (isPast || Math.abs(to - 1) < 1e-9) return 1;
  return Math.min(ZOOM.max, Math.max(ZOOM.min, to));
}

const rotate = (view: Viewport): Pick<Viewport, 'x' | 'y' | 'rotation'> => ({
  rotation: ((view.rotation + 90) % 360) as Rotation,
  x: -view.y,
  y: view.x,
});

/** Pans back so that the picture leaves as little of the pane empty as possible. */
function keepInView(view: Viewport): Viewport {
  if (view.scale <= 1) return { ...view, x: 0, y: 0 };
  const seen = view.pictures.map((picture) => fitToPane(picture, view.pane, view.rotation).seen);
  const limit = (side: 'width' | 'height') =>
    Math.max(0, ...seen.map((size) => (size[side] * view.scale - view.pane[side]) / 2));
  return { ...view, x: clamp(view.x, limit('width')), y: clamp(view.y, limit('height')) };
}

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) + 0;

/** The largest size that fits a pane: `element` before rotation, `seen` after. */
export function fitToPane(
  picture: Size,
  pane: Size,
  rotation: Rotation,
): { element: Size; seen: Size } {
  const isAcross = rotation % 180 !== 0;
  const width = isAcross ? picture.height : picture.width;
  const height = isAcross ? picture.width : picture.height;
  const factor = width > 0 && height > 0 ? Math.min(pane.width / width, pane.height / height) : 0;
  const seen = { width: width * factor, height: height * factor };
  return { element: isAcross ? { width: seen.height, height: seen.width } : seen, seen };
}

export const transformOf = (view: Pick<Viewport, 'scale' | 'x' | 'y' | 'rotation'>): string =>
  `translate(${view.x}px, ${view.y}px) rotate(${view.rotation}deg) scale(${view.scale})`;
