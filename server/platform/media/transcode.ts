import { rm, stat } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';
import { inputArguments, runFfmpeg, type FfmpegOptions } from './ffmpeg.ts';
import { probeVideo, type VideoInfo } from './video.ts';

export type TranscodeOptions = FfmpegOptions & {
  /** Gets the finished part, rising from 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** 'copy' keeps the picture as it is and only puts it into a clean file; 'encode' is the default. */
  picture?: 'encode' | 'copy';
  /** Its light is brought into the range that pages show, where this ffmpeg can. */
  isHdr?: boolean;
  /** Reads the result; where the film is a stranger's, in a bounded process. */
  probe?: (path: string) => Promise<VideoInfo>;
};

/** The shorter side becomes 1080 at most, both even, as 4:2:0 needs; nothing is enlarged. */
const SCALE =
  "scale='if(gt(iw,ih),-2,min(1080,trunc(iw/2)*2))':'if(gt(iw,ih),min(1080,trunc(ih/2)*2),-2)'";

const args = (lines: string[]) => lines.flatMap((line) => line.split(' '));

/** From PQ or HLG by the curve of Hable, in linear light (ITU-R BT.2100 to BT.709). */
const TONE_MAP =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';
/** What ffmpeg says where it was built without a filter, or a film says nothing of its colors. */
const NO_TONE_MAP = /no such filter|error (?:re)?initializing filter|no path between colorspaces/i;

const encode = (filter: string) =>
  args([
    `-vf ${filter} -c:v libx264 -preset veryfast -crf 23 -maxrate 8M -bufsize 16M`,
    '-pix_fmt yuv420p -g 60',
  ]);
const PICTURE = {
  encode: encode(SCALE),
  toneMapped: encode(`${SCALE},${TONE_MAP}`),
  copy: args(['-c:v copy']),
};

const outputArguments = (picture: keyof typeof PICTURE) => [
  ...args([
    // The film and its sound; not the data, subtitle and thumbnail tracks of drones.
    '-map 0:v:0 -map 0:a:0? -dn -sn',
    // Without these the place, the chapters and the timecode track of the source come along.
    '-map_metadata -1 -map_chapters -1',
  ]),
  ...PICTURE[picture],
  ...args(['-c:a aac -b:a 128k -ac 2 -movflags +faststart -f mp4']),
];

/**
 * Makes a progressive MP4 (H.264 at most 1080p, AAC, index in front) without metadata at `out`, and
 * answers what it became. `source` is what `probeVideo` said of the original: a result that lasts
 * noticeably less means that the original broke off, and is refused as FILE_DAMAGED.
 * Throws as `runFfmpeg` does; `out` does not exist after a failure. Without ffmpeg (FFMPEG_MISSING)
 * the caller keeps the original as it is.
 */
export async function transcode(
  path: string,
  out: string,
  source: Pick<VideoInfo, 'seconds'>,
  options: TranscodeOptions = {},
): Promise<VideoInfo> {
  const { onProgress, picture = 'encode', isHdr = false, probe = probeVideo, ...rest } = options;
  let done = 0;
  const onLine = (line: string) => {
    const micros = /^out_time_us=(\d+)/.exec(line)?.[1];
    if (!micros || source.seconds <= 0) return;
    const fraction = Math.min(1, Number(micros) / 1e6 / source.seconds);
    if (fraction > done) onProgress?.((done = fraction));
  };
  try {
    const progress = ['-progress', 'pipe:1', '-nostats'];
    const run = (how: keyof typeof PICTURE) => {
      const output = [...outputArguments(how), `file:${out}`];
      return runFfmpeg([...progress, ...inputArguments(path), ...output], { ...rest, onLine });
    };
    if (picture === 'encode' && isHdr) {
      await run('toneMapped').catch((error: unknown) => {
        if (!NO_TONE_MAP.test(String(error instanceof Error ? error.cause : error))) throw error;
        return run('encode');
      });
    } else await run(picture);
    const result = await probe(out);
    const missing = source.seconds - result.seconds;
    if (missing > Math.max(1, source.seconds * 0.02)) {
      const kept = `${Math.round(result.seconds)} of ${Math.round(source.seconds)} seconds`;
      throw new AppError('FILE_DAMAGED', `The video is damaged: only ${kept} can be read.`);
    }
    return result;
  } catch (error) {
    await rm(out, { force: true });
    throw error;
  }
}

/**
 * Writes one frame of the video, upright, as a JPEG of at most 2048 pixels on the longer side.
 * `at` is in seconds; where the film is shorter, its first frame is taken.
 * Throws as `runFfmpeg` does; `out` does not exist after a failure.
 */
export async function posterFrame(
  path: string,
  out: string,
  { at = 1, limitSeconds = 120, ...options }: FfmpegOptions & { at?: number } = {},
): Promise<void> {
  const fit = "scale='min(2048,iw)':'min(2048,ih)':force_original_aspect_ratio=decrease";
  const frame = ['-map', '0:v:0', '-frames:v', '1', '-map_metadata', '-1', '-vf', fit, '-q:v', '3'];
  const run = (seek: number) =>
    runFfmpeg(
      [
        '-ss',
        String(seek),
        ...inputArguments(path),
        ...frame,
        '-f',
        'image2',
        '-update',
        '1',
        `file:${out}`,
      ],
      { limitSeconds, ...options },
    );
  try {
    await run(at);
    // Past the end ffmpeg succeeds without writing anything.
    if (!(await exists(out))) await run(0);
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
