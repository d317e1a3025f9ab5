import {
  desc,
  MP4,
  MPEG_TS,
  prefer,
  QTFF,
  type Input,
  type InputFormat,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny';

/** Stream specifiers for ffmpeg's `-map 0:`. */
export type Streams = { video: string; audio: string | null };

const MIN_PACKETS = 2;

/** The moving track with the most pixels: drones add covers and previews as unmarked tracks, sometimes first. */
export async function chooseVideoTrack(input: Input): Promise<InputVideoTrack | null> {
  const tracks = await input.getVideoTracks({
    sortBy: async (track) => [
      prefer(await isMoving(track)),
      prefer((await track.getCodec()) !== null),
      desc((await track.getCodedWidth()) * (await track.getCodedHeight())),
    ],
  });
  return tracks[0] ?? null;
}

async function isMoving(track: InputVideoTrack): Promise<boolean> {
  try {
    const { packetCount } = await track.computePacketStats(MIN_PACKETS);
    return packetCount > 1 && (await track.computeDuration()) > (await track.getFirstTimestamp());
  } catch {
    return false;
  }
}

export async function chooseAudioTrack(input: Input) {
  const tracks = await input.getAudioTracks({
    sortBy: async (track) => [
      prefer((await track.getCodec()) !== null),
      prefer((await track.getDisposition()).default),
    ],
  });
  return tracks[0] ?? null;
}

const FORMATS_WITH_IDS: ReadonlySet<InputFormat> = new Set([MP4, QTFF, MPEG_TS]);

/**
 * By id, or by position among tracks of the same type: ffmpeg's index also counts cover and data tracks, which aren't
 * known here.
 */
export async function streamOf(track: InputTrack): Promise<string> {
  if (FORMATS_WITH_IDS.has(await track.input.getFormat())) return `i:${track.id}`;
  return `${track.isVideoTrack() ? 'V' : 'a'}:${track.number - 1}`;
}
