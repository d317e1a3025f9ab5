// No zod here, to keep the share page's script small.

/** Preview widths in pixels. Photos are never enlarged. */
export const PRESETS = [256, 512, 768, 1024, 2048] as const;

/** The `mediaUrl` is signed, stable for hours, and doesn't reveal the file name. */
export const pictureUrl = (mediaUrl: string, preset: number) => `${mediaUrl}/w${preset}.webp`;

export const presetFor = (presets: readonly number[], width: number): number | null =>
  presets.toSorted((a, b) => a - b).find((preset) => preset >= width) ??
  presets.toSorted((a, b) => b - a)[0] ??
  null;

export const videoUrl = (mediaUrl: string) => `${mediaUrl}/video.mp4`;
