/** The project whose page, or one below it, that is; null for any other. */
export const projectOfPage = (page: string | null): string | null =>
  /^\/dashboard\/projects\/([^/]+)/.exec(page ?? '')?.[1] ?? null;
