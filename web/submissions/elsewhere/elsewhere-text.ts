import type { ElsewhereFile, FilesElsewhere } from '#domain/elsewhere.ts';
import { groupBy } from '#domain/group-by.ts';
import { distanceText, type Units } from '#domain/units.ts';
import { counted } from '#web/lib/formats.ts';

export type ElsewhereGroup = { nearest: ElsewhereFile['nearest']; files: ElsewhereFile[] };

/** Groups files by the nearest project, largest group first. Files not near any project come last. */
export function groupElsewhere(files: readonly ElsewhereFile[]): ElsewhereGroup[] {
  const groups = [...groupBy(files, ({ nearest }) => nearest?.projectId)];
  return groups
    .map(([, group]) => ({ nearest: group[0]?.nearest ?? null, files: group }))
    .toSorted(
      (a, b) =>
        Number(a.nearest === null) - Number(b.nearest === null) || b.files.length - a.files.length,
    );
}

/**
 * Whether the group has most of the submission's files with a known position, so that the project is probably wrong.
 */
export const isMajority = (
  { files }: ElsewhereGroup,
  { placed }: Pick<FilesElsewhere, 'placed'>,
): boolean => files.length * 2 > placed;

/**
 * For example '3.4 mi from Harbor Tower', or for several files '3.4–5 mi from Harbor Tower'; null if no distance is
 * known.
 */
export function distanceFrom(
  files: readonly Pick<ElsewhereFile, 'meters'>[],
  projectName: string,
  units: Units,
): string | null {
  const meters = files.flatMap((file) => file.meters ?? []);
  if (meters.length === 0) return null;
  const [least = '', most = ''] = [Math.min(...meters), Math.max(...meters)].map((each) =>
    distanceText(each, units),
  );
  return `${least === most ? least : rangeText(least, most)} from ${projectName}`;
}

/** A range of two numbers with units; a shared unit is shown once. */
function rangeText(least: string, most: string): string {
  const [number, unit] = least.split(/\s/);
  return `${unit === most.split(/\s/)[1] ? number : least}–${most}`;
}

/** For example '3.4 mi from Harbor Tower, near North Yard'. */
export const placeText = (
  files: readonly ElsewhereFile[],
  projectName: string,
  units: Units,
): string =>
  [
    distanceFrom(files, projectName, units),
    files[0]?.nearest && `near ${files[0].nearest.projectName}`,
  ]
    .filter(Boolean)
    .join(', ');

/** For example '4 files near North Yard'. */
export function groupTitle({ nearest, files }: ElsewhereGroup): string {
  const some = counted(files.length, 'file');
  return nearest ? `${some} near ${nearest.projectName}` : `${some} not near any of your projects`;
}

const MAX_NAMED = 5;

export const elsewhereWarnings = (
  { files }: Pick<FilesElsewhere, 'files'>,
  projectName: string,
  units: Units,
): string[] =>
  groupElsewhere(files).map((group) => {
    const { files: there } = group;
    const names = there.slice(0, MAX_NAMED).map(({ fileName }) => fileName);
    const rest = there.length > MAX_NAMED ? ` and ${there.length - MAX_NAMED} more` : '';
    const taken = counted(there.length, 'file was', 'files were');
    return `${taken} taken ${placeText(there, projectName, units)}: ${names.join(', ')}${rest}.`;
  });

/** Where to move the files by default: to the nearest project, if it's the same for all of them. */
export function proposedTarget(files: readonly ElsewhereFile[]) {
  const [group, other] = groupElsewhere(files);
  if (!group?.nearest || other) return undefined;
  const { projectId, draft } = group.nearest;
  return { projectId, draftId: draft?.id ?? null };
}
