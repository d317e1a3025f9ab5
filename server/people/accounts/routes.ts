import { implement } from '@orpc/server';
import { account } from '#contract/account.ts';
import { joining } from '#contract/joining.ts';
import type { AttemptOrigin } from '#server/platform/auth/attempt-limits.ts';
import { readToken, rememberDevice } from '#server/platform/http/cookie.ts';
import { signedInBeforeSetUp, type ApiContext } from '#server/platform/http/guards.ts';
import type { RequestSession } from '#server/platform/auth/sessions/session.ts';
import { confirmAddress } from './confirm-address.ts';
import { isCompanyCodeValid, signUp } from './join.ts';
import * as own from './own.ts';
import { requestLink, recoverPassword } from './recover.ts';
import * as secondFactor from './second-factor.ts';

const guest = implement(joining).$context<ApiContext>();

function strangerOf({ ctx, request }: ApiContext, email: string): AttemptOrigin {
  const device = ctx.auth.devices.find(readToken(ctx.config, request, 'devices'), email);
  return { email, address: request.ip, device };
}

/** A device that proved access to the mailbox isn't locked out by failed attempts elsewhere. */
function rememberMailProof<T extends { email: string }>(context: ApiContext, reader: T): T {
  rememberDevice(context, reader.email, 'mail');
  return reader;
}

/** For people who aren't signed in. Requests for links don't reveal who has an account. */
export const joiningRoutes = {
  checkCompanyCode: guest.checkCompanyCode.handler(async ({ context, input }) => ({
    isValid: await isCompanyCodeValid(context.ctx, input.companyCode, context.request.ip),
  })),
  signUp: guest.signUp.handler(({ context, input }) =>
    signUp(context.ctx, input, context.request.ip),
  ),
  sendVerification: guest.sendVerification.handler(({ context, input }) =>
    requestLink(context.ctx, 'verify-email', strangerOf(context, input.email)),
  ),
  sendRecovery: guest.sendRecovery.handler(({ context, input }) =>
    requestLink(context.ctx, 'recover-password', strangerOf(context, input.email)),
  ),
  confirmAddress: guest.confirmAddress.handler(async ({ context, input }) =>
    rememberMailProof(context, await confirmAddress(context.ctx, input, context.session)),
  ),
  recover: guest.recover.handler(async ({ context, input }) =>
    rememberMailProof(context, await recoverPassword(context.ctx, input)),
  ),
};

const os = implement(account).$context<ApiContext>();

const selfOf = ({ session, request }: ApiContext & { session: RequestSession }): own.Self => ({
  session,
  ipAddress: request.ip,
});

/** These routes are also open to people who must still set up a second factor. */
export const accountRoutes = {
  get: os.get
    .use(signedInBeforeSetUp)
    .handler(({ context }) => own.accountOf(context.ctx, context.session)),
  update: os.update
    .use(signedInBeforeSetUp)
    .handler(({ context, input }) => own.changeProfile(context.ctx, context.session, input)),
  chooseUnits: os.chooseUnits
    .use(signedInBeforeSetUp)
    .handler(({ context, input }) => own.chooseUnits(context.ctx, context.session, input)),
  changeEmail: os.changeEmail
    .use(signedInBeforeSetUp)
    .handler(({ context, input }) => own.requestEmailChange(context.ctx, selfOf(context), input)),
  changePassword: os.changePassword
    .use(signedInBeforeSetUp)
    .handler(({ context, input }) => own.changePassword(context.ctx, selfOf(context), input)),
  sessions: os.sessions.use(signedInBeforeSetUp).handler(async ({ context }) => ({
    sessions: await own.listSessions(context.ctx, context.session),
  })),
  endSession: os.endSession
    .use(signedInBeforeSetUp)
    .handler(({ context, input }) => own.endOwnSession(context.ctx, context.session, input.id)),
  endOtherSessions: os.endOtherSessions
    .use(signedInBeforeSetUp)
    .handler(({ context }) => own.endOtherSessions(context.ctx, context.session)),
  beginSecondFactor: os.beginSecondFactor
    .use(signedInBeforeSetUp)
    .handler(({ context, input }) =>
      secondFactor.beginSecondFactor(context.ctx, selfOf(context), input.password),
    ),
  confirmSecondFactor: os.confirmSecondFactor
    .use(signedInBeforeSetUp)
    .handler(async ({ context, input }) => {
      const codes = await secondFactor.confirmSecondFactor(
        context.ctx,
        selfOf(context),
        input.code,
      );
      rememberDevice(context, context.session.user.email, 'code');
      return codes;
    }),
  endSecondFactor: os.endSecondFactor
    .use(signedInBeforeSetUp)
    .handler(({ context, input }) =>
      secondFactor.endSecondFactor(context.ctx, selfOf(context), input.password),
    ),
  renewRecoveryCodes: os.renewRecoveryCodes
    .use(signedInBeforeSetUp)
    .handler(({ context, input }) =>
      secondFactor.renewRecoveryCodes(context.ctx, selfOf(context), input.password),
    ),
};
