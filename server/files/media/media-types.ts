/** Media types that a browser shows without ever running what is in them. SVG is not one. */
const SHOWN =
  /^(?:image\/(?:jpeg|png|webp|gif|avif|tiff|bmp|heic|heif)|(?:video|audio)\/[a-z0-9.+-]+)$/;

/** The type to show an original with in the browser; null when it may only be saved. */
export const inlineType = (fileType: string): string | null =>
  SHOWN.test(fileType) ? fileType : null;

/** The type to save an original with; what a page of ours could load as a script or style is plain bytes. */
export const safeType = (fileType: string): string =>
  SHOWN.test(fileType) || fileType === 'application/pdf' ? fileType : 'application/octet-stream';
