import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import {
  fieldOf,
  isSecret,
  isSettingName,
  SETTINGS_SECTIONS,
  settingsIn,
  type SettingName,
  type SettingsChange,
  type SettingsPage,
  type SettingsSection,
} from '#domain/settings.ts';
import { sealPreview } from '#server/maps/base-map/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import {
  listSettings,
  lockSettings,
  removeSetting,
  saveSetting,
  type SettingRow,
} from '#server/platform/settings/queries.ts';
import { trySending, type MailTrial } from '#server/platform/mail/transport.ts';
import { mapProblem, problemWith } from './checks.ts';
import { presentSettings, textOnServer, versionOf } from './present.ts';
import { readable } from './problems.ts';

export const settingsFor = (
  ctx: Context,
  viewer: Viewer,
  { section }: { section: SettingsSection },
): Promise<SettingsPage> =>
  ctx.db.ask(viewer, async (tx) => presentSettings(ctx, section, await listSettings(tx)));

type Change = z.output<typeof SettingsChange>;

/**
 * Values that could lock people out or stop emails are tried first. INVALID_INPUT, SETTINGS_CHANGED if someone else
 * saved since `version`, SETTING_ON_SERVER, SETTING_FAILED if the trial failed.
 */
export async function saveSettings(
  ctx: Context,
  viewer: Viewer,
  change: Change,
): Promise<SettingsPage> {
  const { section, version } = change;
  const changed = changedNames(ctx, change);
  const before = await ctx.db.ask(viewer, listSettings);
  failIf(await problemWith(configAfter(ctx, before, change), changed, ctx.config));
  const after = await ctx.db.as(viewer, async (tx) => {
    await lockSettings(tx);
    const rows = await listSettings(tx);
    if (versionOf(section, rows) !== version) throw new AppError('SETTINGS_CHANGED');
    configAfter(ctx, rows, change);
    for (const name of changed) {
      const value = change.values[name] ?? null;
      const sealed = value === null ? null : ctx.settings.seal(name, value);
      const [changedAt, changedBy] = [ctx.clock(), profileOf(viewer)];
      if (sealed === null) await removeSetting(tx, name);
      else await saveSetting(tx, { name, value: sealed, changedAt, changedBy });
    }
    const detail = changesOf(rows, change);
    if (Object.keys(detail).length > 0) {
      const name = SETTINGS_SECTIONS[section];
      await ctx.record(tx, { type: 'settings.changed', id: null, name, detail });
    }
    return listSettings(tx);
  });
  await ctx.settings.load();
  return presentSettings(ctx, section, after);
}

function failIf(problem: string | null) {
  if (problem !== null) throw new AppError('SETTING_FAILED', problem);
}

/** INVALID_INPUT for names of other sections; SETTING_ON_SERVER. */
function changedNames({ config }: Context, { section, values }: Change): SettingName[] {
  const names = settingsIn(section);
  return Object.keys(values).map((name) => {
    if (!isSettingName(name) || !names.includes(name)) throw new AppError('INVALID_INPUT');
    if (textOnServer(config, name) !== undefined) throw new AppError('SETTING_ON_SERVER');
    return name;
  });
}

/** INVALID_INPUT if the values don't fit together; problems that existed before don't count. */
function configAfter(
  ctx: Context,
  rows: readonly SettingRow[],
  { values }: Pick<Change, 'values'>,
) {
  const before = ctx.settings.valuesOf(rows);
  const next = new Map(before);
  for (const [name, value] of Object.entries(values)) {
    if (!isSettingName(name)) continue;
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const known = ctx.settings.read(before).problems;
  const problems = ctx.settings.read(next).problems.filter((problem) => !known.includes(problem));
  if (problems.length > 0) throw new AppError('INVALID_INPUT', readable(problems) ?? undefined);
  return ctx.settings.readValid(next);
}

/** Secrets that were saved with another secret key. */
export async function listUnreadable(ctx: Context, tx: Tx) {
  const rows = await listSettings(tx);
  const values = ctx.settings.valuesOf(rows);
  return rows.flatMap(({ name }) => {
    if (!isSettingName(name) || values.has(name)) return [];
    const { label, section } = fieldOf(name);
    return [{ label, section, sectionLabel: SETTINGS_SECTIONS[section] }];
  });
}

/** Old and new values by name; secrets only as "changed". */
function changesOf(rows: readonly SettingRow[], { values }: Change) {
  const before = new Map(rows.map(({ name, value }) => [name, value]));
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const old = before.get(name) ?? null;
    if (!isSettingName(name) || old === value) continue;
    changes[name] = isSecret(name) ? (value === null ? 'removed' : 'changed') : [old, value];
  }
  return changes;
}

/** Tries values of the section Map without saving them. INVALID_INPUT, SETTING_FAILED. */
export async function previewMap(
  ctx: Context,
  viewer: Viewer,
  change: Pick<Change, 'values'>,
): Promise<{ preview: string }> {
  const next = configAfter(ctx, await ctx.db.ask(viewer, listSettings), change);
  failIf(await mapProblem(next, ctx.config));
  return { preview: sealPreview(ctx.config, next.baseMap) };
}

/** Sent at once, so that the mail server's answer can be shown. */
export async function sendTestEmail(
  ctx: Context,
  viewer: Viewer,
  { to }: { to: string },
): Promise<MailTrial> {
  const { name } = ctx.config.brand;
  const trial = await trySending(ctx.config, {
    to,
    subject: `Test email from ${name}`,
    text: `This is a test. Emails from ${name} reach you.`,
  });
  const detail = { isAccepted: trial.isAccepted };
  await ctx.db.as(viewer, (tx) =>
    ctx.record(tx, { type: 'settings.email-tested', id: null, detail }),
  );
  return trial;
}
