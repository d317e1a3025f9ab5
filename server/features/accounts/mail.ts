import type { Config } from '#server/config.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { renderMail } from '#server/platform/mail/render.ts';

type Settings = Pick<Config, 'brand' | 'publicUrl' | 'host' | 'port'>;

/** The secret stands behind '#': no server's log and no Referer header has it. */
const linkTo = (config: Settings, page: 'verify' | 'new-address' | 'recovery', token: string) =>
  `${mailOrigin(config)}/auth/${page}#${token}`;

const NOT_YOU = 'If you did not ask for this, you can ignore this mail.';

export function verificationMail(config: Settings, to: string, token: string) {
  const title = 'Verify your email address';
  return {
    kind: 'verify-email',
    to,
    subject: `${title} for ${config.brand.name}`,
    ...renderMail(config.brand, {
      title,
      preview: 'One click, and your projects appear.',
      paragraphs: [
        `An account at ${config.brand.name} was created with this address. Please verify that it is yours; your projects appear once it is.`,
      ],
      button: { label: 'Verify email', url: linkTo(config, 'verify', token) },
      footnote: `The link works once and for 24 hours, and asks for the password of the account unless you are signed in. If you did not create it, you can ignore this mail.`,
    }),
  };
}

export function newAddressMail(config: Settings, to: string, token: string) {
  const title = 'Confirm your new email address';
  return {
    kind: 'change-email',
    to,
    subject: `${title} for ${config.brand.name}`,
    ...renderMail(config.brand, {
      title,
      preview: 'Your account changes to this address once you confirm it.',
      paragraphs: [
        `Somebody who is signed in at ${config.brand.name} asked to use this address for their account from now on.`,
      ],
      button: { label: 'Confirm email', url: linkTo(config, 'new-address', token) },
      footnote: `The link works once and for 24 hours. ${NOT_YOU}`,
    }),
  };
}

export function recoveryMail(config: Settings, to: string, token: string) {
  const title = 'Set a new password';
  return {
    kind: 'recover-password',
    to,
    subject: `${title} for ${config.brand.name}`,
    ...renderMail(config.brand, {
      title,
      preview: 'The link works once and for one hour.',
      paragraphs: [
        `Somebody asked for a new password for your account at ${config.brand.name}. When you set it, you are signed out everywhere else.`,
      ],
      button: { label: 'Set a new password', url: linkTo(config, 'recovery', token) },
      footnote: `The link works once and for one hour. ${NOT_YOU} Your password stays as it is.`,
    }),
  };
}

/** Tells the owner of an account what was done to it, so that they notice when it was not them. */
function noticeMail(config: Settings, to: string, title: string, what: string) {
  const { name, email, phone } = config.brand;
  return {
    kind: 'account-notice',
    to,
    subject: `${title} at ${name}`,
    ...renderMail(config.brand, {
      title,
      preview: what,
      paragraphs: [
        what,
        `If this was not you, set a new password at once (Forgot password on the sign-in page) and tell us: ${email}, ${phone}.`,
      ],
    }),
  };
}

export const passwordChangedMail = (config: Settings, to: string) =>
  noticeMail(
    config,
    to,
    'Your password was changed',
    'The password of your account was changed, and all other sessions were ended.',
  );

export const addressAskedMail = (config: Settings, to: string, newAddress: string) =>
  noticeMail(
    config,
    to,
    'A new email address was asked for',
    `The email address of your account changes to ${newAddress} once it is confirmed there.`,
  );

export const addressChangedMail = (config: Settings, to: string, newAddress: string) =>
  noticeMail(
    config,
    to,
    'Your email address was changed',
    `The email address of your account is now ${newAddress}. This is the last mail to the old one.`,
  );

export const secondFactorMail = (config: Settings, to: string, isOn: boolean) =>
  noticeMail(
    config,
    to,
    `Two-factor sign-in was switched ${isOn ? 'on' : 'off'}`,
    isOn
      ? 'From now on, signing in to your account asks for a code of your authenticator app.'
      : 'Signing in to your account asks for the password alone again.',
  );

export const secondFactorRemovedMail = (config: Settings, to: string) =>
  noticeMail(
    config,
    to,
    'Two-factor sign-in was removed',
    'Your authenticator app and your recovery codes were removed from your account, and all sessions were ended. Signing in asks for the password alone until you set up two-factor sign-in again on your account page.',
  );
