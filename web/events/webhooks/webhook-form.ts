import { WebhookInput } from '#domain/webhooks.ts';

/** What is wrong with an address as it was typed. Whether it leads somewhere, only the server knows. */
export const addressError = (url: string): string | null =>
  WebhookInput.shape.url.safeParse(url).error?.issues[0]?.message ?? null;
