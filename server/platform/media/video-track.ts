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

/** The streams of a file that are shown, the way ffmpeg's `-map 0:` names them. */
export type Streams = { video: string; audio: string | null };

/** Enough packets to see that a track is no still picture. */
const SOME_PACKETS = 2;

/**
 * The track that is the video, for its facts, poster and film alike: one that moves, in a known codec, with the most
 * pixels. Drones add covers, thumbnails and previews as tracks, even as the first and without a mark. Null without any.
 */
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
    const { packetCount } = await track.computePacketStats(SOME_PACKETS);
    return packetCount > 1 && (await track.computeDuration()) > (await track.getFirstTimestamp());
  } catch {
    // Of a damaged track, another one is shown if there is any.
    return false;
  }
}

/** The sound that is heard with the video: the first that players play and that can be decoded. */
export async function chooseAudioTrack(input: Input) {
  const tracks = await input.getAudioTracks({
    sortBy: async (track) => [
      prefer((await track.getCodec()) !== null),
      prefer((await track.getDisposition()).default),
    ],
  });
  return tracks[0] ?? null;
}

/** Containers whose track ids ffmpeg takes over. */
const WITH_IDS: ReadonlySet<InputFormat> = new Set([MP4, QTFF, MPEG_TS]);

/**
 * How ffmpeg names a track: by its id, or by its place among those of its type. Its index can't be known here, as
 * ffmpeg counts covers and data as streams, too.
 */
export async function streamOf(track: InputTrack): Promise<string> {
  if (WITH_IDS.has(await track.input.getFormat())) return `i:${track.id}`;
  // A capital V leaves attached pictures out.
  return `${track.isVideoTrack() ? 'V' : 'a'}:${track.number - 1}`;
}
