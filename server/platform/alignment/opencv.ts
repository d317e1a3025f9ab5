import { createRequire } from 'node:module';

type CvObject = { delete(): void };

/** The `data` fields are views that become invalid when OpenCV's memory grows, so read them immediately. */
export type Mat = CvObject & {
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
  readonly data32F: Float32Array;
  readonly data64F: Float64Array;
  empty(): boolean;
};

type KeyPoint = { pt: { x: number; y: number }; response: number; angle: number; octave: number };
type KeyPoints = CvObject & {
  size(): number;
  get(index: number): KeyPoint;
  push_back(one: KeyPoint): void;
};
type Orb = CvObject & {
  detect(picture: Mat, found: KeyPoints, mask: Mat): void;
  compute(picture: Mat, keyPoints: KeyPoints, descriptors: Mat): void;
};
type Clahe = CvObject & { apply(picture: Mat, made: Mat): void };
type Dimensions = { width: number; height: number };

export type OpenCv = {
  Mat: { new (): Mat; new (rows: number, cols: number, type: number): Mat };
  KeyPointVector: new () => KeyPoints;
  ORB: new (
    features: number,
    scaleFactor: number,
    levels: number,
    edgeThreshold: number,
    firstLevel: number,
    wtaK: number,
    score: number,
    patchSize: number,
    fastThreshold: number,
  ) => Orb;
  CLAHE: new (clipLimit: number, tiles: unknown) => Clahe;
  Size: new (width: number, height: number) => Dimensions;
  TermCriteria: new (type: number, count: number, epsilon: number) => unknown;
  matFromArray(rows: number, cols: number, type: number, values: ArrayLike<number>): Mat;
  findHomography(
    from: Mat,
    to: Mat,
    how: number,
    px: number,
    mask: Mat,
    tries: number,
    sure: number,
  ): Mat;
  warpPerspective(from: Mat, to: Mat, matrix: Mat, size: Dimensions, flags: number): void;
  cornerMinEigenVal(picture: Mat, made: Mat, blockSize: number): void;
  resize(from: Mat, to: Mat, size: Dimensions, fx: number, fy: number, how: number): void;
  calcOpticalFlowPyrLK(
    from: Mat,
    to: Mat,
    points: Mat,
    found: Mat,
    status: Mat,
    error: Mat,
    window: Dimensions,
    levels: number,
    until: unknown,
  ): void;
  exceptionFromPtr(pointer: number): { msg: string };
} & Record<Constant, number>;

type Constant =
  | 'CV_8UC1'
  | 'CV_32FC2'
  | 'CV_64FC1'
  | 'USAC_MAGSAC'
  | 'INTER_LINEAR'
  | 'INTER_AREA'
  | 'TERM_CRITERIA_COUNT'
  | 'TERM_CRITERIA_EPS'
  | 'ORB_HARRIS_SCORE';

let loaded: Promise<{ cv: OpenCv }> | undefined;

/** Takes about a second the first time. The result is wrapped, because awaiting the module itself never ends. */
export function loadOpenCv(): Promise<{ cv: OpenCv }> {
  loaded ??= load();
  return loaded;
}

type Loading = OpenCv & { then?: unknown; onRuntimeInitialized?: () => void };

async function load(): Promise<{ cv: OpenCv }> {
  const require = createRequire(import.meta.url);
  const required = require('@techstark/opencv-js') as Loading | Promise<Loading>;
  const boxed =
    required instanceof Promise ? await required.then(withoutThen) : withoutThen(required);
  if (!('Mat' in boxed.cv))
    await new Promise<void>((resolve) => {
      boxed.cv.onRuntimeInitialized = resolve;
    });
  delete boxed.cv.then;
  return boxed;
}

function withoutThen(cv: Loading): { cv: Loading } {
  delete cv.then;
  return { cv };
}

/** Deletes everything passed to `hold` when `work` ends. Turns OpenCV's exceptions into errors with a message. */
export function withCvObjects<T>(
  cv: OpenCv,
  work: (hold: <H extends CvObject>(one: H) => H) => T,
): T {
  const held: CvObject[] = [];
  try {
    return work((one) => {
      held.push(one);
      return one;
    });
  } catch (error) {
    // OpenCV throws its exceptions as memory addresses.
    if (typeof error === 'number')
      throw new Error(cv.exceptionFromPtr(error).msg, { cause: error });
    throw error;
  } finally {
    for (const one of held.toReversed()) one.delete();
  }
}
