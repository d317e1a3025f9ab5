// eslint-disable-next-line import/no-unassigned-import -- it sets a global
import 'pannellum/build/pannellum.js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ViewerFile } from '../viewer-file.ts';
import { pictureUrl } from '#domain/pictures.ts';
import { BROWSERS_SHOW } from '../picture/picture-level.ts';

/** Pixels across the whole sphere: beyond them a phone, or any screen, gains nothing and runs out of memory. */
const WIDEST = { phone: 4096, other: 8192 };

/** Where the picture of a sphere comes from: what is there at once, then what is sharp. */
function sourcesOf(file: ViewerFile): string[] {
  const largest = file.presets.at(-1);
  const hasMore = (file.width ?? 0) > (largest ?? 0);
  const sharp = hasMore && BROWSERS_SHOW.has(file.fileType) ? file.originalUrl : null;
  return [largest === undefined ? null : pictureUrl(file.mediaUrl, largest), sharp].filter(
    (url) => url !== null,
  );
}

/** Loads a picture, made smaller where it is too large to look around in. Rejects when it cannot be had. */
async function loadSphere(url: string): Promise<HTMLImageElement | HTMLCanvasElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const widest = matchMedia('(pointer: coarse)').matches ? WIDEST.phone : WIDEST.other;
  if (image.naturalWidth <= widest) return image;
  const canvas = document.createElement('canvas');
  canvas.width = widest;
  canvas.height = Math.round((widest * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const WIDTH = { first: 100, least: 30, most: 120 };

const LOOKS = {
  type: 'equirectangular',
  dynamic: true,
  autoLoad: true,
  showControls: false,
  keyboardZoom: true,
  compass: false,
  minHfov: WIDTH.least,
  maxHfov: WIDTH.most,
};

export type Sphere = {
  state: 'loading' | 'ready' | 'failed';
  zoom: (factor: number) => void;
  /** Whether the picture follows how the phone is held; null where there is no telling. */
  isMoving: boolean | null;
  toggleMoving: () => void;
};

/** Shows the sphere of a photo in an element as long as this is mounted; it gets sharper when more has come. */
export function useSphere(element: RefObject<HTMLElement | null>, file: ViewerFile): Sphere {
  const [state, setState] = useState<Sphere['state']>('loading');
  const [isMoving, setMoving] = useState<boolean | null>(null);
  const viewer = useRef<PannellumViewer | null>(null);

  useEffect(() => {
    const container = element.current;
    if (!container) return;
    let isOver = false;
    const show = (picture: HTMLImageElement | HTMLCanvasElement) => {
      const last = viewer.current;
      const view = last
        ? { yaw: last.getYaw(), pitch: last.getPitch(), hfov: last.getHfov() }
        : { hfov: WIDTH.first };
      const wasMoving = last?.isOrientationActive() ?? false;
      last?.destroy();
      const next = window.pannellum?.viewer(container, { ...LOOKS, ...view, panorama: picture });
      if (!next) return;
      viewer.current = next;
      next.on('error', () => setState('failed'));
      next.on('load', () => {
        setState('ready');
        setMoving(next.isOrientationSupported() ? wasMoving : null);
        if (wasMoving) next.startOrientation();
      });
      // It takes a picture of ours for a film: it is to be drawn, and once only.
      next.setUpdate(true);
      next.setUpdate(false);
    };
    void (async () => {
      let isShown = false;
      for (const url of sourcesOf(file)) {
        const picture = await loadSphere(url).catch(() => null);
        if (isOver) return;
        if (picture) show(picture);
        isShown ||= picture !== null;
      }
      if (!isShown) setState('failed');
    })();
    return () => {
      isOver = true;
      viewer.current?.destroy();
      viewer.current = null;
    };
  }, [element, file]);

  return {
    state,
    isMoving,
    zoom: (factor) => {
      const { current } = viewer;
      current?.setHfov(current.getHfov() / factor);
    },
    toggleMoving: () => {
      if (isMoving) viewer.current?.stopOrientation();
      else viewer.current?.startOrientation();
      setMoving(!isMoving);
    },
  };
}
