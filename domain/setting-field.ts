import { z } from 'zod';
import type { PictureUse } from './site-pictures.ts';

export const SETTINGS_SECTIONS = {
  business: 'Business',
  site: 'Public Site',
  email: 'Email',
  map: 'Map',
  flights: 'Flights',
  drive: 'Google Drive',
  'sign-in': 'Sign-in',
  storage: 'Storage and Retention',
  backups: 'Backups',
} as const;
export type SettingsSection = keyof typeof SETTINGS_SECTIONS;

export type Field<S extends z.ZodType> = {
  section: SettingsSection;
  label: string;
  schema: S;
  /** A line of text unless given. Secrets are stored encrypted and never sent to a browser. */
  kind?: 'secret' | 'lines' | 'color' | 'number' | 'choice' | 'checks' | 'time-zone' | 'picture';
  hint?: string;
  /** Of a picture; the logo's unless given. */
  use?: PictureUse;
  /** Heading of fields that can be opened together; the section's other fields are always shown. */
  group?: string;
  /** An environment variable that replaces this one. */
  instead?: string;
  /** Value and label; `checks` stores the checked values, separated by commas. */
  choices?: readonly (readonly [string, string])[];
};

export const field = <S extends z.ZodType>(
  section: SettingsSection,
  label: string,
  schema: S,
  more: Omit<Field<S>, 'section' | 'label' | 'schema'> = {},
): Field<S> => ({ section, label, schema, ...more });

export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max, `must have at most ${max} characters`)
    // eslint-disable-next-line no-control-regex -- rejects control characters
    .regex(/^[^\u0000-\u001f]*$/, 'must be a single line');

export const PictureUrl = z
  .string()
  .regex(/^\/(?!\/)\S*$|^https:\/\/\S+$/, 'must be a path on this site or an https address');
