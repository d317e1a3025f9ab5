// The calendar with its style sheet, so that neither comes without the other.
import '@mantine/dates/styles.layer.css';

export { DatePickerInput, DateTimePicker } from '@mantine/dates';
