// eslint-disable-next-line import/no-unassigned-import -- it sets a global
import 'pannellum/build/pannellum.js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ViewerFile } from '../viewer-file.ts';
import { pictureUrl } from '#domain/pictures.ts';
import { BROWSER_TYPES } from '../picture/picture-level.ts';

/** Maximum texture width in pixels; larger ones look no better and exhaust memory. */
const MAX_WIDTH = { phone: 4096, other: 8192 };

/** URLs of a preview and then a sharp picture. */
function sourcesOf(file: ViewerFile): string[] {
  const largest = file.presets.at(-1);
  const hasMore = (file.width ?? 0) > (largest ?? 0);
  const sharp = hasMore && BROWSER_TYPES.has(file.fileType) ? file.originalUrl : null;
  return [largest === undefined ? null : pictureUrl(file.mediaUrl, largest), sharp].filter(
    (url) => url !== null,
  );
}

/** Downscales pictures that are too large. Rejects if one can't be loaded. */
async function loadSphere(url: string): Promise<HTMLImageElement | HTMLCanvasElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const widest = matchMedia('(pointer: coarse)').matches ? MAX_WIDTH.phone : MAX_WIDTH.other;
  if (image.naturalWidth <= widest) return image;
  const canvas = document.createElement('canvas');
  canvas.width = widest;
  canvas.height = Math.round((widest * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const FIELD_OF_VIEW = { first: 100, least: 30, most: 120 };

const CONFIG = {
  type: 'equirectangular',
  dynamic: true,
  autoLoad: true,
  showControls: false,
  keyboardZoom: true,
  compass: false,
  minHfov: FIELD_OF_VIEW.least,
  maxHfov: FIELD_OF_VIEW.most,
};

export type Sphere = {
  state: 'loading' | 'ready' | 'failed';
  zoom: (factor: number) => void;
  /** Whether the view follows the phone's orientation; null if unavailable. */
  isMoving: boolean | null;
  toggleMoving: () => void;
};

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
        : { hfov: FIELD_OF_VIEW.first };
      const wasMoving = last?.isOrientationActive() ?? false;
      last?.destroy();
      const next = window.pannellum?.viewer(container, { ...CONFIG, ...view, panorama: picture });
      if (!next) return;
      viewer.current = next;
      next.on('error', () => setState('failed'));
      next.on('load', () => {
        setState('ready');
        setMoving(next.isOrientationSupported() ? wasMoving : null);
        if (wasMoving) next.startOrientation();
      });
      // pannellum treats our canvas as a video, so request a single redraw.
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
