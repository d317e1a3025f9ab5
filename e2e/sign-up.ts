import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { newestLink } from './mailbox.ts';
import { PASSWORD } from './sample-site.ts';

/** An unused address. */
export const newAddress = () => `${randomUUID().slice(0, 8)}@newcomers.example`;

/** Signs up with an address; returns the emailed verification link. */
export async function signUp(request: APIRequestContext, dataDir: string, email: string) {
  const person = { email, password: PASSWORD, firstName: 'Nadia', lastName: 'Comer' };
  const joined = await request.post('/api/accounts', {
    data: { ...person, companyCode: 'DEMO001' },
  });
  expect(joined.status()).toBe(200);
  return newestLink(dataDir, email, 1);
}
