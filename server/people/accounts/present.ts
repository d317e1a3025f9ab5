import type { Account, OwnSession } from '#domain/accounts.ts';
import type { OwnSessionRow } from '#server/platform/auth/sessions/queries.ts';
import type { SessionPerson } from '#domain/session.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import type { PersonRow } from './queries.ts';

type AccountParts = {
  user: SessionPerson;
  person: PersonRow;
  emailVerified: boolean;
  pendingEmail: string | null;
} & Pick<Account, 'hasPassword' | 'signsInByProvider' | 'secondFactor'>;

export const presentAccount = ({ user, person, ...parts }: AccountParts): Account => ({
  email: readableEmail(person.email),
  emailVerified: parts.emailVerified,
  pendingEmail: parts.pendingEmail && readableEmail(parts.pendingEmail),
  firstName: person.firstName,
  lastName: person.lastName,
  phone: person.phone,
  certificate: person.certificate,
  companyName: user.companyName,
  hasPassword: parts.hasPassword,
  signsInByProvider: parts.signsInByProvider,
  secondFactor: parts.secondFactor,
});

export const presentOwnSession = (row: OwnSessionRow, currentId: string): OwnSession => ({
  id: row.id,
  isCurrent: row.id === currentId,
  device: deviceOf(row.userAgent ?? ''),
  address: row.ipAddress || null,
  signedInAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
});

/** The order matters: most browsers also include the names below theirs. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const DEVICES: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'an Android phone'],
  [/\bAndroid\b/, 'an Android tablet'],
  [/\bWindows\b/, 'a Windows PC'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'a Linux PC'],
];

/** Browser and device from a User-Agent header, e.g. 'Firefox on a Windows PC'. */
export function deviceOf(userAgent: string): string {
  const nameIn = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, device] = [nameIn(BROWSERS), nameIn(DEVICES)];
  if (device) return `${browser ?? 'Unknown browser'} on ${device}`;
  return browser ?? 'Unknown device';
}
