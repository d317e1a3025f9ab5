import { hash } from 'node:crypto';
import {
  defaultOf,
  fieldOf,
  isSecret,
  settingsIn,
  type SettingName,
  type SettingsPage,
  type SettingsSection,
  type SettingState,
} from '#domain/settings.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/platform/context.ts';
import type { SettingRow } from '#server/platform/settings/queries.ts';
import { namesIn } from '#server/platform/settings/settings.ts';
import { readable } from './problems.ts';

const KEY_CHANGED = "This can't be read because the secret key has changed. Enter it again.";

export function presentSettings(
  ctx: Context,
  section: SettingsSection,
  rows: readonly SettingRow[],
): SettingsPage {
  const names = settingsIn(section);
  const stored = new Map(
    rows.flatMap(({ name, value }) => {
      const known = names.find((each) => each === name);
      return known ? [[known, ctx.settings.open(known, value)] as const] : [];
    }),
  );
  const values = new Map(
    [...stored].flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
  );
  const { problems } = ctx.settings.read(values);
  const fields = names.map((name): SettingState => {
    const onServer = textOnServer(ctx.config, name);
    const saved = stored.get(name);
    const text = onServer ?? saved ?? defaultOf(name);
    const isKeyChanged = onServer === undefined && saved === null;
    return {
      name,
      value: isSecret(name) ? null : text,
      isSet: text !== null,
      source: onServer !== undefined ? 'server' : saved === undefined ? 'default' : 'saved',
      problem: isKeyChanged
        ? KEY_CHANGED
        : readable(
            problems.filter((problem) => stored.has(name) && namesIn(problem).includes(name)),
          ),
    };
  });
  return { fields, version: versionOf(section, rows) };
}

/** Also set if another variable replaces this one. */
export function textOnServer({ environment }: Config, name: SettingName): string | undefined {
  const { instead } = fieldOf(name);
  return environment[name] ?? (instead !== undefined && environment[instead] ? '' : undefined);
}

export const versionOf = (section: SettingsSection, rows: readonly SettingRow[]): string => {
  const names = new Set<string>(settingsIn(section));
  const own = rows.filter(({ name }) => names.has(name));
  const changes = own.map(({ name, changedAt }) => `${name} ${changedAt.toISOString()}`);
  return hash('sha256', changes.toSorted().join('\n')).slice(0, 16);
};
