import type { SettingName } from '#domain/settings.ts';
import type { ChangeableConfig, Config } from '#server/config.ts';
import { baseMapProblem } from '#server/maps/base-map/service.ts';
import { providerProblem } from '#server/platform/auth/auth.ts';
import { connectionProblem } from '#server/platform/mail/transport.ts';

type Site = Pick<Config, 'publicUrl'>;
/** Null, or what is wrong. */
type Check = (next: ChangeableConfig, site: Site) => Promise<string | null>;

export const mapProblem: Check = ({ baseMap }, { publicUrl }) =>
  baseMapProblem(baseMap, { referer: publicUrl });

const CHECKS: readonly (readonly [changed: RegExp, Check])[] = [
  [/^SMTP_/, async ({ mail: { smtpUrl } }) => smtpUrl && connectionProblem(smtpUrl)],
  [/^(BASE_MAP_URL|MAPBOX_TOKEN)$/, mapProblem],
  [/^OIDC_/, async ({ oidc }) => oidc && providerProblem(oidc)],
];

/** Tries what changed before it is saved. */
export async function problemWith(
  next: ChangeableConfig,
  changed: readonly SettingName[],
  site: Site,
): Promise<string | null> {
  const checks = CHECKS.filter(([names]) => changed.some((name) => names.test(name)));
  const problems = await Promise.all(checks.map(([, check]) => check(next, site)));
  return problems.find((problem) => problem !== null) ?? null;
}
