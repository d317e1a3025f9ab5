import { parseDriveLink } from '#domain/drive-address.ts';
import { type DriveLink, isDriveFile } from '#domain/drive-links.ts';

/** A link of a text to one file in Google Drive, as it is imported. `linkId` is that of the text. */
export type NamedLink = {
  linkId: string;
  id: string;
  name: string;
  url: string;
  resourceKey: string | null;
};

/** The links that lead to files, each with a name: its own, or one by its place. */
export function namedLinks(links: readonly DriveLink[]): NamedLink[] {
  return links.flatMap((link, index) => {
    const target = isDriveFile(link) ? parseDriveLink(link.url) : null;
    if (!target) return [];
    const { id: linkId, url } = link;
    const { id, resourceKey } = target;
    return [{ linkId, id, name: link.name ?? `Link ${index + 1}`, url, resourceKey }];
  });
}
