import { stat } from 'node:fs/promises';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { probeVideo, type VideoInfo } from './video.ts';

/** `isPlayed`: browsers can play its picture as it is. */
export type ReadVideo = { info: VideoInfo; isPlayed: boolean };

/** Above this a phone at the site would have to wait for the film. */
const MAX_BITS_A_SECOND = 12_000_000;
/** Baseline, Main, Extended, High: 8 bits, 4:2:0 (ITU-T H.264, annex A.2), which all browsers play. */
const PLAYED_PROFILES = new Set([66, 77, 88, 100]);

/** What a video is, and whether it must be made anew for browsers. Throws as probeVideo. */
export async function readVideo(path: string): Promise<ReadVideo> {
  const info = await probeVideo(path);
  const { size } = await stat(path);
  return { info, isPlayed: await isWebVideo(path, info, size) };
}

/** Whether browsers can play the picture as it is: H.264, at most 1080 lines, not too many bits. */
export async function isWebVideo(path: string, info: VideoInfo, bytes: number): Promise<boolean> {
  const isSmall =
    Math.min(info.width, info.height) <= 1080 && Math.max(info.width, info.height) <= 2048;
  const isLight = info.seconds > 0 && (bytes * 8) / info.seconds <= MAX_BITS_A_SECOND;
  return info.codec === 'avc' && isSmall && isLight && PLAYED_PROFILES.has(await profileOf(path));
}

/** The profile in 'avc1.PPCCLL' (RFC 6381, section 3.3); NaN when it is not known. */
async function profileOf(path: string): Promise<number> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryVideoTrack();
    const codec = (await track?.getCodecParameterString()) ?? '';
    return Number.parseInt(/^avc[13]\.([0-9a-f]{2})/i.exec(codec)?.[1] ?? '', 16);
  } finally {
    input.dispose();
  }
}
