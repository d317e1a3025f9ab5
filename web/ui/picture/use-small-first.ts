import { useState } from 'react';
import { pictureUrl } from '#domain/pictures.ts';
import { isSlowLine } from './slow-line.ts';
import { imageSources, type PictureSource } from './sources.ts';
import { useOnlineAgain } from './use-online-again.ts';

/** `small`: its smallest size is on its way; `sharper`: that is there; `kept`: nothing else was to be had. */
type Stage = 'small' | 'sharper' | 'right' | 'kept';

/** Whether some size of it came to this page before: then it is kept by the browser, or better than the smallest. */
const hasCome = ({ mediaUrl }: PictureSource) =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes(`${mediaUrl}/`));

/**
 * What an `<img>` asks for: on a slow line the smallest size, before any larger one of the page, and then the right
 * one, until which the small one is seen; else the right one at once. `onLoaded` and `onFailed` are to be called with
 * its events; `onFailed` says whether the small one stands in for what failed.
 */
export function useSmallFirst(picture: PictureSource | null) {
  const [stage, setStage] = useState<Stage>(() =>
    picture && isSlowLine() && !hasCome(picture) ? 'small' : 'right',
  );
  useOnlineAgain(stage === 'kept', () => setStage('small'));
  const sources = picture && imageSources(picture);
  const hasSmall = picture !== null && picture.presets.length > 1;
  const isSmall = hasSmall && (stage === 'small' || stage === 'kept');
  return {
    sources: isSmall
      ? { src: pictureUrl(picture.mediaUrl, Math.min(...picture.presets)) }
      : sources,
    /** Whether it comes before others. */
    isFirst: isSmall,
    onLoaded: () => {
      if (stage === 'small') setStage('sharper');
    },
    onFailed: () => {
      const isStandIn = hasSmall && stage === 'sharper';
      if (isStandIn) setStage('kept');
      return isStandIn;
    },
  };
}
