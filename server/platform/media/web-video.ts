import { stat } from 'node:fs/promises';
import { ALL_FORMATS, FilePathSource, Input, type InputVideoTrack } from 'mediabunny';
import { chooseVideoTrack } from './video-track.ts';
import { probeVideo, type VideoInfo } from './video.ts';

/** `isPlayed`: browsers can play its picture as it is. `isHdr`: it has more light than their pages show. */
export type ReadVideo = { info: VideoInfo; isPlayed: boolean; isHdr: boolean };

/** Above this a phone at the site would have to wait for the film. */
const MAX_BITS_A_SECOND = 12_000_000;
/** Baseline, Main, Extended, High: 8 bits, 4:2:0 (ITU-T H.264, annex A.2), which all browsers play. */
const PLAYED_PROFILES = new Set([66, 77, 88, 100]);

/** What a video is, and whether it must be made anew for browsers. Throws as probeVideo. */
export async function readVideo(path: string): Promise<ReadVideo> {
  const info = await probeVideo(path);
  const { size } = await stat(path);
  const { profile, isHdr, isUpright } = await pictureOf(path);
  return { info, isPlayed: !isHdr && isUpright && isWebVideo(profile, info, size), isHdr };
}

/** Whether browsers can play the picture as it is: H.264, at most 1080 lines, not too many bits. */
function isWebVideo(profile: number, info: VideoInfo, bytes: number): boolean {
  const isSmall =
    Math.min(info.width, info.height) <= 1080 && Math.max(info.width, info.height) <= 2048;
  const isLight = info.seconds > 0 && (bytes * 8) / info.seconds <= MAX_BITS_A_SECOND;
  return info.codec === 'avc' && isSmall && isLight && PLAYED_PROFILES.has(profile);
}

/** The profile in 'avc1.PPCCLL' (RFC 6381, section 3.3), NaN when it is not known; HDR; no turn, flip or stretching. */
async function pictureOf(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  try {
    const track = await chooseVideoTrack(input);
    const codec = (await track?.getCodecParameterString()) ?? '';
    const profile = Number.parseInt(/^avc[13]\.([0-9a-f]{2})/i.exec(codec)?.[1] ?? '', 16);
    const isHdr = (await track?.hasHighDynamicRange()) ?? false;
    return { profile, isHdr, isUpright: track !== null && (await isShownAsStored(track)) };
  } finally {
    input.dispose();
  }
}

async function isShownAsStored(track: InputVideoTrack): Promise<boolean> {
  const isTurned = (await track.getRotation()) !== 0 || (await track.getFlip());
  const { num, den } = await track.getPixelAspectRatio();
  return !isTurned && num === den;
}
