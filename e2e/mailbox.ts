import { readMailbox, type ReceivedMail } from '#test/mailbox.ts';
import { expect } from './product.ts';

/** Emails to an address, once there are `count`; oldest first. */
export async function mailsTo(dataDir: string, address: string, count: number) {
  const mails = async (): Promise<ReceivedMail[]> =>
    (await readMailbox(dataDir)).filter(({ to }) => to === address);
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(count);
  return mails();
}

/** URL of the button in the newest of `count` emails. */
export async function newestLink(dataDir: string, address: string, count: number): Promise<string> {
  const mails = await mailsTo(dataDir, address, count);
  return mails.at(-1)?.links[0] ?? '';
}
