import { isSecret, isSettingName, type SettingName } from '#domain/settings.ts';
import type { ChangeableConfig, Config, ReadChangeable } from '#server/config.ts';
import { createCipher } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { isSampleOver, listSettings, type SettingRow } from './queries.ts';

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
  /** Like `read`, without those that aren't valid. */
  readValid(values: SettingValues): ChangeableConfig;
  /** Leaves out secrets that can't be decrypted. */
  valuesOf(rows: readonly SettingRow[]): Map<SettingName, string>;
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
    const named = problems.flatMap(namesIn);
    const without = (isWrong: (name: SettingName) => boolean) =>
      new Map([...values].filter(([name]) => !isWrong(name)));
    const valid = without((name) => named.includes(name));
    if (valid.size < values.size) return readValid(valid);
    // Something is missing, such as a secret that can't be decrypted. What belongs to it shares its prefix.
    const families = named.map(familyOf);
    const rest = without((name) => families.includes(familyOf(name)));
    return rest.size < values.size ? readValid(rest) : initial;
  }

  const valuesOf: Settings['valuesOf'] = (rows) =>
    new Map(
      rows.flatMap(({ name, value }): [SettingName, string][] => {
        const text = isSettingName(name) ? open(name, value) : null;
        return isSettingName(name) && text !== null ? [[name, text]] : [];
      }),
    );

  return {
    open,
    read,
    readValid,
    valuesOf,
    seal: (name, value) => (isSecret(name) ? cipher.encrypt(value, name) : value),
    async load() {
      const [rows, isOver] = await db.as({ kind: 'system' }, async (tx) => [
        await listSettings(tx),
        await isSampleOver(tx),
      ]);
      const values = valuesOf(rows);
      for (const { name } of rows)
        if (isSettingName(name) && !values.has(name))
          log.error({ name }, 'a setting cannot be decrypted because the secret key has changed');
      const { demo } = config;
      const enabled = demo.enabled && !isOver;
      Object.assign(config, readValid(values), {
        demo: enabled === demo.enabled ? demo : { ...demo, enabled },
      });
    },
  };
}

const familyOf = (name: string) => name.split('_')[0];

/** The settings that a problem is about, such as `OIDC_ISSUER: is required`. */
export const namesIn = (problem: string): SettingName[] =>
  (problem.split(':')[0] ?? '').split(', ').filter(isSettingName);
