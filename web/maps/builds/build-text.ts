import { byteSize } from '#domain/byte-size.ts';
import {
  type EngineState,
  type MapBuild,
  type MapEstimate,
  MINUTES_PER_MEGAPIXEL,
} from '#domain/map-builds.ts';
import { GOOD, MIN_MAP_PHOTOS } from '#domain/map-estimate.ts';
import { FIGURES, type Units } from '#domain/units.ts';
import { counted } from '#web/lib/formats.ts';

export const PRESETS = {
  fast: { label: 'Fast', description: 'A coarse orthophoto, without heights.' },
  standard: { label: 'Standard', description: 'Right for most weekly maps.' },
  detailed: { label: 'Detailed', description: 'Twice as sharp. Needs far more time and memory.' },
} as const;

export const stateText = ({ engine, version, queued, memory, maxImages }: EngineState): string =>
  `${engine} ${version} · ${queued} in the queue · ${memory ? byteSize(memory) : 'unknown'} memory · ${
    maxImages === null ? 'no photo limit' : `at most ${counted(maxImages, 'photo')}`
  }`;

const percent = (share: number | null) => `${Math.round((share ?? 0) * 100)}%`;

const hoursText = (minutes: number): string =>
  minutes < 90 ? `${Math.ceil(minutes / 10) * 10} min` : `${Math.round(minutes / 60)} h`;

export function verdictText(estimate: MapEstimate): string {
  const { usable, isolated, verdict, forwardOverlap, sideOverlap } = estimate;
  const photos = counted(estimate.photos, 'photo');
  const [forward, side] = [percent(forwardOverlap), percent(sideOverlap)];
  if (verdict === 'good') return `${photos}, ${forward} overlap: good`;
  if (usable === 0)
    return verdict === 'risky'
      ? 'Overlap unknown: the photos have no height above takeoff'
      : 'No photo looks down and has a position and a height';
  if (usable - isolated < MIN_MAP_PHOTOS) return `${photos} without overlap can't produce a map`;
  if (verdict === 'hopeless') return `Forward overlap ${forward}: too little for a map`;
  if ((forwardOverlap ?? 0) < GOOD.forward) return `Forward overlap ${forward}: expect holes`;
  if ((sideOverlap ?? 0) < GOOD.side) return `Side overlap ${side}: expect holes`;
  if (estimate.gaps.length > 0 && estimate.photos >= GOOD.photos)
    return `${photos} with gaps between them: expect holes`;
  if (isolated > 0) return `${counted(isolated, 'photo')} without overlap: expect holes`;
  return `Only ${photos}: expect a small map`;
}

type Choice = { preset: MapBuild['preset']; engine: EngineState | undefined };

export function estimateFacts(estimate: MapEstimate, units: Units, { preset, engine }: Choice) {
  const { photos, usable, groundSampleDistance, reference, megapixels } = estimate;
  const times = MINUTES_PER_MEGAPIXEL[preset].map((it) => hoursText(it * megapixels));
  const detail = FIGURES.groundSampleDistance(groundSampleDistance ?? 0, units);
  const memory = engine?.memory ? `, the engine has ${byteSize(engine.memory)}` : '';
  const forward = percent(estimate.forwardOverlap);
  const facts: [string, string, isShown?: boolean][] = [
    ['Overlap', `${forward} forward, ${percent(estimate.sideOverlap)} side`, usable > 0],
    ['Not looking down, or no position', `${photos - usable} of ${photos}`, photos > usable],
    ['Detail of the photos', `${detail} per pixel`, groundSampleDistance !== null],
    ['Size to send', byteSize(estimate.bytes)],
    ['Time', `${[...new Set(times)].join(' to ')}, depending on the engine's computer`],
    ['Memory', `${estimate.memoryGigabytes} GB needed${memory}`],
    ['Photo limit of the engine', `${engine?.maxImages}`, photos > (engine?.maxImages ?? photos)],
    ['Aligned to', reference ?? '', reference !== null],
  ];
  return facts.flatMap(([name, text, isShown = true]) => (isShown ? [[name, text] as const] : []));
}

export function buildText({ state, progress, results, problem }: MapBuild): string {
  const done = progress === null ? '' : `, ${percent(progress / 100)}`;
  if (state === 'sending') return `Sending photos${done}`;
  if (state === 'building') return progress === null ? 'Queued' : `Building${done}`;
  if (state === 'fetching') return 'Getting the results';
  if (state === 'done') return `Done: ${counted(results.length, 'file')}`;
  return state === 'failed' ? `Failed: ${problem}` : 'Stopped';
}
