import { expectAlert } from './alert.ts';
import { makeDraft, publish } from './new-draft.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi } from './sample-site.ts';

test('a client is notified of a published week and changes notification settings', async ({
  page,
  request,
}) => {
  const week = { title: 'Roof is on', summary: 'The roof is on.' };
  const { submissionId } = await makeDraft(request, 'Bell Tower', week);
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/account');
  const setting = page.getByRole('group', { name: 'Share link about to expire' });
  await expect(setting).toBeVisible();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? ''));
  const before = await unread();
  await publish(request, submissionId);
  await expect.poll(unread).toBe(before + 1);

  await bell.click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const entry = list.getByRole('link', { name: /Roof is on/ });
  await expect(entry).toContainText('(unread)');
  await list.getByRole('button', { name: 'Mark All as Read' }).click();
  await expect(entry).not.toContainText('(unread)');
  await expect.poll(unread).toBe(0);

  await list.getByRole('link', { name: 'Notification Settings' }).click();
  await expect(list).toBeHidden();
  const pace = setting.getByRole('combobox', { name: 'Email' });
  await pace.selectOption('Weekly, on Mondays');
  await expectAlert(page, 'Notification settings saved');
  await page.reload();
  await expect(pace.getByRole('option', { name: 'Weekly, on Mondays' })).toHaveJSProperty(
    'selected',
    true,
  );
  await expect(setting.getByRole('switch', { name: 'In the app' })).toBeChecked();
});
