import { type CSSProperties, useMemo, useSyncExternalStore } from 'react';
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';

const bytesOf = (thumbhash: string) =>
  Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));

/** Average color of a thumbhash (base64) as CSS; undefined if invalid. */
export function averageColor(thumbhash: string | null): string | undefined {
  if (!thumbhash) return undefined;
  try {
    const { r, g, b } = thumbHashToAverageRGBA(bytesOf(thumbhash));
    const parts = [r, g, b].map((part) => Math.round(part * 255));
    return parts.some(Number.isNaN) ? undefined : `rgb(${parts.join(' ')})`;
  } catch {
    return undefined;
  }
}

function blurredShape(thumbhash: string): string | null {
  try {
    return thumbHashToDataURL(bytesOf(thumbhash));
  } catch {
    return null;
  }
}

const never = () => () => {};

/** False during server rendering and hydration. */
const useIsMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The average color at first (also on the server, where decoding the shape is too slow), then the blurred shape. */
export function usePlaceholder(thumbhash: string | null): CSSProperties {
  const isMounted = useIsMounted();
  return useMemo(() => {
    const shape = thumbhash && isMounted ? blurredShape(thumbhash) : null;
    return {
      backgroundColor: averageColor(thumbhash),
      ...(shape ? { backgroundImage: `url(${shape})`, backgroundSize: '100% 100%' } : {}),
    };
  }, [isMounted, thumbhash]);
}
