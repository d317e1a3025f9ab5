import { findSession } from '#server/platform/auth/sessions/session.ts';
import { makePerson, PASSWORD, signInAs } from '../factories.ts';
import { get, input, none, unique, type Prepare } from './attempt.ts';
import type { ViewerName } from './table.ts';
import type { World } from './world.ts';

const UNKNOWN_TOKEN = 'm'.repeat(43);
const newcomer = ({ company }: World) => ({
  email: `${unique().toLowerCase()}@newcomers.example`,
  password: PASSWORD,
  firstName: 'New',
  lastName: 'Comer',
  companyCode: company.companyCode,
});

/** A link emailed to a new person. */
const spareLink = async ({ ctx, company }: World, purpose: 'verify-email' | 'recover-password') => {
  const { id, email } = await makePerson(ctx, 'client', {
    companyId: company.id,
    emailVerified: false,
  });
  const link = { profileId: id, purpose, email };
  return ctx.db.as({ kind: 'system' }, (tx) => ctx.auth.tokens.issue(tx, link));
};

/** Another session of the viewer, or of a colleague if the viewer isn't a person. */
const idOfNewSession = async ({ ctx, people, colleague }: World, viewer?: ViewerName) => {
  const { email } = people[viewer as keyof typeof people] ?? colleague;
  const cookie = await signInAs(ctx, email);
  return (await findSession(ctx.db, cookie.split('=')[1] ?? '', ctx.clock()))?.sessionId;
};

export const ACCOUNT_REQUESTS: Record<string, Prepare> = {
  'session.signInMethods': none,
  'GET /api/session/oidc': () => get('/api/session/oidc'),
  'GET /api/session/oidc/callback': () => get('/api/session/oidc/callback?state=x&code=y'),
  'session.submitCode before the password': () => input({ code: '123456' }),
  'joining.checkCompanyCode': ({ company }) => input({ companyCode: company.companyCode }),
  'joining.signUp': (world) => input(newcomer(world)),
  'joining.signUp with an unknown code': (world) =>
    input({ ...newcomer(world), companyCode: 'NOSUCHCODE' }),
  'joining.signUp with a taken address': (world) =>
    input({ ...newcomer(world), email: world.people.admin.email }),
  'joining.sendVerification': (world) => input({ email: newcomer(world).email }),
  'joining.sendRecovery': (world) => input({ email: newcomer(world).email }),
  'joining.confirmAddress': async (world) =>
    input({ token: await spareLink(world, 'verify-email'), password: PASSWORD }),
  'joining.confirmAddress without the password': async (world) =>
    input({ token: await spareLink(world, 'verify-email') }),
  'joining.confirmAddress with a false token': () => input({ token: UNKNOWN_TOKEN }),
  'joining.recover': async (world) =>
    input({ token: await spareLink(world, 'recover-password'), password: PASSWORD }),
  'joining.recover with a false token': () => input({ token: UNKNOWN_TOKEN, password: PASSWORD }),
  'account.get': none,
  'account.update': () => input({ firstName: unique(), lastName: 'Other' }),
  'account.chooseUnits': () => input({ units: 'metric' }),
  'account.changeEmail': (world) => input({ email: newcomer(world).email, password: PASSWORD }),
  'account.changeEmail with a wrong password': (world) =>
    input({ email: newcomer(world).email, password: 'wrong' }),
  'account.changePassword': () => input({ password: PASSWORD, newPassword: PASSWORD }),
  'account.changePassword with a wrong password': () =>
    input({ password: 'wrong', newPassword: PASSWORD }),
  'account.sessions': none,
  'account.endSession': async (world, viewer) => input({ id: await idOfNewSession(world, viewer) }),
  'account.endSession of a colleague': async (world) => input({ id: await idOfNewSession(world) }),
  'account.endOtherSessions': none,
  'account.beginSecondFactor': () => input({ password: PASSWORD }),
  'account.confirmSecondFactor with a wrong code': () => input({ code: '000000' }),
  'account.endSecondFactor when it is off': () => input({ password: PASSWORD }),
  'account.renewRecoveryCodes when it is off': () => input({ password: PASSWORD }),
};
