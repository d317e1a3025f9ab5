import { tooLong } from '#domain/contact-messages.ts';
import { VIEWPOINT_NAME_MAX } from '#domain/viewpoint-names.ts';

/** What is said of the name of a viewpoint that is too long; nothing of any other. */
export const nameError = (name: string): string | null =>
  name.trim().length > VIEWPOINT_NAME_MAX ? tooLong(VIEWPOINT_NAME_MAX) : null;
