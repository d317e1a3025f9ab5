import { attempt, type Attempt, type Limits } from '../limit/limit.ts';
import { networkOf } from '../limit/network.ts';
import type { KnownDevice } from './known-devices.ts';

const QUARTER = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** `device` is set if it's known to belong to the account's owner. */
export type AttemptOrigin = { email: string; address: string; device: KnownDevice | null };

/**
 * The owner's known devices have their own limits, which strangers can't use up (docs/decisions/0014). Methods throw
 * RATE_LIMITED.
 */
export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

export function createAttemptLimits(limit: Limits) {
  const companyCodes = limit('company-code', 120, QUARTER);
  const signUps = limit('sign-up', 30, HOUR);
  const wrongSetups = limit('setup', 30, QUARTER);
  const wrongTokens = limit('api-token-network', 50, QUARTER);
  const pinGuests = limit('pin-guest-mail', 100, DAY);
  const providerStates = limit('provider-state', 1, HOUR);
  return {
    companyCode: (address: string) => companyCodes.of(networkOf(address)).add(),
    signUp: (address: string) => signUps.of(networkOf(address)).add(),
    wrongSetupSecret: (address: string) => wrongSetups.of(networkOf(address)).add(),
    /** An invalid token. Valid tokens are always accepted. */
    wrongToken: (address: string) => wrongTokens.of(networkOf(address)).add(),
    /** Emails to people without an account, with a text of the sender's choice. */
    pinGuest: (personId: string) => pinGuests.of(personId).add(),
    /** Returns whether this is the state's first use. States are remembered for longer than they are valid. */
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
    password({ email, address, device }: AttemptOrigin): Promise<Attempt> {
      // All devices share a count: a person who once knew the password may have many known devices.
      if (device) return attempt(onDevice.of(device.id), onDevices.of(email));
      const network = networkOf(address);
      const own = fromNetworkAtAccount.of(email, network);
      return attempt(own, fromNetwork.of(network), atAccount.of(email));
    },
    confirmation: (occasion: string): Promise<Attempt> => attempt(confirmations.of(occasion)),
    /** Only devices that have entered a valid code before have their own count. */
    code(profileId: string, device: KnownDevice | null): Promise<Attempt> {
      return device?.proof === 'code'
        ? attempt(codes.of('device', device.id), codesOfDay.of('devices', profileId))
        : attempt(codes.of('account', profileId), codesOfDay.of('account', profileId));
    },
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
     * Returns false if the mailbox got enough links in the last hour. It doesn't throw, because strangers must not be
     * able to lock out the owner.
     */
    async link(purpose: string, { email, address, device }: AttemptOrigin): Promise<boolean> {
      if (device) {
        await onDevice.of(purpose, device.id).add();
        return toOnDevices.of(purpose, email).tryAdd();
      }
      const network = networkOf(address);
      await attempt(fromNetworkTo.of(purpose, email, network), fromNetwork.of(network));
      return to.of(purpose, email).tryAdd();
    },
    async newAddress(person: { id: string; address: string }, email: string): Promise<void> {
      const network = networkOf(person.address);
      await attempt(ofPerson.of(person.id), fromNetwork.of(network), newAddress.of(email));
    },
  };
}
