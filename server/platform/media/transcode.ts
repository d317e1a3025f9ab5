import { rm, stat } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';
import { inputArguments, runFfmpeg, type FfmpegOptions } from './ffmpeg.ts';
import { probeVideo, type VideoInfo } from './video.ts';

export type TranscodeOptions = FfmpegOptions & {
  onProgress?: (fraction: number) => void;
  picture?: 'encode' | 'copy';
  isHdr?: boolean;
  probe?: (path: string) => Promise<VideoInfo>;
};

export type VideoSource = Partial<Pick<VideoInfo, 'seconds' | 'streams' | 'startsAt' | 'hasTail'>>;

const args = (lines: string[]) => lines.flatMap((line) => line.split(' '));

const squareTo = (scale: string) =>
  `scale='iw*clip(sar,1,4)':'ih/clip(sar,1/4,1)',scale=${scale},setsar=1`;
const FILM = squareTo(
  "'if(gt(iw,ih),-2,min(1080,trunc(iw/2)*2))':'if(gt(iw,ih),min(1080,trunc(ih/2)*2),-2)'",
);
const POSTER = squareTo("'min(2048,iw)':'min(2048,ih)':force_original_aspect_ratio=decrease");

/** JPEG uses BT.601 in full range (JFIF 1.02), regardless of the video's color space. */
const JPEG_COLORS = 'scale=out_color_matrix=bt601:out_range=full,format=yuvj420p';

/** PQ or HLG to SDR by Hable's curve in linear light (ITU-R BT.2100 to BT.709). */
const TONE_MAP =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p';
const NO_TONE_MAP = /no such filter|error (?:re)?initializing filter|no path between colorspaces/i;

async function withToneMapping(
  isHdr: boolean,
  filters: string,
  run: (filters: string) => Promise<void>,
): Promise<void> {
  if (!isHdr) return run(filters);
  await run(`${filters},${TONE_MAP}`).catch((error: unknown) => {
    if (!NO_TONE_MAP.test(String(error instanceof Error ? error.cause : error))) throw error;
    return run(filters);
  });
}

const inputFrom = (path: string, { startsAt = 0 }: VideoSource, at = 0) => {
  const seek = startsAt + at;
  return [...(seek > 0 ? ['-ss', seek.toFixed(3)] : []), ...inputArguments(path)];
};

/** Without `-map`, ffmpeg takes the largest video that isn't an attached picture. */
const mapOf = ({ streams }: VideoSource) =>
  streams
    ? ['-map', `0:${streams.video}`, ...(streams.audio ? ['-map', `0:${streams.audio}`] : [])]
    : [];

const encode = (filters: string) => [
  '-vf',
  filters,
  ...args([
    '-c:v libx264 -preset veryfast -crf 23 -maxrate 8M -bufsize 16M',
    '-pix_fmt yuv420p -g 60',
  ]),
];

const filmArguments = (source: VideoSource, picture: string[]) => [
  ...mapOf(source),
  ...args(['-dn -sn']),
  ...(source.hasTail ? ['-t', String(source.seconds)] : []),
  // Otherwise, the source's location, chapters and timecode track would be kept.
  ...args(['-map_metadata -1 -map_chapters -1']),
  ...picture,
  ...args(['-c:a aac -b:a 128k -ac 2 -movflags +faststart -f mp4']),
];

/**
 * Throws FILE_DAMAGED if the result is noticeably shorter than the source, or the errors of `runFfmpeg`. Removes `out`
 * on failure.
 */
export async function transcode(
  path: string,
  out: string,
  source: VideoSource,
  options: TranscodeOptions = {},
): Promise<VideoInfo> {
  const { onProgress, picture = 'encode', isHdr = false, probe = probeVideo, ...rest } = options;
  const { seconds = 0 } = source;
  let done = 0;
  const onLine = (line: string) => {
    const micros = /^out_time_us=(\d+)/.exec(line)?.[1];
    if (!micros || seconds <= 0) return;
    const fraction = Math.min(1, Number(micros) / 1e6 / seconds);
    if (fraction > done) onProgress?.((done = fraction));
  };
  try {
    const run = (how: string[]) => {
      const input = ['-progress', 'pipe:1', '-nostats', ...inputFrom(path, source)];
      return runFfmpeg([...input, ...filmArguments(source, how), `file:${out}`], {
        ...rest,
        onLine,
      });
    };
    if (picture === 'copy') await run(args(['-c:v copy']));
    else await withToneMapping(isHdr, FILM, (filters) => run(encode(filters)));
    const result = await probe(out);
    if (seconds - result.seconds > Math.max(1, seconds * 0.02)) {
      const kept = `${Math.round(result.seconds)} of ${Math.round(seconds)} seconds`;
      throw new AppError('FILE_DAMAGED', `The video is damaged: only ${kept} can be read.`);
    }
    return result;
  } catch (error) {
    await rm(out, { force: true });
    throw error;
  }
}

export type PosterOptions = FfmpegOptions & {
  at?: number;
  isHdr?: boolean;
  source?: VideoSource;
};

/** Throws the errors of `runFfmpeg`; removes `out` on failure. */
export async function posterFrame(
  path: string,
  out: string,
  { at = 1, isHdr = false, source = {}, limitSeconds = 120, ...options }: PosterOptions = {},
): Promise<void> {
  const map = source.streams ? ['-map', `0:${source.streams.video}`] : [];
  const frame = args(['-frames:v 1 -an -map_metadata -1 -q:v 3 -f image2 -update 1']);
  const take = (seek: number) =>
    withToneMapping(isHdr, POSTER, (filters) => {
      const how = [...map, '-vf', `${filters},${JPEG_COLORS}`, ...frame];
      const command = [...inputFrom(path, source, seek), ...how, `file:${out}`];
      return runFfmpeg(command, { limitSeconds, ...options });
    });
  try {
    await take(at);
    // Past the end, ffmpeg succeeds without writing a file.
    if (!(await exists(out))) await take(0);
    if (!(await exists(out)))
      throw new AppError('FILE_DAMAGED', 'The video is damaged: it has no frames.');
  } catch (error) {
    await rm(out, { force: true });
    throw error;
  }
}

const exists = (path: string) =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );
