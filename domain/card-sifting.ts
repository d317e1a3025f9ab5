import { ERRORS } from './errors.ts';
import { unsupportedNameMessage } from './file-types.ts';

export type CardFileFacts = {
  name: string;
  size: number;
  relativeAltitude: number | null;
  look: ImageStats | null;
  isCutOff: boolean;
};

/** Mean brightness (0-255), and deviation of the Laplacian as a measure of edges (Pech-Pacheco et al. 2000). */
export type ImageStats = { brightness: number; edges: number };

/** `message`: the reason; `canReturn`: whether the file could be uploaded anyway. */
export type SetAside = { message: string; canReturn: boolean };

export const SIFTING_MESSAGES = {
  surveyLog: "The drone's survey log. It stays on the card.",
  cutOff: 'Damaged: the end of the photo is missing.',
  dark: 'Almost black.',
  onGround: 'Taken on the ground or just above it.',
  blank: 'Blurry or blank.',
} as const;

const SURVEY_LOG = /\.(mrk|nav|obs|rtk|rtcm3?|bin|imu|evt|ubx|pos)$/i;

const GROUND_METERS = 3;
/** Brightness of a covered lens; usable photos at dusk are brighter. */
const MIN_BRIGHTNESS = 16;
/** Aerial photos of sites have edges everywhere. Below this, the photo shows fog, a lens cover, or motion blur. */
const MIN_EDGES = 4;

export function setAsideReason(file: CardFileFacts): SetAside | null {
  const { name, size, relativeAltitude, look, isCutOff } = file;
  if (size === 0) return { message: ERRORS.FILE_EMPTY[1], canReturn: false };
  if (SURVEY_LOG.test(name)) {
    return { message: SIFTING_MESSAGES.surveyLog, canReturn: false };
  }
  const refusal = unsupportedNameMessage(name);
  if (refusal) return { message: refusal, canReturn: false };
  if (isCutOff) return { message: SIFTING_MESSAGES.cutOff, canReturn: true };
  if (look && look.brightness < MIN_BRIGHTNESS)
    return { message: SIFTING_MESSAGES.dark, canReturn: true };
  if (relativeAltitude !== null && Math.abs(relativeAltitude) < GROUND_METERS) {
    return { message: SIFTING_MESSAGES.onGround, canReturn: true };
  }
  if (look && look.edges < MIN_EDGES) {
    return { message: SIFTING_MESSAGES.blank, canReturn: true };
  }
  return null;
}

/** `rgba`: 0-255 per channel, `width` pixels per row. Brightness as in Rec. 601. */
export function imageStats(rgba: Uint8ClampedArray, width: number): ImageStats {
  const height = rgba.length / 4 / width;
  const grey = new Float32Array(width * height);
  let sum = 0;
  for (let at = 0; at < grey.length; at++) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at * 4, at * 4 + 3);
    const value = 0.299 * red + 0.587 * green + 0.114 * blue;
    grey[at] = value;
    sum += value;
  }
  return { brightness: sum / grey.length, edges: edgesOf(grey, width, height) };
}

function edgesOf(grey: Float32Array, width: number, height: number): number {
  let [sum, squares, count] = [0, 0, 0];
  const at = (index: number) => grey[index] ?? 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const here = y * width + x;
      const around = at(here - 1) + at(here + 1) + at(here - width) + at(here + width);
      const edge = around - 4 * at(here);
      sum += edge;
      squares += edge * edge;
      count++;
    }
  }
  if (count === 0) return 0;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
