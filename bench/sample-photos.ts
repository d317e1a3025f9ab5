// The photos of the sample and what its renderer knows of them, as the benches of viewpoints take them.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Pose } from '#domain/viewpoints.ts';
import type { Registrable } from '#server/platform/alignment/register.ts';

const SITE = join(import.meta.dirname, '../demo/site');
const MADE = join(tmpdir(), 'overfly-alignment-bench');
export const REFERENCE_WEEK = 5;
export type Photo = { name: string; picture: Registrable; pose: Pose };
type Truth = {
  photos: {
    file: string;
    week: number;
    viewpoint: string;
    taken: string;
    pose: { east: number; north: number; altitude: number; yaw: number; pitch: number };
  }[];
  groundHomographies: { viewpoint: string; from: number; to: number; homography: number[] }[];
};

export type Entry = Truth['photos'][number];

/** WEEKS=1,5,10 looks at some weeks only. */
const WEEKS = process.env['WEEKS']?.split(',').map(Number);
const whole = JSON.parse(readFileSync(join(SITE, 'truth.json'), 'utf8')) as Truth;
export const truth = {
  ...whole,
  photos: whole.photos.filter(({ week }) => WEEKS?.includes(week) ?? true),
};

/** Makes the pictures that the product would have made; `turn` degrees turns them first. */
export async function pictureOf(file: string, turn = 0): Promise<Registrable> {
  mkdirSync(MADE, { recursive: true });
  const pathOf = (width: number) =>
    join(MADE, `${file.replaceAll('/', '_').slice(-60)}.${turn}.${width}.webp`);
  const { width, height } = await sharp(file).metadata();
  if (!existsSync(pathOf(1024))) {
    const upright = await sharp(file)
      .resize({ width: 2048 })
      .rotate(turn)
      .png({ compressionLevel: 0 })
      .toBuffer();
    for (const preset of [2048, 1024]) {
      await sharp(upright)
        .resize({ width: preset })
        .webp({ quality: 76, effort: 1 })
        .toFile(pathOf(preset));
    }
  }
  const full = turn % 180 === 0 ? { width, height } : { width: height, height: width };
  return { paths: [pathOf(1024), pathOf(2048)], full };
}

export async function samplePhoto(entry: Entry, turn = 0): Promise<Photo> {
  const { yaw, pitch } = entry.pose;
  const pose = { gimbalPitch: pitch, gimbalYaw: yaw, flightYaw: yaw };
  const picture = await pictureOf(join(SITE, entry.file), turn);
  return { name: `${entry.file}${turn ? ` turned ${turn}` : ''}`, picture, pose };
}

export const NOISE = { metres: 3, degrees: 8 };
const METRES_A_DEGREE = 111_195;

/** A pose as a photo says it, up to so much beside where it was taken and looked to; exact without `next`. */
export function toldPose({ pose }: Entry, next?: () => number): Pose {
  const beside = (most: number) => (next ? (next() * 2 - 1) * most : 0);
  const angle = beside(Math.PI);
  const off = beside(NOISE.metres);
  return {
    latitude: (pose.north + off * Math.cos(angle)) / METRES_A_DEGREE,
    longitude: (pose.east + off * Math.sin(angle)) / METRES_A_DEGREE,
    relativeAltitude: pose.altitude + beside(NOISE.metres),
    gimbalYaw: pose.yaw + beside(NOISE.degrees),
    gimbalPitch: pose.pitch + beside(NOISE.degrees),
  };
}

/** The same in every run (Lehmer, as Park and Miller), from 0 to 1. */
export function sameNumbers() {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
