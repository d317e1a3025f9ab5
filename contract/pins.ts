import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Deleted } from '#domain/bin.ts';
import { Id } from '#domain/fields.ts';
import {
  Pin,
  PinChange,
  PinInput,
  PinPerson,
  PinQuery,
  PinReply,
  PinReplyInput,
} from '#domain/pins.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Pins'] });
const OfPin = z.object({ id: Id });
const PinWithReplies = Pin.extend({ replies: z.array(PinReply) });

/** Exported at /pins.csv and /pins.bcfzip. */
export const pins = {
  list: route('GET', '/pins', 'List pins')
    .input(PinQuery)
    .output(z.object({ pins: z.array(Pin), found: z.int() })),
  /** Pins on the file, and on other photos of its viewpoint. At most 500, newest first. */
  onFile: route('GET', '/files/{fileId}/pins', 'List the pins of a file and its viewpoint')
    .input(z.object({ fileId: Id }))
    .output(z.object({ pins: z.array(Pin) })),
  get: route('GET', '/pins/{id}', 'Get a pin and its replies').input(OfPin).output(PinWithReplies),
  /** Creating it again with the same id changes nothing. */
  create: route('POST', '/pins', 'Create a pin').input(PinInput).output(PinWithReplies),
  /** PIN_CHANGED if someone else changed it since `version`. */
  update: route('PATCH', '/pins/{id}', 'Change a pin').input(PinChange).output(PinWithReplies),
  /** Sending it again with the same `replyId` changes nothing. */
  reply: route('POST', '/pins/{id}/replies', 'Reply to a pin, or change its state')
    .input(PinReplyInput)
    .output(PinWithReplies),
  /** `body` is the file: JPEG, PNG or WebP. Creates the reply if its id is new. */
  addPicture: oc
    .route({
      method: 'POST',
      path: '/pins/{id}/replies/{replyId}/picture',
      summary: 'Add a picture to a reply',
      tags: ['Pins'],
      inputStructure: 'detailed',
    })
    .input(z.object({ params: z.object({ id: Id, replyId: Id }), body: z.file() }))
    .output(PinWithReplies),
  /** Moves it to the bin. */
  remove: route('DELETE', '/pins/{id}', 'Delete a pin').input(OfPin).output(Deleted),
  /** For its author, who has no access to the bin. */
  restore: route('POST', '/pins/{id}/restore', 'Restore a deleted pin')
    .input(OfPin)
    .output(PinWithReplies),
  /** The guest can't open the pin any more. Assign it to them again to send a new link. */
  revokeGuest: route('POST', '/pins/{id}/revoke-guest', "Revoke a guest's link")
    .input(OfPin)
    .output(PinWithReplies),
  /** People a pin of the project can be assigned to. */
  people: route('GET', '/projects/{projectId}/pin-people', 'List people to assign pins to')
    .input(z.object({ projectId: Id }))
    .output(z.object({ people: z.array(PinPerson) })),
};
