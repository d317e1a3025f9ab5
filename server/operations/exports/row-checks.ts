import { z } from 'zod';
import { Email } from '#domain/accounts.ts';
import { EmbedSites } from '#domain/embed-sites.ts';
import { EmbeddedMap, MapAddress } from '#domain/embedded-maps.ts';
import { Id, Role, TimeZone } from '#domain/fields.ts';
import { Measure, MeasureResult } from '#domain/measurements.ts';
import { MAX_SHAPES, Shape } from '#domain/pins.ts';
import { ShareToken } from '#domain/share-links.ts';
import { VisitContents, VisitPlanInput } from '#domain/visit-plans.ts';
import { ArchiveError, type JsonRow, type LocatedRow } from '#server/platform/row-file.ts';

const WebLink = z.url({ protocol: /^https?$/ }).nullish();

const FilePath = z
  .string()
  .regex(/^files\//)
  .refine((path) => !path.split(/[/\\]/).some((part) => part === '' || /^\.+$/.test(part)));

/** argon2id in PHC format, with at most 64 MiB and 10 passes, so that checking a password is never too expensive. */
const PasswordHash = z
  .string()
  .regex(/^\$argon2id\$v=19\$m=(\d{1,5}|6[0-5]\d{3}),t=(\d|10),p=[1-4]\$[\w+/]+\$[\w+/]+$/)
  .nullish();

/** As PostgreSQL writes bytes. */
const Jpeg = z
  .string()
  .regex(/^\\xffd8ff[\da-f]*$/)
  .nullish();

/** Checks that are enforced in code, not by the database. Repeated here because exports aren't trusted. */
const CHECKS: Readonly<Record<string, z.ZodType<JsonRow>>> = {
  companies: z.looseObject({ id: Id, company_code: z.string(), company_name: z.string() }),
  accounts: z.looseObject({ id: Id, email: Email }),
  people: z.looseObject({ id: Id, email: Email, role: Role }),
  projects: z.looseObject({ id: Id, time_zone: TimeZone.optional() }),
  submissions: z.looseObject({
    id: Id,
    google_drive_folder_url: WebLink,
    map_embed_url: MapAddress,
    map_coordinates: EmbeddedMap.shape.mapCoordinates.optional(),
  }),
  files: z.looseObject({
    id: Id,
    path: FilePath,
    sha256: z.string().regex(/^[\da-f]{64}$/),
    file_size: z.int().positive(),
    google_drive_direct_link: WebLink,
    google_drive_web_link: WebLink,
  }),
  share_links: z.looseObject({
    id: Id,
    token: ShareToken.nullish(),
    password_hash: PasswordHash,
    embed_sites: EmbedSites.optional(),
  }),
  pins: z.looseObject({ id: Id, drawing: z.array(Shape).max(MAX_SHAPES) }),
  pin_replies: z.looseObject({ id: Id, picture: Jpeg }),
  visit_plans: z.looseObject(VisitPlanInput.pick({ rule: true, time: true, contents: true }).shape),
  visits: z.looseObject({ id: Id, contents: VisitContents }),
  measurements: z.looseObject({ id: Id, measure: Measure, result: MeasureResult }),
};

export function checkedRow({ name, row, place }: LocatedRow): JsonRow {
  const check = CHECKS[name];
  if (!check) return row;
  const { data, error } = check.safeParse(row);
  if (!error) return data;
  const [issue] = error.issues;
  const column = issue?.path[0]?.toString() ?? name;
  throw new ArchiveError(`${place}: ${column} is not valid. ${issue?.message ?? ''}`);
}
