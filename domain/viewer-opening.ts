/** The parameter of a page's URL that has the state of the photo viewer. */
export const VIEW_PARAMETER = 'view';

/** A file of a submission. If `fileId` is null, the viewer chooses the file. */
export type Place = { submissionId: string; fileId: string | null };

/**
 * The start of the parameter's value. In a comparison, the after photo comes first. `split` is the position of the
 * divider in percent. Uses only characters that URLs don't escape, so that it stays readable.
 */
export function viewText(
  mode: string,
  places: readonly Place[],
  split?: number,
  overlay = 'slider',
): string {
  const files = places.map(
    ({ submissionId, fileId }) => `_${submissionId}${fileId ? `.${fileId}` : ''}`,
  );
  const divider = split === undefined ? '' : `_${overlay[0]}${Math.round(split)}`;
  return `${mode}${files.join('')}${divider}`;
}
