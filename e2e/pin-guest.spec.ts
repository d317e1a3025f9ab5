import { randomUUID } from 'node:crypto';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { newestLink } from './mailbox.ts';
import { expect, test } from './product.ts';
import { photosOf, projectViewpoints } from './read-api.ts';
import { CLIENT, PROJECT, signInByApi } from './sample-site.ts';

const EMAIL = 'roofer@roofs.example';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a guest opens the emailed link on a phone, replies with a photo and marks the pin as done', async ({
  page,
  newPerson,
  program,
}) => {
  await signInByApi(page.request, CLIENT);
  const { viewpoints } = await projectViewpoints(page, PROJECT);
  const photo = (await photosOf(page, viewpoints[0]?.id)).at(-1);
  const id = randomUUID();
  const made = await page.request.post('/api/pins', {
    data: {
      id,
      place: { kind: 'file', fileId: photo?.id, x: 0.45, y: 0.55 },
      text: 'Flashing missing here',
      assignee: { email: EMAIL },
    },
  });
  expect(made.ok()).toBe(true);

  const guest = await newPerson();
  await guest.goto(await newestLink(program.dataDir, EMAIL, 1));
  await expect(guest.getByText('Flashing missing here')).toBeVisible();
  const spot = guest.getByAltText('The spot, marked with a circle');
  await expect.poll(() => spot.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(720);
  await expect(guest.getByRole('heading', { name: 'This spot, week by week' })).toBeVisible();
  await expectAccessibleInBothSchemes(guest, 'the page of a guest');
  const isWide = () => document.documentElement.scrollWidth > innerWidth;
  expect(await guest.evaluate(isWide)).toBe(false);

  await guest.getByLabel('Message').fill('Done this morning');
  const buffer = await jpegPhoto({ width: 3000, height: 2000 });
  await guest
    .getByLabel('Photo (optional)')
    .setInputFiles({ name: 'roof.jpg', mimeType: 'image/jpeg', buffer });
  await guest.getByRole('button', { name: 'Mark Done' }).click();
  await expect(guest.getByText('Done this morning')).toBeVisible();
  await expect(guest.getByAltText('Photo with this reply')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Mark Done' })).toHaveCount(0);
  await guest.reload();
  const answer = await page.request.get(`/api/pins/${id}`);
  expect(await answer.json()).toMatchObject({
    state: 'done',
    guest: { views: 1 },
    replies: [{ author: EMAIL, text: 'Done this morning', hasPicture: true }],
  });
});
