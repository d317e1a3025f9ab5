import { Checkbox, Radio, Stack } from '@mantine/core';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay, weekBadge } from '#domain/weeks.ts';
import { counted, date } from '#web/lib/formats.ts';
import classes from './downloads.module.css';

export type WeekChoiceProps = {
  weeks: readonly Submission[];
  timeZone: string;
  /** Null: all of them. */
  chosen: readonly string[] | null;
  onChoose: (submissionIds: string[] | null) => void;
};

/** All weeks of a project, or some of them. */
export function WeekChoice({ weeks, timeZone, chosen, onChoose }: WeekChoiceProps) {
  const [newest] = weeks;
  return (
    <div>
      <Radio.Group
        label="Weeks"
        value={chosen === null ? 'all' : 'some'}
        onChange={(value) => onChoose(value === 'all' || !newest ? null : [newest.id])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={`All weeks (${weeks.length})`} />
          <Radio value="some" label="Some weeks" />
        </Stack>
      </Radio.Group>
      {chosen === null ? null : (
        <Checkbox.Group value={[...chosen]} onChange={onChoose}>
          <fieldset className={classes.weeks}>
            <legend className="visually-hidden">Weeks to download</legend>
            {weeks.map((week) => {
              const day = documentedDay(week, timeZone);
              return (
                <Checkbox
                  key={week.id}
                  value={week.id}
                  label={`${date(day, timeZone)} · ${weekBadge(day)}`}
                  description={`${week.title} · ${counted(week.fileCount, 'file')}`}
                />
              );
            })}
          </fieldset>
        </Checkbox.Group>
      )}
    </div>
  );
}
