import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { fromSite } from '../flight/geodesy.ts';
import { sitePath } from '../flight/site-files.ts';
import { SITE } from '../flight/place.ts';
import type { Pose } from '../flight/waypoints.ts';
import { FILM_WEEK, takenAt } from '../flight/calendar.ts';
import { draw, type Host } from './host.ts';
import { readySite } from './photos.ts';

/** An arc around the building, in degrees and meters. */
const ORBIT = {
  week: FILM_WEEK,
  seconds: 12,
  from: 205,
  to: 290,
  radius: 118,
  altitude: 52,
  pitch: -21,
} as const;
const SIZE = { width: 1920, height: 1080 } as const;
/** Rendered frames per second. The others are interpolated. */
const DRAWN_RATE = 8;
const RATE = 24;
/** Longer than the orbit, because the drone hovers at the end. */
const FILM_SECONDS = 12.5;
const DETAIL = 0.66;
const PASSES = 2;

/** Renders the orbit as an H.264 video with an SRT file in DJI's format. */
export async function drawVideo(host: Host) {
  const path = sitePath('orbit.mp4');
  if (existsSync(path)) return;
  await readySite(host, ORBIT.week);
  const unfinished = sitePath('unfinished.mp4');
  const encoder = spawn('ffmpeg', ffmpegArguments(unfinished), {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const frames = ORBIT.seconds * DRAWN_RATE + 1;
  for (let frame = 0; frame < frames; frame++) {
    const pixels = await draw(host, 'photo', {
      ...SIZE,
      pose: orbitPose(frame / (frames - 1)),
      week: ORBIT.week,
      passes: PASSES,
      detail: DETAIL,
      seed: frame,
    });
    if (!encoder.stdin.write(pixels)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = (await once(encoder, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg exited with ${code}.`);
  await writeFile(sitePath('orbit.srt'), subtitles());
  await rename(unfinished, path);
  process.stdout.write('orbit\n');
}

function ffmpegArguments(path: string): string[] {
  const { width, height } = SIZE;
  const source = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`];
  const smooth = `minterpolate=fps=${RATE}:mi_mode=mci:mc_mode=aobmc:me_mode=bidir:vsbmc=1:scd=none,hqdn3d=1.5:1.5:3:3,tpad=stop_mode=clone:stop_duration=1`;
  const codec = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '35',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '48',
    // With one thread, the output is the same on every machine.
    '-threads',
    '1',
  ];
  const input = [
    '-v',
    'error',
    '-y',
    '-filter_threads',
    '1',
    ...source,
    '-r',
    String(DRAWN_RATE),
    '-i',
    '-',
  ];
  const output = ['-t', String(FILM_SECONDS), ...codec, '-movflags', '+faststart', '-bitexact'];
  return [...input, '-vf', smooth, ...output, path];
}

/** The drone looks at the site's center. */
function orbitPose(share: number): Pose {
  const turn = ((ORBIT.from + (ORBIT.to - ORBIT.from) * share) * Math.PI) / 180;
  const [x, y] = [4, -8];
  return {
    east: x + ORBIT.radius * Math.cos(turn),
    north: y + ORBIT.radius * Math.sin(turn),
    altitude: ORBIT.altitude + 6 * share,
    yaw: (90 - (turn * 180) / Math.PI + 180 + 360) % 360,
    pitch: ORBIT.pitch,
    light: 1,
    warmth: 0,
  };
}

/** One entry per frame with position and exposure, as on DJI's Air and Mavic series. */
function subtitles(): string {
  const count = FILM_SECONDS * RATE;
  const start = takenAt(ORBIT.week, 40).local;
  const clock = (milliseconds: number) =>
    new Date(milliseconds).toISOString().slice(11, 23).replace('.', ',');
  return Array.from({ length: count }, (_, frame) => {
    const [from, to] = [(frame * 1000) / RATE, ((frame + 1) * 1000) / RATE].map(Math.round) as [
      number,
      number,
    ];
    const pose = orbitPose(Math.min(1, frame / (ORBIT.seconds * RATE)));
    const { latitude, longitude } = fromSite(SITE, pose.east, pose.north);
    const taken = new Date(Date.parse(`${start}Z`) + from).toISOString();
    const moment = taken.slice(0, 23).replace('T', ' ').replace('.', ',');
    return `${frame + 1}
${clock(from)} --> ${clock(to)}
<font size="36">SrtCnt : ${frame + 1}, DiffTime : ${to - from}ms
${moment},000
[iso : 100] [shutter : 1/640.0] [fnum : 280] [ev : 0] [ct : 5500] [color_md : default] [focal_len : 240] [latitude: ${latitude.toFixed(6)}] [longitude: ${longitude.toFixed(6)}] [altitude: ${pose.altitude.toFixed(6)}] </font>
`;
  }).join('\n');
}
