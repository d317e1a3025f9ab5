import type { Config } from '#server/config.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { renderMail } from '#server/platform/mail/render.ts';

type Settings = Pick<Config, 'brand' | 'publicUrl' | 'host' | 'port'>;

/** The secret follows '#', so it never gets into server logs or Referer headers. */
const linkTo = (config: Settings, page: 'verify' | 'new-address' | 'recovery', token: string) =>
  `${mailOrigin(config)}/auth/${page}#${token}`;

const NOT_YOU = 'If you did not request this, you can ignore this email.';

export function verificationMail(config: Settings, to: string, token: string) {
  const title = 'Verify your email address';
  return {
    kind: 'verify-email',
    to,
    subject: `${title} for ${config.brand.name}`,
    ...renderMail(config.brand, {
      title,
      preview: 'Verify your email address to see your projects.',
      paragraphs: [
        `An account was created at ${config.brand.name} with this email address. Please verify that it is yours. You can then see your projects.`,
      ],
      button: { label: 'Verify email', url: linkTo(config, 'verify', token) },
      footnote: `The link works once and expires in 24 hours. If you are not signed in, it asks for your account password. If you did not create this account, you can ignore this email.`,
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
      preview: 'Confirm this address to use it for your account.',
      paragraphs: [
        `Someone signed in at ${config.brand.name} asked to use this email address for their account.`,
      ],
      button: { label: 'Confirm email', url: linkTo(config, 'new-address', token) },
      footnote: `The link works once and expires in 24 hours. ${NOT_YOU}`,
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
      preview: 'The link works once and expires in one hour.',
      paragraphs: [
        `Someone requested a new password for your ${config.brand.name} account. Setting a new password signs you out everywhere else.`,
      ],
      button: { label: 'Set a new password', url: linkTo(config, 'recovery', token) },
      footnote: `The link works once and expires in one hour. ${NOT_YOU} Your password will not change.`,
    }),
  };
}

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
        `If this was not you, set a new password right away (click Forgot Password on the sign-in page) and contact us: ${email}, ${phone}.`,
      ],
    }),
  };
}

export const passwordChangedMail = (config: Settings, to: string) =>
  noticeMail(
    config,
    to,
    'Your password was changed',
    'Your account password was changed, and you were signed out everywhere else.',
  );

export const addressRequestedMail = (config: Settings, to: string, newAddress: string) =>
  noticeMail(
    config,
    to,
    'A change of email address was requested',
    `Your account will switch to ${newAddress} once that address is confirmed.`,
  );

export const addressChangedMail = (config: Settings, to: string, newAddress: string) =>
  noticeMail(
    config,
    to,
    'Your email address was changed',
    `The email address of your account is now ${newAddress}. This is the last email to the old address.`,
  );

export const secondFactorMail = (config: Settings, to: string, isOn: boolean) =>
  noticeMail(
    config,
    to,
    `Two-factor sign-in was turned ${isOn ? 'on' : 'off'}`,
    isOn
      ? 'From now on, you need a code from your authenticator app to sign in.'
      : 'From now on, you only need your password to sign in.',
  );

export const secondFactorRemovedMail = (config: Settings, to: string) =>
  noticeMail(
    config,
    to,
    'Two-factor sign-in was removed',
    'Your authenticator app and your recovery codes were removed from your account, and you were signed out everywhere. You only need your password to sign in until you set up two-factor sign-in again on your account page.',
  );
