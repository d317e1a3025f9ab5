import { stat } from 'node:fs/promises';
import {
  ALL_FORMATS,
  FilePathSource,
  Input,
  UnsupportedInputFormatError,
  type InputVideoTrack,
} from 'mediabunny';
import { parseClock, type ClockReading } from '#domain/capture-time.ts';
import { AppError } from '#domain/errors.ts';
import { placeOfIso6709 } from '#domain/iso-6709.ts';
import { readMovieHeader } from './movie-header.ts';
import { sniffFile } from './sniff.ts';
import { videoError } from './ffmpeg.ts';
import { chooseAudioTrack, chooseVideoTrack, streamOf, type Streams } from './video-track.ts';

/**
 * Facts about the track that `chooseVideoTrack` returns. The size is in square pixels, after `rotation` (clockwise).
 */
export type VideoInfo = {
  width: number;
  height: number;
  rotation: number;
  seconds: number;
  codec: string | null;
  fps: number;
  /** Creation time in the header, read as UTC; see `videoTimes`. */
  headerTime: Date | null;
  clock: ClockReading | null;
  latitude: number | null;
  longitude: number | null;
  streams: Streams;
  /** Seconds from the start of the file to its first picture. */
  startsAt: number;
  /** Whether sound, or pictures outside of the edit list, continue after `seconds`. */
  hasTail: boolean;
};

const PACKETS_FOR_RATE = 100;

/** Throws FILE_EMPTY, FILE_DAMAGED, or FILE_TYPE_NOT_SUPPORTED for AVI, WMV and files without video. */
export async function probeVideo(path: string): Promise<VideoInfo> {
  if ((await stat(path)).size === 0) throw new AppError('FILE_EMPTY');
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  try {
    return await readInfo(input, path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const known = !(error instanceof UnsupportedInputFormatError);
    if (!known || (await sniffFile(path)).kind !== 'video') {
      throw new AppError('FILE_TYPE_NOT_SUPPORTED', 'Videos of this type cannot be played.', {
        cause: error,
      });
    }
    throw videoError(error);
  } finally {
    input.dispose();
  }
}

const TOLERANCE_SECONDS = 0.1;

async function readInfo(input: Input, path: string): Promise<VideoInfo> {
  const track = await chooseVideoTrack(input);
  if (!track) {
    // If there is no track at all, the index is in the missing part of the file.
    const { length } = await input.getTracks();
    throw new Error(length > 0 ? 'no video track' : 'no index: truncated');
  }
  const sound = await chooseAudioTrack(input);
  const { headerTime, place, editedSeconds } = await readMovieHeader(path, track.id);
  // Transport streams may start at any timestamp; players cut off a negative start.
  const start = Math.max(0, await track.getFirstTimestamp());
  const end = await track.computeDuration();
  const lastEnd = Math.max(end, (await sound?.computeDuration()) ?? end);
  const seconds = Math.min(end - start, editedSeconds ?? Infinity);
  const late = start - Math.max(0, await input.getFirstTimestamp());
  const { averagePacketRate } = await track.computePacketStats(PACKETS_FOR_RATE);
  const { raw = {} } = await input.getMetadataTags();
  const clock = parseClock(raw['com.apple.quicktime.creationdate'] ?? raw['©day']);
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rotation: await track.getRotation(),
    seconds,
    codec: await track.getCodec(),
    fps: averagePacketRate,
    headerTime,
    clock: clock?.offset == null ? null : clock,
    ...(locationOf(raw) ?? place ?? { latitude: null, longitude: null }),
    streams: { video: await streamOf(track), audio: sound && (await streamOf(sound)) },
    startsAt: late > TOLERANCE_SECONDS ? late : 0,
    hasTail: lastEnd > start + seconds + TOLERANCE_SECONDS,
  };
}

const LOCATION_TAGS = ['©xyz', 'com.apple.quicktime.location.ISO6709', 'location', 'LOCATION'];

function locationOf(tags: Record<string, unknown>) {
  const texts = LOCATION_TAGS.map((name) => tags[name]);
  return placeOfIso6709(texts.filter((text) => typeof text === 'string').join('\n'));
}

export type VideoFacts = { info: VideoInfo; isPlayed: boolean; isHdr: boolean };

/** Videos above this stall on phones at the site. */
const MAX_BITS_PER_SECOND = 12_000_000;
/** Baseline, Main, Extended, High: 8 bits, 4:2:0 (ITU-T H.264, annex A.2), which all browsers play. */
const PLAYABLE_PROFILES = new Set([66, 77, 88, 100]);

/** `isPlayed`: browsers can play the video stream as it is. Throws the same errors as probeVideo. */
export async function readVideo(path: string): Promise<VideoFacts> {
  const info = await probeVideo(path);
  const { size } = await stat(path);
  const { profile, isHdr, isUpright } = await pictureOf(path);
  return { info, isPlayed: !isHdr && isUpright && isWebVideo(profile, info, size), isHdr };
}

function isWebVideo(profile: number, info: VideoInfo, bytes: number): boolean {
  const isSmall =
    Math.min(info.width, info.height) <= 1080 && Math.max(info.width, info.height) <= 2048;
  const isLight = info.seconds > 0 && (bytes * 8) / info.seconds <= MAX_BITS_PER_SECOND;
  return info.codec === 'avc' && isSmall && isLight && PLAYABLE_PROFILES.has(profile);
}

/** `profile` is the PP of 'avc1.PPCCLL' (RFC 6381, section 3.3), or NaN. */
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
