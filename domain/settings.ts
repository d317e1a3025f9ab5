import { z } from 'zod';
import { Email } from './accounts.ts';
import { isPmtilesUrl } from './base-map.ts';
import { EMAIL_PATTERN, asciiDomain, withAsciiDomain } from './email-address.ts';
import { Instant, TimeZone } from './fields.ts';
import { withLines } from './pem.ts';
import {
  field,
  line,
  PictureUrl,
  SETTINGS_SECTIONS,
  type Field,
  type SettingsSection,
} from './setting-field.ts';
import { SITE_SETTINGS } from './site-settings.ts';
import { UNITS_CHOICES, UNITS_LABELS } from './units.ts';
import { OWN_LOGO } from './site-pictures.ts';

export { SETTINGS_SECTIONS, type SettingsSection };

const days = (standard: number) =>
  z.coerce
    .number('must be a number')
    .int()
    .min(0)
    .max(3650, 'must be at most 3650')
    .default(standard);

const MailAddress = z
  .string()
  .regex(/^[^<>\r\n]*$|^[^<>\r\n]*<[^<>\s]+>$/, 'must look like Name <mail@example.com>')
  .transform((text) => {
    const [, name = '', inBrackets] = /^(?:(.*)<([^<>]+)>)$/.exec(text) ?? [];
    return { name: name.trim().replaceAll(/^"|"$/g, ''), address: inBrackets ?? text.trim() };
  })
  .pipe(
    z.object({
      name: z.string(),
      address: z
        .string()
        .overwrite(withAsciiDomain)
        .pipe(z.email({ pattern: EMAIL_PATTERN, error: 'must be an email address' })),
    }),
  );

const TILE_URL = /^https?:\/\/[a-z\d.-]+(:\d+)?\/\S*$/i;
const hasPlaceholders = (url: string) =>
  ['{z}', '{x}', '{y}'].every((place) => url.includes(place));

const ServiceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();

const DOMAIN = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * Settings that admins can change in the browser, by the name of their environment variable, which wins if set. The
 * schemas read the text of an environment variable; the database stores the same text.
 */
export const SETTINGS = {
  BRAND_NAME: field('business', 'Name', line(60).default('Overfly')),
  BRAND_LOGO_URL: field('business', 'Logo', PictureUrl.default(OWN_LOGO), {
    kind: 'picture',
    hint: 'SVG, PNG, JPEG or WebP, at most 1 MB.',
  }),
  BRAND_LOGO_DARK_URL: field('business', 'Logo in Dark Mode', PictureUrl.optional(), {
    kind: 'picture',
    hint: 'Also used on the picture at the top of the public site.',
  }),
  BRAND_COLOR: field(
    'business',
    'Accent Color',
    z
      .string()
      .regex(/^#[\da-f]{6}$/i, 'must look like #3552d0')
      .default('#3552d0'),
    { kind: 'color' },
  ),
  BRAND_EMAIL: field(
    'business',
    'Email',
    z
      .string()
      .refine((text) => EMAIL_PATTERN.test(withAsciiDomain(text)), 'must be an email address')
      .default('support@overfly.example'),
  ),
  BRAND_PHONE: field('business', 'Phone', line(40).default('+1 254 555 0142')),
  BRAND_HOURS: field('business', 'Opening Hours', line(120).optional(), {
    hint: 'Shown next to the phone number, for example Mon to Fri, 8 AM to 6 PM.',
  }),
  BRAND_RESPONSE_TIME: field(
    'business',
    'Response Time',
    line(60).default('within 24 hours on business days'),
    { hint: 'Completes "We respond …", for example within two days.' },
  ),
  BRAND_SERVICE_AREA: field(
    'business',
    'Service Area',
    line(120).default('Greater Waco Area and the DFW Metroplex, Texas'),
  ),
  BRAND_TIME_ZONE: field('business', 'Time Zone', TimeZone.default('America/Chicago'), {
    kind: 'time-zone',
    hint: 'Of the back office and of backups, and the default for new projects.',
  }),
  BRAND_UNITS: field('business', 'Units for New People', z.enum(UNITS_CHOICES).default('project'), {
    kind: 'choice',
    choices: Object.entries(UNITS_LABELS),
    hint: 'Everyone can choose other units on their account page.',
  }),
  BRAND_PART_107: field(
    'business',
    'Part 107 Line',
    line(120).default('FAA Part 107 certified pilots.'),
    { hint: 'Shown at the end of public pages.' },
  ),
  OPERATOR_EMAIL: field('business', 'Messages Go To', Email.optional(), {
    hint: 'Where messages from the contact form are sent. By default, the email of the business.',
  }),

  ...SITE_SETTINGS,

  SMTP_HOST: field(
    'email',
    'Mail Server',
    z
      .string()
      .trim()
      .regex(/^[a-z\d.-]+$/i, 'must be a host name, such as smtp.example.com')
      .optional(),
    { hint: 'SMTP host name, for example smtp.example.com.', instead: 'SMTP_URL' },
  ),
  SMTP_PORT: field(
    'email',
    'Port',
    z.coerce
      .number('must be a number')
      .int()
      .min(1)
      .max(65_535, 'must be at most 65535')
      .default(587),
    { kind: 'number', instead: 'SMTP_URL' },
  ),
  SMTP_SECURITY: field(
    'email',
    'Encryption',
    z.enum(['starttls', 'tls', 'none']).default('starttls'),
    {
      kind: 'choice',
      choices: [
        ['starttls', 'STARTTLS (port 587)'],
        ['tls', 'TLS (port 465)'],
        ['none', 'None (only in your own network)'],
      ],
      instead: 'SMTP_URL',
    },
  ),
  SMTP_USER: field('email', 'User Name', z.string().min(1).optional(), { instead: 'SMTP_URL' }),
  SMTP_PASSWORD: field('email', 'Password', z.string().min(1).optional(), {
    kind: 'secret',
    instead: 'SMTP_URL',
  }),
  MAIL_FROM: field('email', 'From', MailAddress.optional(), {
    hint: 'Name <mail@example.com>. By default, the name and email of the business.',
  }),
  MAIL_REPLY_TO: field('email', 'Reply-To', Email.optional(), {
    hint: 'Where replies go, if not to the sender.',
  }),
  DKIM_DOMAIN: field('email', 'DKIM Domain', z.string().min(1).optional(), {
    hint: 'Only if your mail server does not sign emails itself.',
  }),
  DKIM_SELECTOR: field('email', 'DKIM Selector', z.string().min(1).optional()),
  DKIM_PRIVATE_KEY: field(
    'email',
    'DKIM Private Key',
    z
      .string()
      .transform((text) => withLines(text.replaceAll(String.raw`\n`, '\n')))
      .optional(),
    { kind: 'secret', hint: 'PEM format' },
  ),

  BASE_MAP_URL: field(
    'map',
    'Tile URL',
    z
      .string()
      .trim()
      .refine(
        (url) => isPmtilesUrl(url) || (TILE_URL.test(url) && hasPlaceholders(url)),
        'must be a URL with {z}, {x} and {y}, for example https://tiles.example.com/{z}/{x}/{y}.png, or of a .pmtiles file',
      )
      .optional(),
    {
      hint: 'For example https://tiles.example.com/{z}/{x}/{y}.png, or the address of a PMTiles file.',
    },
  ),
  BASE_MAP_ATTRIBUTION: field('map', 'Attribution', z.string().trim().min(1).max(1000).optional(), {
    hint: 'Credits the makers of the map, for example © OpenStreetMap contributors.',
  }),
  BASE_MAP_MAX_ZOOM: field(
    'map',
    'Maximum Zoom',
    z.coerce.number('must be a number').int().min(0).max(24, 'must be at most 24').default(19),
    { kind: 'number' },
  ),
  MAPBOX_TOKEN: field(
    'map',
    'Mapbox Token',
    z
      .string()
      .trim()
      .refine((token) => !token.startsWith('sk.'), {
        error:
          'is a secret token (sk.), and anyone who opens the map could read it. Use a public token, which begins with pk.',
        abort: true,
      })
      .regex(/^pk\.[\w.-]+$/, 'must be a public Mapbox token, which begins with pk.')
      .optional(),
    { hint: 'Instead of a tile URL or file. A public token, which begins with pk.' },
  ),
  BASE_MAP_FILE: field('map', 'PMTiles File', z.string().min(1).optional(), {
    hint: 'Path of a PMTiles file on the server, with PNG, JPEG or WebP tiles.',
  }),

  WEATHER_URL: field('flights', 'Weather Service', ServiceUrl, {
    hint: 'Adds the weather to flight records, for sites in the US: https://api.weather.gov. The service gets the location of the flight.',
  }),
  AIRSPACE_URL: field('flights', 'FAA UAS Facility Map', ServiceUrl, {
    hint: 'Adds the airspace ceiling to flight records. The URL of the map layer, ending in /FeatureServer/0. The service gets the location of the flight.',
  }),

  GOOGLE_CLIENT_ID: field('drive', 'Client ID', z.string().trim().min(1).optional()),
  GOOGLE_CLIENT_SECRET: field('drive', 'Client Secret', z.string().trim().min(1).optional(), {
    kind: 'secret',
  }),
  GOOGLE_SERVICE_ACCOUNT: field(
    'drive',
    'Service Account Key',
    z.string().trim().min(1).optional(),
    { kind: 'secret', hint: 'Instead of a client: the contents of its key file (JSON).' },
  ),

  OIDC_ISSUER: field(
    'sign-in',
    'Issuer',
    z.url({ protocol: /^https?$/, error: 'must be an https address' }).optional(),
    { hint: 'OpenID Connect: the address of your identity provider.' },
  ),
  OIDC_CLIENT_ID: field('sign-in', 'Client ID', z.string().trim().min(1).optional()),
  OIDC_CLIENT_SECRET: field('sign-in', 'Client Secret', z.string().trim().min(1).optional(), {
    kind: 'secret',
  }),
  OIDC_NAME: field(
    'sign-in',
    'Button Label',
    z.string().trim().min(1).max(40, 'must have at most 40 characters').optional(),
    { hint: 'Sign in with …' },
  ),
  OIDC_DOMAINS: field(
    'sign-in',
    'Email Domains',
    z
      .string()
      .toLowerCase()
      .transform((text) => text.split(',').map((part) => asciiDomain(part.trim())))
      .refine((domains) => domains.every((domain) => DOMAIN.test(domain)), {
        error: 'must be email domains separated by commas, such as example.com',
      })
      .optional(),
    { hint: 'Only people with these domains can sign in this way. Separate them by commas.' },
  ),
  OIDC_ADDRESSES: field('sign-in', 'Email Addresses', z.enum(['as-said', 'verified']).optional(), {
    kind: 'choice',
    choices: [
      ['as-said', 'Verified only if the provider says so'],
      ['verified', 'Always verified (needs Email Domains)'],
    ],
  }),
  STAFF_TWO_FACTOR: field(
    'sign-in',
    'Two-Factor Sign-In for Staff',
    z.enum(['optional', 'required']).default('optional'),
    {
      kind: 'choice',
      choices: [
        ['optional', 'Optional'],
        ['required', 'Required'],
      ],
    },
  ),

  BIN_DAYS: field('storage', 'Days in the Trash', days(30), {
    kind: 'number',
    hint: 'How long deleted projects, submissions and files can be restored. 0 deletes them at once.',
  }),
  MESSAGE_DAYS: field('storage', 'Days to Keep Form Submissions', days(0), {
    kind: 'number',
    hint: '0 keeps them forever.',
  }),

  BACKUP_FOLDER: field('backups', 'Folder', z.string().min(1).optional(), {
    hint: 'Path on the server, best on another disk. Every night, a backup is made here.',
  }),
  BACKUP_S3_ENDPOINT: field('backups', 'S3 Endpoint', ServiceUrl, {
    hint: 'Instead of a folder: an S3-compatible bucket.',
  }),
  BACKUP_S3_BUCKET: field('backups', 'S3 Bucket', z.string().min(1).optional()),
  BACKUP_S3_REGION: field('backups', 'S3 Region', z.string().min(1).default('us-east-1')),
  BACKUP_S3_ACCESS_KEY_ID: field('backups', 'S3 Access Key ID', z.string().min(1).optional()),
  BACKUP_S3_SECRET_ACCESS_KEY: field(
    'backups',
    'S3 Secret Access Key',
    z.string().min(1).optional(),
    { kind: 'secret' },
  ),
  BACKUP_TIME: field(
    'backups',
    'Time',
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:00')
      .default('02:00'),
  ),
  BACKUP_KEEP: field(
    'backups',
    'Backups to Keep',
    z.coerce.number('must be a number').int().min(1).max(365).default(7),
    { kind: 'number' },
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;

type Schemas = { [Name in SettingName]: (typeof SETTINGS)[Name]['schema'] };

export const SETTING_SCHEMAS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema]),
) as Schemas;

export type SettingsEnvironment = z.output<z.ZodObject<Schemas>>;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

export const fieldOf = (name: SettingName): Field<z.ZodType> => SETTINGS[name];

/** As text; null without one. */
export function defaultOf(name: SettingName): string | null {
  const { data } = fieldOf(name).schema.safeParse(undefined);
  return typeof data === 'string' || typeof data === 'number' ? String(data) : null;
}

export const isSecret = (name: SettingName): boolean => fieldOf(name).kind === 'secret';

export const settingsIn = (section: SettingsSection): SettingName[] =>
  Object.keys(SETTINGS)
    .filter(isSettingName)
    .filter((name) => SETTINGS[name].section === section);

export const SectionName = z.enum(
  Object.keys(SETTINGS_SECTIONS) as [SettingsSection, ...SettingsSection[]],
);

const SettingState = z.object({
  name: z.string(),
  /** The effective text; null if not set, and for secrets. */
  value: z.string().nullable(),
  isSet: z.boolean(),
  /** `server`: an environment variable, which can't be changed here. */
  source: z.enum(['server', 'saved', 'default']),
  /** The stored value can't be used: the secret key has changed, or a newer version saved it. */
  problem: z.string().nullable(),
});
export type SettingState = z.infer<typeof SettingState>;

export const SettingsPage = z.object({
  fields: z.array(SettingState),
  /** Changes with every save, so that two people don't overwrite each other's values. */
  version: z.string(),
});
export type SettingsPage = z.infer<typeof SettingsPage>;

export const About = z.object({
  version: z.string(),
  nodeVersion: z.string(),
  database: z.string(),
  storage: z.string(),
  startedAt: Instant,
  licenses: z.array(z.object({ name: z.string(), packages: z.string() })),
});

/** Values by name; null resets to the default, and omitted ones stay. */
export const SettingsChange = z.object({
  section: SectionName,
  version: z.string(),
  values: z.record(z.string(), z.string().max(10_000).nullable()),
});
