import { Select, type SelectProps } from '@mantine/core';

const TIME_ZONES = Intl.supportedValuesOf('timeZone');

export const TimeZoneSelect = (props: SelectProps) => (
  <Select data={TIME_ZONES} searchable nothingFoundMessage="No time zone found" {...props} />
);
