import { expect, onTestFinished, test } from 'vitest';
import { startWebhookReceiver } from '#test/webhook-receiver.ts';
import { discoveryProblem } from './provider.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

test.each([
  ['returns a web page', 200, '<!doctype html>', {}, 'has no OpenID Connect settings'],
  ['has no settings', 404, '', {}, 'has no OpenID Connect settings'],
  ['is another issuer', 200, '{"issuer":"https://a.example"}', JSON_TYPE, 'spells its issuer'],
  ['hangs', null, '', {}, 'No identity provider answers at'],
] as const)('an issuer that %s', async (...[, status, body, headers, text]) => {
  const server = await startWebhookReceiver();
  onTestFinished(() => server.close());
  server.answer(status, body, headers);
  const oidc = { issuer: server.url, clientId: 'a', clientSecret: 'b', name: '', domains: null };
  expect(await discoveryProblem({ ...oidc, trustsAddresses: false }, 0.2)).toContain(text);
});
