import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { withAsciiDomain } from '#domain/email-address.ts';
import type { Brand } from '#domain/public-site.ts';
import type { SettingsEnvironment } from '#domain/settings.ts';

export const MAIL_ENVIRONMENT = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
    .optional(),
};

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private';
  } catch {
    return false;
  }
}

export type MailConfig = {
  /** If null, emails are saved as files. */
  smtpUrl: string | null;
  from: { name: string; address: string };
  replyTo: string | null;
  dkim: { domain: string; selector: string; privateKey: string } | null;
};

type Environment = SettingsEnvironment & z.output<z.ZodObject<typeof MAIL_ENVIRONMENT>>;

export const readBrand = (env: Environment): Brand => ({
  name: env.BRAND_NAME,
  email: env.BRAND_EMAIL,
  phone: env.BRAND_PHONE,
  serviceArea: env.BRAND_SERVICE_AREA,
  responseTime: env.BRAND_RESPONSE_TIME,
  logoUrl: env.BRAND_LOGO_URL,
  logoDarkUrl: env.BRAND_LOGO_DARK_URL ?? env.BRAND_LOGO_URL,
  color: env.BRAND_COLOR,
  hours: env.BRAND_HOURS ?? '',
  timeZone: env.BRAND_TIME_ZONE,
  part107: env.BRAND_PART_107,
});

function smtpUrlOf(env: Environment): string | null {
  const { SMTP_HOST: host, SMTP_USER: user, SMTP_PASSWORD: password } = env;
  if (host === undefined) return null;
  const account = [user, password].flatMap((part) => (part ? [encodeURIComponent(part)] : []));
  const security = env.SMTP_SECURITY;
  const scheme = security === 'tls' ? 'smtps' : 'smtp';
  // Otherwise, someone in between could suppress STARTTLS and read the password.
  const query = security === 'starttls' ? '/?requireTLS=true' : '';
  return `${scheme}://${account.length > 0 ? `${account.join(':')}@` : ''}${host}:${env.SMTP_PORT}${query}`;
}

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
      smtpUrl: env.SMTP_URL ?? smtpUrlOf(env),
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
