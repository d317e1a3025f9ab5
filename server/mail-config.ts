import { createPrivateKey } from 'node:crypto';
import { withAsciiDomain } from '#domain/email-address.ts';
import type { Brand } from '#domain/public-site.ts';
import type { SettingsEnvironment as Environment } from '#domain/settings.ts';

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private';
  } catch {
    return false;
  }
}

export type MailConfig = {
  /** Null saves emails as files instead. */
  smtpUrl: string | null;
  from: { name: string; address: string };
  replyTo: string | null;
  dkim: { domain: string; selector: string; privateKey: string } | null;
};

export const readBrand = (env: Environment): Brand => ({
  name: env.BRAND_NAME,
  email: env.BRAND_EMAIL,
  phone: env.BRAND_PHONE,
  serviceArea: env.BRAND_SERVICE_AREA,
  logoUrl: env.BRAND_LOGO_URL,
  color: env.BRAND_COLOR,
});

const DKIM_NAMES = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const;

export function readMail(env: Environment): { mail: MailConfig; problems: string[] } {
  const missing = DKIM_NAMES.filter((name) => !env[name]);
  const wantsDkim = missing.length < DKIM_NAMES.length;
  const problems = wantsDkim ? missing.map((name) => `${name}: is required to sign email`) : [];
  if (env.DKIM_PRIVATE_KEY !== undefined && !isPrivateKey(env.DKIM_PRIVATE_KEY)) {
    problems.push('DKIM_PRIVATE_KEY: must be a private key in PEM format');
  }
  return {
    problems,
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: {
        name: env.MAIL_FROM?.name || env.BRAND_NAME,
        address: env.MAIL_FROM?.address ?? withAsciiDomain(env.BRAND_EMAIL),
      },
      replyTo: env.MAIL_REPLY_TO ?? null,
      dkim: wantsDkim
        ? {
            domain: env.DKIM_DOMAIN ?? '',
            selector: env.DKIM_SELECTOR ?? '',
            privateKey: env.DKIM_PRIVATE_KEY ?? '',
          }
        : null,
    },
  };
}
