import { crc32 } from 'node:zlib';
import { escapeHtml } from '#domain/html.ts';
import { IDENTITY } from '#domain/homography.ts';
import { presetFor } from '#domain/pictures.ts';
import { PIN_KIND_LABELS, pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin, PinReply } from '#domain/pins.ts';
import { zipStream } from '#domain/zip.ts';
import { presetKey, type Storage } from '#server/platform/storage/storage.ts';

export type ExportedPin = Pin & { replies: PinReply[]; link: string };
type Files = {
  storage: Storage;
  pins: readonly ExportedPin[];
  modifiedAt: Date;
  isVisible: (pinId: string) => Promise<boolean>;
};

const MAX_TITLE = 100;

/** BIM Collaboration Format 2.1 (buildingSMART). Elements are in the order of its markup.xsd. */
export const bcfZip = (files: Files) => zipStream(filesOf(files));

async function* filesOf({ storage, pins, modifiedAt, isVisible }: Files) {
  const file = (name: string, content: Buffer | string) => {
    const bytes = Buffer.from(content);
    return { name, bytes, crc32: crc32(bytes), modifiedAt };
  };
  const version = element('DetailedVersion', '2.1');
  yield file('bcf.version', xml(`<Version VersionId="2.1">${version}</Version>`));
  for (const pin of pins) {
    if (!(await isVisible(pin.id))) continue;
    const snapshot = await snapshotOf(storage, pin);
    yield file(`${pin.id}/markup.bcf`, markupOf(pin, snapshot !== null));
    if (!snapshot) continue;
    yield file(`${pin.id}/viewpoint.bcfv`, xml(`<VisualizationInfo Guid="${pin.id}"/>`));
    yield file(`${pin.id}/snapshot.jpg`, snapshot);
  }
}

const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`;

/** Without the characters that XML 1.0 doesn't allow. */
const element = (name: string, text: string | null) => {
  const allowed = text?.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return allowed === undefined ? '' : `<${name}>${escapeHtml(allowed)}</${name}>`;
};

function markupOf(pin: ExportedPin, hasSnapshot: boolean): string {
  const { id, kind, text } = pin;
  const label = PIN_KIND_LABELS[kind];
  const topic = [
    element('ReferenceLink', pin.link),
    element('Title', text.split('\n', 1)[0]?.slice(0, MAX_TITLE) || label),
    element('CreationDate', pin.createdAt),
    element('CreationAuthor', pin.author ?? 'Unknown'),
    // The end of the day at the site, which is a time without a zone.
    element('DueDate', pin.dueOn && `${pin.dueOn}T23:59:59`),
    element('AssignedTo', pin.assignee?.name ?? null),
    element('Description', text),
  ];
  const comments = pin.replies.map(({ state, ...reply }) => {
    const change = state ? `(${pinStateLabel({ kind, state })})` : '';
    const parts = [
      element('Date', reply.createdAt),
      element('Author', reply.author ?? 'Unknown'),
      element('Comment', [reply.text, change].filter(Boolean).join('\n')),
    ];
    return `<Comment Guid="${reply.id}">${parts.join('')}</Comment>`;
  });
  const view = element('Viewpoint', 'viewpoint.bcfv') + element('Snapshot', 'snapshot.jpg');
  const viewpoints = hasSnapshot ? `<Viewpoints Guid="${id}">${view}</Viewpoints>` : '';
  const attributes = `Guid="${id}" TopicType="${label}" TopicStatus="${pinStateLabel(pin)}"`;
  const content = `<Topic ${attributes}>${topic.join('')}</Topic>${comments.join('')}${viewpoints}`;
  return xml(`<Markup>${content}</Markup>`);
}

/** Null unless the pin is on a photo: frames of videos aren't stored. */
async function snapshotOf(
  storage: Storage,
  { place, photo, drawing }: Pin,
): Promise<Buffer | null> {
  if (place.kind !== 'file' || place.seconds !== null || !photo?.width || !photo.height)
    return null;
  const key = presetKey(place.fileId, presetFor(photo.presets, Infinity) ?? 0);
  if ((await storage.size(key)) === null) return null;
  // The image library takes 20 MB of memory, so it's loaded only when needed.
  const { cutSpot } = await import('#server/platform/media/stored-pictures.ts');
  const size = { width: photo.width, height: photo.height };
  const spot = { photo: size, matrix: IDENTITY, marked: size, at: place, drawing };
  return cutSpot(await storage.read(key), spot);
}
