import { AppError } from '#domain/errors.ts';
import type { SettingName, SettingsSection } from '#domain/settings.ts';
import type { ChangeableConfig, Config } from '#server/config.ts';
import { baseMapProblem } from '#server/maps/base-map/service.ts';
import { assertProviderAnswers } from '#server/platform/auth/auth.ts';
import { connectionProblem } from '#server/platform/mail/transport.ts';

type Site = Pick<Config, 'publicUrl'>;
type Check = (next: ChangeableConfig, changed: readonly SettingName[], site: Site) => Promise<void>;

const MAP_SOURCES: readonly SettingName[] = ['BASE_MAP_URL', 'MAPBOX_TOKEN'];

/** SETTING_FAILED. */
export async function assertMapLoads({ baseMap }: ChangeableConfig, { publicUrl }: Site) {
  const problem = await baseMapProblem(baseMap, { referer: publicUrl });
  if (problem !== null) throw new AppError('SETTING_FAILED', problem);
}

/** Tried before saving. SETTING_FAILED says why. */
export const CHECKS: { [Section in SettingsSection]?: Check } = {
  async email({ mail: { smtpUrl } }, changed) {
    if (smtpUrl === null || !changed.some((name) => name.startsWith('SMTP_'))) return;
    const problem = await connectionProblem(smtpUrl);
    if (problem !== null) throw new AppError('SETTING_FAILED', problem);
  },
  async map(next, changed, site) {
    if (changed.some((name) => MAP_SOURCES.includes(name))) await assertMapLoads(next, site);
  },
  async 'sign-in'({ oidc }, changed) {
    if (oidc && changed.some((name) => name.startsWith('OIDC_'))) await assertProviderAnswers(oidc);
  },
};
