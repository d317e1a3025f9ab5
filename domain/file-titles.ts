import { compass, looksDown } from './directions.ts';

type TitledFile = {
  id: string;
  kind?: string | undefined;
  viewpointName?: string | null | undefined;
  gimbalYaw?: number | null | undefined;
  gimbalPitch?: number | null | undefined;
};

export function directionText({ gimbalYaw, gimbalPitch }: TitledFile): string | null {
  if (looksDown({ gimbalPitch: gimbalPitch ?? null })) return 'straight down';
  return gimbalYaw == null ? null : `facing ${compass(gimbalYaw)}`;
}

/** The viewpoint's name ('North gate'), or a number among files of the same kind: 'Photo 3, facing east', 'Video 1'. */
export function fileTitle(files: readonly TitledFile[], file: TitledFile): string {
  if (file.viewpointName) return file.viewpointName;
  const isVideo = file.kind === 'video';
  const kindOf = ({ kind = 'photo' }: TitledFile) => kind;
  const alike = files.filter((other) => kindOf(other) === kindOf(file));
  const turn = alike.findIndex(({ id }) => id === file.id) + 1;
  const title = `${isVideo ? 'Video' : 'Photo'} ${Math.max(1, turn)}`;
  return [title, isVideo ? null : directionText(file)].filter(Boolean).join(', ');
}
