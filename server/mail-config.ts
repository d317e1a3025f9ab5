import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { EMAIL_PATTERN, withAsciiDomain } from '#domain/email-address.ts';
import type { Brand } from '#domain/public-site.ts';

const address = () =>
  z
    .string()
    .overwrite(withAsciiDomain)
    .pipe(z.email({ pattern: EMAIL_PATTERN }));

const MailAddress = z
  .string()
  .regex(/^[^<>\r\n]*$|^[^<>\r\n]*<[^<>\s]+>$/, 'must look like Name <mail@example.com>')
  .transform((text) => {
    const [, name = '', inBrackets] = /^(?:(.*)<([^<>]+)>)$/.exec(text) ?? [];
    return { name: name.trim().replaceAll(/^"|"$/g, ''), address: inBrackets ?? text.trim() };
  })
  .pipe(z.object({ name: z.string(), address: address() }));

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    // eslint-disable-next-line no-control-regex -- rejects control characters
    .regex(/^[^\u0000-\u001f]*$/, 'must be a single line');

export const MAIL_ENVIRONMENT = {
  BRAND_NAME: line(60).default('Overfly'),
  BRAND_EMAIL: z
    .string()
    .refine((text) => EMAIL_PATTERN.test(withAsciiDomain(text)), 'must be an email address')
    .default('support@overfly.example'),
  BRAND_PHONE: line(40).default('+1 254 555 0142'),
  BRAND_SERVICE_AREA: line(120).default('Greater Waco Area and the DFW Metroplex, Texas'),
  BRAND_LOGO_URL: z
    .string()
    .regex(/^\/(?!\/)\S*$|^https:\/\/\S+$/, 'must be a path on this site or an https address')
    .default('/favicon.svg'),
  BRAND_COLOR: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'must look like #3552d0')
    .default('#3552d0'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: MailAddress.optional(),
  DKIM_DOMAIN: z.string().min(1).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((text) => text.replaceAll(String.raw`\n`, '\n'))
    .refine(isPrivateKey, 'must be a private key in PEM format')
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
  dkim: { domain: string; selector: string; privateKey: string } | null;
};

type Environment = z.output<z.ZodObject<typeof MAIL_ENVIRONMENT>>;

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
  return {
    problems: wantsDkim ? missing.map((name) => `${name}: is required to sign email`) : [],
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: {
        name: env.MAIL_FROM?.name || env.BRAND_NAME,
        address: env.MAIL_FROM?.address ?? withAsciiDomain(env.BRAND_EMAIL),
      },
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
