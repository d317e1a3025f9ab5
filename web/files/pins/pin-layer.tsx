import { IconPlus } from '@tabler/icons-react';
import {
  type CSSProperties,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react';
import { type Homography, mapPoint, type Size } from '#domain/homography.ts';
import type { Fractions } from '#domain/pin-places.ts';
import { pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin } from '#domain/pins.ts';
import { sizeOf } from '../viewer/picture/progressive-picture.tsx';
import { fitToPane, transformOf, type Viewport } from '../viewer/picture/viewport.ts';
import type { ViewerState } from '../viewer/use-viewer.ts';
import type { ViewerFile } from '../viewer/viewer-file.ts';
import { dragMarker } from './drag-marker.ts';
import { DrawingInput, Drawings } from './drawings.tsx';
import { PIN_ICONS } from './pin-facts.tsx';
import { PlacePin } from './place-pin.tsx';
import { placedPins } from './placed-pins.ts';
import styles from './pin-layer.module.css';

type PinLayerProps = {
  viewer: ViewerState;
  file: ViewerFile;
  pins: readonly Pin[];
  view: Viewport;
  turn?: number;
  alignment?: { onto: Size; matrix: Homography } | null;
  /** Position in a video. Pins appear within a second of theirs. */
  seconds?: number;
  onSeek?: (seconds: number) => void;
  /** Missing where pins can't be changed. */
  onMove?: (pin: Pin, to: Fractions) => void;
};

const OPEN_ZOOM = 2.25;

/** Markers over a picture, equally large at every zoom. */
export function PinLayer(props: PinLayerProps) {
  const { viewer, file, pins, view, turn = 0, alignment, seconds = null, onSeek, onMove } = props;
  const { pin: state, patchPin, dispatch } = viewer;
  const { openId, draft, tool } = state;
  const layer = useRef<HTMLDivElement>(null);
  const { onto = sizeOf(file), matrix } = alignment ?? {};
  const { element } = fitToPane(onto, view.pane, view.rotation);
  // Larger instead of scaled, so that markers and lines keep their size.
  const size = { width: element.width * view.scale, height: element.height * view.scale };
  const isChangeable = onMove !== undefined && !alignment;
  const near = seconds === null ? null : Math.round(seconds);
  const placed = useMemo(() => placedPins(pins, file), [pins, file]);
  // Zooming and panning only change the layer.
  const markers = useMemo(
    () =>
      placed.flatMap(({ pin, at, seconds: second }) => {
        if (typeof at === 'string' || (near !== null && Math.abs(second - near) > 1)) return [];
        const point = matrix
          ? inFrame(at, sizeOf(file), matrix, { width: onto.width, height: onto.height })
          : at;
        return isInside(point)
          ? [<Marker key={pin.id} {...{ pin, point, isOpen: pin.id === openId }} />]
          : [];
      }),
    [placed, near, openId, file, matrix, onto.width, onto.height],
  );

  const open = placed.find(({ pin }) => pin.id === openId);
  const center = useEffectEvent(() => {
    if (open && state.isCentered) onSeek?.(open.seconds);
    const marker = layer.current?.querySelector('[data-open]')?.getBoundingClientRect();
    const pane = layer.current?.parentElement?.getBoundingClientRect();
    if (!marker || !pane || !state.isCentered || seconds !== null) return;
    const factor = OPEN_ZOOM / view.scale;
    dispatch({ type: 'zoom', factor });
    dispatch({
      type: 'pan',
      dx: (pane.left + pane.width / 2 - marker.left - marker.width / 2) * factor,
      dy: (pane.top + pane.height / 2 - marker.top - marker.height / 2) * factor,
    });
  });
  const isThere = open !== undefined;
  const { width, height } = view.pane;
  useEffect(() => center(), [openId, isThere, file.id, element.width, width, height]);

  const isOn = (pin: Pin | undefined) => pin?.place.kind === 'file' && pin.place.fileId === file.id;
  const pressed = ({ target }: SyntheticEvent) => {
    const marker = target instanceof Element ? target.closest<HTMLElement>('[data-pin]') : null;
    const pin = marker && pins.find(({ id }) => id === marker.dataset['pin']);
    return pin ? { marker, pin } : null;
  };
  const onPointerDown = (event: PointerEvent) => {
    const { marker, pin } = pressed(event) ?? {};
    if (!pin || !marker) return;
    // Keeps the stage from panning.
    event.preventDefault();
    event.stopPropagation();
    const { place } = pin;
    if (!isChangeable || !pin.mayChange || !isOn(pin) || place.kind !== 'file') return;
    const toLayer = new DOMMatrix().rotate(-view.rotation - turn);
    dragMarker(event, marker, toLayer, (by) => {
      const to = { x: place.x + by.x / size.width, y: place.y + by.y / size.height };
      if (isInside(to)) onMove(pin, to);
    });
  };

  const isDraftHere = isChangeable && draft?.fileId === file.id;
  const isDrawn = !alignment && isOn(open?.pin);
  const shapes = isDraftHere ? draft.drawing : isDrawn ? (open?.pin.drawing ?? []) : [];
  return (
    <div
      ref={layer}
      className={styles.layer}
      style={
        {
          ...size,
          transform: `translate(-50%, -50%) ${transformOf({ ...view, scale: 1 })} rotate(${turn}deg)`,
          '--upright': `rotate(${-view.rotation - turn}deg)`,
        } as CSSProperties
      }
      role="presentation"
      onPointerDown={onPointerDown}
      onClick={(event) => {
        const { pin } = pressed(event) ?? {};
        if (pin) viewer.openPin(pin.id);
      }}
    >
      <Drawings {...{ shapes, size }} />
      {markers}
      {isDraftHere ? (
        <span className={styles.marker} data-open style={styleAt(draft)}>
          <IconPlus size={16} stroke={2.25} aria-hidden />
        </span>
      ) : null}
      {isDraftHere && tool ? (
        <DrawingInput
          {...{ tool, size }}
          onDraw={(shape) => patchPin({ draft: { ...draft, drawing: [...draft.drawing, shape] } })}
        />
      ) : null}
      {state.isPlacing && isChangeable ? (
        <PlacePin onPlace={(at) => viewer.placePin({ fileId: file.id, seconds, ...at })} />
      ) : null}
    </div>
  );
}

function inFrame({ x, y }: Fractions, { width, height }: Size, matrix: Homography, frame: Size) {
  const [left, top] = mapPoint(matrix, [x * width, y * height]);
  return { x: left / frame.width, y: top / frame.height };
}

const isInside = ({ x, y }: Fractions) => x >= 0 && x <= 1 && y >= 0 && y <= 1;
const styleAt = ({ x, y }: Fractions) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

function Marker({ pin, point, isOpen }: { pin: Pin; point: Fractions; isOpen: boolean }) {
  const Icon = PIN_ICONS[pin.state];
  return (
    <button
      type="button"
      className={styles.marker}
      style={styleAt(point)}
      data-pin={pin.id}
      data-state={pin.state}
      data-open={isOpen || undefined}
      aria-label={`Pin, ${pinStateLabel(pin)}: ${pin.text.slice(0, 80)}`}
    >
      <Icon size={16} stroke={2.25} aria-hidden />
    </button>
  );
}
