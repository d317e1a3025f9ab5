import { externalHost } from '#domain/base-map.ts';
import { AppError } from '#domain/errors.ts';
import type { SettingName, SettingsSection } from '#domain/settings.ts';
import type { ChangeableConfig } from '#server/config.ts';
import { assertProviderAnswers } from '#server/platform/auth/auth.ts';
import { connectionProblem } from '#server/platform/mail/transport.ts';

type Check = (next: ChangeableConfig, changed: readonly SettingName[]) => Promise<void>;

const TILE_TIMEOUT_MS = 10_000;

/** Tried before saving. SETTING_FAILED says why. */
export const CHECKS: { [Section in SettingsSection]?: Check } = {
  async email({ mail: { smtpUrl } }, changed) {
    if (smtpUrl === null || !changed.some((name) => name.startsWith('SMTP_'))) return;
    const problem = await connectionProblem(smtpUrl);
    if (problem !== null) throw new AppError('SETTING_FAILED', `Not saved. ${problem}`);
  },
  async map({ baseMap: { baseMap } }, changed) {
    if (baseMap.kind !== 'tiles' || externalHost(baseMap) === null) return;
    if (!changed.includes('BASE_MAP_URL')) return;
    const url = baseMap.url.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0');
    const problem = await tileProblem(url);
    if (problem !== null) throw new AppError('SETTING_FAILED', `Not saved. ${problem}`);
  },
  async 'sign-in'({ oidc }, changed) {
    if (oidc && changed.some((name) => name.startsWith('OIDC_'))) await assertProviderAnswers(oidc);
  },
};

async function tileProblem(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TILE_TIMEOUT_MS) });
    const type = response.headers.get('content-type') ?? 'no type';
    await response.body?.cancel();
    if (!response.ok) return `The tile server returned status ${response.status} for ${url}.`;
    return type.startsWith('image/') ? null : `${url} returned ${type} instead of a picture.`;
  } catch {
    return `The tile server did not answer: ${url}.`;
  }
}
