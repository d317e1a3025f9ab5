// The style sheet must load together with the calendar.
import '@mantine/dates/styles.layer.css';

export { DatePickerInput, DateTimePicker } from '@mantine/dates';
