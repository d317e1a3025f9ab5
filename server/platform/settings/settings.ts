import { isSecret, isSettingName, type SettingName } from '#domain/settings.ts';
import type { ChangeableConfig, Config, ReadChangeable } from '#server/config.ts';
import { createCipher } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { listSettings, type SettingRow } from './queries.ts';

/** As text, like environment variables. */
export type SettingValues = ReadonlyMap<SettingName, string>;

export type Settings = {
  /** Applies the stored settings to the config of this process. Skips invalid ones and logs them. */
  load(): Promise<void>;
  /** Decrypts secrets; null if the secret key has changed. */
  open(name: SettingName, value: string): string | null;
  seal(name: SettingName, value: string): string;
  /** The config with these values. Environment variables win. */
  read(values: SettingValues): ReturnType<ReadChangeable>;
};

type Needs = { config: Config; db: Database; log: Logger; readChangeable: ReadChangeable };

export function createSettings({ config, db, log, readChangeable }: Needs): Settings {
  const cipher = createCipher(config.secretKey, 'settings');
  const initial: ChangeableConfig = { ...config };
  const open: Settings['open'] = (name, value) =>
    isSecret(name) ? cipher.decrypt(value, name) : value;
  const read: Settings['read'] = (values) =>
    readChangeable({ ...Object.fromEntries(values), ...config.environment });

  function readValid(values: SettingValues): ChangeableConfig {
    if (values.size === 0) return initial;
    const { changeable, problems } = read(values);
    if (changeable) return changeable;
    log.error({ problems }, 'ignoring stored settings that are not valid');
    const named = new Set(problems.flatMap(namesIn));
    const valid = new Map([...values].filter(([name]) => !named.has(name)));
    return valid.size < values.size ? readValid(valid) : initial;
  }

  const valuesOf = (rows: readonly SettingRow[]) =>
    rows.flatMap(({ name, value }): [SettingName, string][] => {
      if (!isSettingName(name)) return [];
      const text = open(name, value);
      if (text !== null) return [[name, text]];
      log.error({ name }, 'a setting cannot be decrypted because the secret key has changed');
      return [];
    });

  return {
    open,
    read,
    seal: (name, value) => (isSecret(name) ? cipher.encrypt(value, name) : value),
    async load() {
      const rows = await db.as({ kind: 'system' }, listSettings);
      Object.assign(config, readValid(new Map(valuesOf(rows))));
    },
  };
}

/** The settings that a problem is about, such as `OIDC_ISSUER: is required`. */
export const namesIn = (problem: string): SettingName[] =>
  (problem.split(':')[0] ?? '').split(', ').filter(isSettingName);
