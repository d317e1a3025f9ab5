import { attempt, type Attempt, type Limits } from '../limit/limit.ts';
import { networkOf } from '../limit/network.ts';
import type { KnownDevice } from './known-devices.ts';

const QUARTER = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Somebody who is not signed in, at an account: from where, and the device if it is known to be its own. */
export type Stranger = { email: string; address: string; device: KnownDevice | null };

/**
 * How often the things that cost mail, reveal something or can be guessed may be done. Counted by the
 * network of the connection, which no header changes, and by account or address, whether it exists or
 * not. A known device of an account has a count of its own, and no part in those of strangers: they
 * cannot use it up. See docs/decisions/0014. All reject with RATE_LIMITED and how long to wait.
 */
export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

export function createAttemptLimits(limit: Limits) {
  const companyCodes = limit('company-code', 120, QUARTER);
  const signUps = limit('sign-up', 30, HOUR);
  const wrongTokens = limit('api-token-network', 50, QUARTER);
  const providerStates = limit('provider-state', 1, HOUR);
  return {
    companyCode: (address: string) => companyCodes.of(networkOf(address)).add(),
    signUp: (address: string) => signUps.of(networkOf(address)).add(),
    /** A token that is none. One that is good is taken all the same. */
    wrongToken: (address: string) => wrongTokens.of(networkOf(address)).add(),
    /**
     * Whether a sign-in with the provider comes back for the first time. The browser keeps its state, so
     * that it was used is remembered here, for longer than it is good.
     */
    takeProviderState: (state: string) => providerStates.of(state).tryAdd(),
    ...createGuessLimits(limit),
    ...createMailLimits(limit),
  };
}

function createGuessLimits(limit: Limits) {
  const onDevice = limit('password-device', 10, QUARTER);
  const onDevices = limit('password-devices', 100, HOUR);
  const fromNetworkAtAccount = limit('password-pair', 10, QUARTER);
  const fromNetwork = limit('password-network', 50, QUARTER);
  const atAccount = limit('password-account', 100, HOUR, { isSecret: true });
  const confirmations = limit('confirmation', 10, QUARTER);
  const codes = limit('code', 10, QUARTER);
  const codesOfDay = limit('code-day', 50, DAY);
  const setUps = limit('set-up-code', 10, QUARTER);
  return {
    /** A password given to sign in. */
    password({ email, address, device }: Stranger): Promise<Attempt> {
      // All devices together: who knew the password once may have made many of them known.
      if (device) return attempt(onDevice.of(device.id), onDevices.of(email));
      const network = networkOf(address);
      const own = fromNetworkAtAccount.of(email, network);
      return attempt(own, fromNetwork.of(network), atAccount.of(email));
    },
    /** The own password, given once more in a session, or beside a link that was mailed. */
    confirmation: (occasion: string): Promise<Attempt> => attempt(confirmations.of(occasion)),
    /** A code after the password. Only a device where one was given before counts for itself. */
    code(profileId: string, device: KnownDevice | null): Promise<Attempt> {
      return device?.proof === 'code'
        ? attempt(codes.of('device', device.id), codesOfDay.of('devices', profileId))
        : attempt(codes.of('account', profileId), codesOfDay.of('account', profileId));
    },
    /** A code that shows that an authenticator app was set up. */
    setUpCode: (sessionId: string): Promise<Attempt> => attempt(setUps.of(sessionId)),
  };
}

function createMailLimits(limit: Limits) {
  const onDevice = limit('mail-device', 5, HOUR);
  const toOnDevices = limit('mail-devices', 20, HOUR);
  const fromNetworkTo = limit('mail-pair', 5, HOUR);
  const fromNetwork = limit('mail-network', 30, HOUR);
  const to = limit('mail-to', 10, HOUR);
  const ofPerson = limit('new-address-person', 5, HOUR);
  const newAddress = limit('new-address-to', 10, HOUR, { isSecret: true });
  return {
    /**
     * Whether a link that somebody asks for is to be mailed. False when so many were in the last hour
     * that the mailbox holds enough good ones: nobody is told, so that no stranger can stop them.
     */
    async link(purpose: string, { email, address, device }: Stranger): Promise<boolean> {
      if (device) {
        await onDevice.of(purpose, device.id).add();
        return toOnDevices.of(purpose, email).tryAdd();
      }
      const network = networkOf(address);
      await attempt(fromNetworkTo.of(purpose, email, network), fromNetwork.of(network));
      return to.of(purpose, email).tryAdd();
    },
    /** A link that a person has sent to their new address. */
    async newAddress(person: { id: string; address: string }, email: string): Promise<void> {
      const network = networkOf(person.address);
      await attempt(ofPerson.of(person.id), fromNetwork.of(network), newAddress.of(email));
    },
  };
}
