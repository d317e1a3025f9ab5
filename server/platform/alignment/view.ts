import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { findFeatures, type Features } from './features.ts';
import { readGrey, type GreyPicture } from './grey-picture.ts';
import type { OpenCv } from './opencv.ts';

/** A picture and what it can be recognized by, which is found when it is first asked for. */
export type View = { picture: GreyPicture; features: () => Features };

/** Features of a picture at the most. */
const MOST = 1800;

/** Five photos that are laid on one another, at both widths: up to 3 MB each. */
const RECENT = 10;
const recent = new LRUCache<string, View>({ max: RECENT });

/** Reads a picture of ours, or finds it among those seen last: the reference is one of every pair of its viewpoint. */
export async function viewOf(cv: OpenCv, path: string, width: number): Promise<View> {
  const { mtimeMs, size } = await stat(path);
  const key = [path, mtimeMs, size, width].join(' ');
  const seen = recent.get(key);
  if (seen) return seen;
  const picture = await readGrey(path, width);
  let found: Features | undefined;
  const view = { picture, features: () => (found ??= findFeatures(cv, picture, MOST)) };
  recent.set(key, view);
  return view;
}
