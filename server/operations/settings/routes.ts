import { implement } from '@orpc/server';
import { settings } from '#contract/settings.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { addPicture } from './pictures.ts';
import { readAbout } from './about.ts';
import { previewMap, saveSettings, sendTestEmail, settingsFor } from './service.ts';

const os = implement(settings).$context<ApiContext>();
const manage = withAbility('settings.manage');

export const settingsRoutes = {
  get: os.get.use(withAbility('settings.read')).handler(call(settingsFor)),
  save: os.save.use(manage).handler(call(saveSettings)),
  addPicture: os.addPicture.use(manage).handler(call(addPicture)),
  about: os.about.use(withAbility('settings.read')).handler(call(readAbout)),
  previewMap: os.previewMap.use(manage).handler(call(previewMap)),
  sendTestEmail: os.sendTestEmail.use(manage).handler(call(sendTestEmail)),
};
