// A film of 52 photos at 1080p as the worker makes it, against one call of ffmpeg with the same filters: perspective,
// size, day, fades and the same encoder.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FRAMES_A_SECOND, SPEEDS } from '#domain/timelapse-plan.ts';
import { makeParts, readGains, type Making } from '#server/sharing/timelapses/parts.ts';
import { createDecoder } from '#server/platform/media/decoder.ts';
import { joinFilmParts } from '#server/platform/media/film.ts';
import { diskStorage } from '#server/platform/storage/disk.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { median } from './server-process.ts';

const LIMITS = { cpu: 1.15, realTime: 2 };
const WEEKS = 52;
const ROUNDS = 2;
const FILM = { width: 1440, height: 1080 };
const SECONDS = SPEEDS.normal;
const DAY = 'Sep 14, 2026';
const FONT = join(
  dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json')),
  '600SemiBold/Inter_600SemiBold.ttf',
);
/** Each photo lies a little askew, as far as real ones do. */
const askew = (at: number) => (at % 5) * 0.004;

/** A worker has the whole server loaded long before; here only what makes a film is. */
const storageIn = (folder: string) => diskStorage(join(folder, 'storage'));

/** A folder as the product keeps it, with the pictures of as many photos, and the same for ffmpeg. */
async function makePictures(folder: string) {
  const { samplePhoto, truth } = await import('./sample-photos.ts');
  const weeks = truth.photos.filter(({ viewpoint }) => viewpoint === 'south-east');
  mkdirSync(join(folder, 'plain'), { recursive: true });
  const storage = storageIn(folder);
  for (let at = 0; at < WEEKS; at++) {
    const entry = weeks[at % weeks.length];
    if (!entry) throw new Error('The sample has no photos of that viewpoint.');
    const { picture } = await samplePhoto(entry);
    const path = picture.paths[1];
    copyFileSync(path, join(folder, 'plain', `${String(at).padStart(3, '0')}.webp`));
    for (const preset of [256, 2048]) {
      const copy = join(folder, `${at}.webp`);
      copyFileSync(path, copy);
      await storage.adopt(copy, presetKey(idOf(at), preset));
    }
  }
}

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

async function product(folder: string) {
  const storage = storageIn(folder);
  const decoder = createDecoder();
  const work = mkdtempSync(join(folder, 'film-'));
  const scale = FILM.width / 4000;
  const shots = Array.from({ length: WEEKS }, (_, at) => ({
    fileId: idOf(at),
    preset: 2048,
    largest: 2048,
    photo: { width: 4000, height: 3000 },
    matrix: [scale, askew(at) * scale, 0, 0, scale, 0, askew(at) / 4000, 0, 1],
    label: DAY,
  }));
  const content: Making['content'] = {
    template: 1,
    project: '',
    viewpoint: '',
    film: FILM,
    photoSeconds: SECONDS,
    isEvened: false,
    shots,
  };
  // What the worker does, without its rows: see server/sharing/timelapses/make.ts.
  const ctx = { storage, decoder };
  const gains = await readGains(ctx, content);
  const making = { id: '', content, folder: work, signal: new AbortController().signal, gains };
  const parts = [];
  const progress = { done: 0, onProgress: () => {} };
  for await (const { path } of makeParts(ctx, making, progress)) parts.push(path);
  const [list, out] = [join(work, 'parts.txt'), join(folder, 'product.mp4')];
  await joinFilmParts(parts, { list, out });
  decoder.close();
  // The time of what is not waited for would not count.
  while (readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')) await setTimeout(20);
}

function bare(folder: string) {
  const text = join(folder, 'day.txt');
  writeFileSync(text, DAY);
  const size = Math.round(FILM.height * 0.042);
  const filters = [
    `scale=${FILM.width}:${FILM.height}`,
    `perspective=x0=0:y0=0:x1=W-mod(on\\,5)*6:y1=0:x2=mod(on\\,5)*4:y2=H:x3=W:y3=H-mod(on\\,5)*4:sense=destination:eval=frame`,
    `drawtext=fontfile=${FONT}:textfile=${text}:fontsize=${size}:fontcolor=white:shadowx=2:shadowy=2:x=40:y=h-90`,
    'scale=in_range=pc:in_color_matrix=bt601:out_range=tv:out_color_matrix=bt709,format=yuv420p',
    `fps=${2 / SECONDS}`,
    `framerate=fps=${FRAMES_A_SECOND}:interp_start=0:interp_end=255:scene=100`,
  ];
  const encoder =
    '-c:v libx264 -preset superfast -crf 21 -g 60 -color_range tv -movflags +faststart -f mp4';
  execFileSync('ffmpeg', [
    ...'-v error -nostdin -y -f image2 -framerate'.split(' '),
    String(1 / SECONDS),
    '-i',
    join(folder, 'plain', '%03d.webp'),
    '-vf',
    filters.join(','),
    ...encoder.split(' '),
    join(folder, 'bare.mp4'),
  ]);
}

/** As scripts/start.mjs has it. */
const CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node') };

/** Seconds that pass and seconds of processor time, of a process and all that it starts. */
function timed(role: string, folder: string) {
  const command = `TIMEFORMAT='%R %U %S'; time "$0" "$1" "$2" "$3"`;
  const args = ['-c', `{ ${command}; } 2>&1`, process.execPath, import.meta.filename, role, folder];
  const said = execFileSync('bash', args, { encoding: 'utf8', env: { ...process.env, ...CACHE } });
  const [wall = NaN, user = NaN, system = NaN] =
    said.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return { wall, cpu: user + system };
}

async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'overfly-film-bench-'));
  try {
    await makePictures(folder);
    const rounds = Array.from({ length: ROUNDS }, () => ({
      bare: timed('bare', folder),
      product: timed('product', folder),
    }));
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
    const [ours, theirs] = [of((round) => round.product.cpu), of((round) => round.bare.cpu)];
    const [wall, long] = [of((round) => round.product.wall), WEEKS * SECONDS];
    const met = (isMet: boolean) => (isMet ? '' : ': NOT MET');
    console.log(
      `film of ${WEEKS} photos: CPU ${ours.toFixed(1)} s, ffmpeg ${theirs.toFixed(1)} s, ` +
        `${(ours / theirs).toFixed(2)} (limit ${LIMITS.cpu})${met(ours <= theirs * LIMITS.cpu)}; ` +
        `${long.toFixed(0)} s of film in ${wall.toFixed(1)} s, ${(long / wall).toFixed(1)} x real time ` +
        `(limit ${LIMITS.realTime})${met(long >= wall * LIMITS.realTime)}; ffmpeg in ${of((round) => round.bare.wall).toFixed(1)} s`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [role, folder = ''] = process.argv.slice(2);
if (role === 'product') await product(folder);
else if (role === 'bare') bare(folder);
else await measure();
