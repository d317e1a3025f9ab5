import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test, testOnBoth } from './product.ts';
import { CLIENT, signInByApi, PROJECT, OPEN_PHOTO, PHOTO } from './sample-site.ts';

/** Opens the second photo of the newest week; returns the viewer. */
async function openPhoto(page: Page) {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await page.getByRole('button', { name: OPEN_PHOTO }).nth(1).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.getByRole('button', { name: 'Single' }).click();
  await expect(viewer.getByRole('img', { name: PHOTO })).toBeVisible();
  return viewer;
}

type Viewer = Awaited<ReturnType<typeof openPhoto>>;

const form = (viewer: Viewer) => viewer.getByRole('form', { name: 'New pin' });
const text = (viewer: Viewer) => form(viewer).getByRole('textbox', { name: 'Text' });

async function spotOn(viewer: Viewer, share: number) {
  const box = await viewer.getByRole('img', { name: PHOTO }).boundingBox();
  if (!box) throw new Error('No photo.');
  return { x: box.x + box.width * share, y: box.y + box.height * share };
}

/** Holds a finger on the photo until the form opens. */
async function pressAndHold(page: Page, viewer: Viewer) {
  const client = await page.context().newCDPSession(page);
  const touchPoints = [await spotOn(viewer, 0.6)];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(form(viewer)).toBeVisible();
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

testOnBoth(
  'a client pins a spot, sees it in an earlier week, and gets it done',
  async ({ page, isMobile }) => {
    const viewer = await openPhoto(page);
    const said = `Flashing missing ${isMobile ? 'near the ramp' : 'at the parapet'}`;
    if (isMobile) {
      await pressAndHold(page, viewer);
    } else {
      await page.keyboard.press('p');
      await expect(viewer.getByRole('button', { name: /^Choose the spot/ })).toBeFocused();
      const { x, y } = await spotOn(viewer, 0.4);
      await page.mouse.click(x, y);
    }
    await text(viewer).fill(said);
    await form(viewer).getByText('More', { exact: true }).click();
    await expectAccessible(page, 'a new pin');
    await form(viewer).getByRole('button', { name: 'Save Pin' }).click();
    const pin = viewer.getByRole('article', { name: 'Pin' });
    await expect(pin.getByText(said)).toBeVisible();
    const marker = (state: string) =>
      viewer.getByRole('button', { name: `Pin, ${state}: ${said}`, exact: true });
    await expect(marker('Open')).toBeVisible();

    await viewer.getByRole('button', { name: 'Earlier week' }).click();
    await expect(marker('Open')).toBeVisible();
    await viewer.getByRole('button', { name: 'Later week' }).click();

    await pin.getByRole('textbox', { name: 'Reply' }).fill('Ordered');
    await pin.getByRole('button', { name: 'Reply' }).click();
    await expect(pin.getByRole('list', { name: 'Replies' })).toContainText('Ordered');
    await pin.getByRole('button', { name: 'Mark Done' }).click();
    await expect(pin.getByText('Changed to “Done”')).toBeVisible();
    await expect(marker('Done')).toBeVisible();
    await expectAccessible(page, 'a pin with replies');

    await pin.getByRole('button', { name: 'Delete' }).click();
    await expect(marker('Done')).toHaveCount(0);
    await viewer.getByRole('button', { name: 'Undo' }).click();
    await expect(marker('Done')).toBeVisible();
    await page.goto(page.url());
    await marker('Done').click();
    await expect(pin.getByText('Ordered')).toBeVisible();
  },
);

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('a pin placed with the keyboard is kept until it is sent', async ({ page }) => {
    const viewer = await openPhoto(page);
    const place = async () => {
      await page.keyboard.press('p');
      await expect(viewer.getByRole('button', { name: /^Choose the spot/ })).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    };
    await place();
    await text(viewer).fill('Is this crack new?');
    await page.keyboard.press('Escape');
    await expect(viewer.getByText('Your text is kept')).toBeVisible();
    await page.reload();
    await expect(viewer.getByRole('img', { name: PHOTO })).toBeVisible();
    await place();
    await expect(text(viewer)).toHaveValue('Is this crack new?');

    await page.route('**/api/pins', (route) => route.abort('internetdisconnected'));
    await form(viewer).getByRole('button', { name: 'Save Pin' }).click();
    await expect(form(viewer).getByRole('alert')).toContainText('kept on this device');
    await page.unroute('**/api/pins');
    await form(viewer).getByRole('button', { name: 'Send Again' }).click();
    const marker = viewer.getByRole('button', { name: 'Pin, Open: Is this crack new?' });
    await expect(marker).toHaveCount(1);
    await place();
    await expect(text(viewer)).toHaveValue('');
  });
});
