import { implement } from '@orpc/server';
import { pins } from '#contract/pins.ts';
import { call, callAs, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { setReplyPicture } from './reply-pictures.ts';
import {
  changePin,
  createPin,
  peopleForPins,
  pinFor,
  pinsFor,
  pinsOnFile,
  removePin,
  replyToPin,
  restorePin,
  revokeGuest,
} from './service.ts';

const os = implement(pins).$context<ApiContext>();

export const pinRoutes = {
  list: os.list.use(signedIn).handler(call(pinsFor)),
  onFile: os.onFile.use(signedIn).handler(callAs('pins', pinsOnFile)),
  get: os.get.use(signedIn).handler(call(pinFor)),
  create: os.create.use(signedIn).handler(call(createPin)),
  update: os.update.use(signedIn).handler(call(changePin)),
  reply: os.reply.use(signedIn).handler(call(replyToPin)),
  addPicture: os.addPicture.use(signedIn).handler(call(setReplyPicture)),
  remove: os.remove.use(signedIn).handler(call(removePin)),
  restore: os.restore.use(signedIn).handler(call(restorePin)),
  revokeGuest: os.revokeGuest.use(signedIn).handler(call(revokeGuest)),
  people: os.people.use(signedIn).handler(callAs('people', peopleForPins)),
};
