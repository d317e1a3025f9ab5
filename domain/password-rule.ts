export const PASSWORD_LENGTH = { min: 10, max: 200 } as const;

/** The rule as people read it, before they break it. */
export const PASSWORD_RULE = `At least ${PASSWORD_LENGTH.min} characters, and not one of the most common passwords.`;
