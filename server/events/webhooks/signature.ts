import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** In the format of Standard Webhooks: 'whsec_' and 32 random bytes in base64. */
export const newWebhookSecret = () => SECRET_PREFIX + randomBytes(32).toString('base64');

type Message = { id: string; at: Date; body: string };

/** One signature per secret (standardwebhooks.com, version 1). */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
