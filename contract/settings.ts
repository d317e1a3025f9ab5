import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Email } from '#domain/accounts.ts';
import { PictureUse } from '#domain/site-pictures.ts';
import { About, SectionName, SettingsChange, SettingsPage } from '#domain/settings.ts';

const route = (method: 'GET' | 'POST' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Settings'] });

export const settings = {
  get: route('GET', '/operator/settings/{section}', 'Get the settings of a section')
    .input(z.object({ section: SectionName }))
    .output(SettingsPage),
  save: route('PATCH', '/operator/settings/{section}', 'Change settings of a section')
    .input(SettingsChange)
    .output(SettingsPage),
  /** `body` is the file itself. A setting's value can be the returned path. */
  addPicture: oc
    .route({
      method: 'POST',
      path: '/operator/settings/images',
      summary: 'Upload a picture for the site',
      tags: ['Settings'],
      inputStructure: 'detailed',
    })
    .input(z.object({ query: z.object({ use: PictureUse }), body: z.file() }))
    .output(z.object({ path: z.string() })),
  about: route(
    'GET',
    '/operator/settings/about',
    'Get version, licenses and facts of the system',
  ).output(About),
  previewMap: route('POST', '/operator/settings/map-preview', 'Try map settings without saving')
    .input(SettingsChange.pick({ values: true }))
    /** `preview`: for the query of the map's page. */
    .output(z.object({ preview: z.string() })),
  sendTestEmail: route('POST', '/operator/settings/test-email', 'Send a test email')
    .input(z.object({ to: Email }))
    /** `answer`: what the mail server replied, or why it couldn't be reached. */
    .output(z.object({ isAccepted: z.boolean(), answer: z.string() })),
};
