/** Metadata as it stands in a container that is not a TIFF. */
export type Parts = {
  /** Each is a TIFF of its own. */
  exif: Uint8Array<ArrayBuffer>[];
  xmp: Uint8Array<ArrayBuffer>[];
  /** Resources of Photoshop. */
  photoshop?: Uint8Array<ArrayBuffer>[];
  /** Of the picture, before it is turned. */
  pixels?: number | null;
  /** Where the picture of a JPEG begins. */
  scanStart?: number;
};
