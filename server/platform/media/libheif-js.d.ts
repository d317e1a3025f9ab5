declare module 'libheif-js/wasm-bundle.js' {
  type HeifImage = { handle: unknown; is_primary(): boolean };
  type HeifChannel = {
    id: unknown;
    width: number;
    height: number;
    stride: number;
    /** A view into the decoder's memory. */
    data: Uint8Array;
  };
  type Decoded = { image: unknown; channels: HeifChannel[]; code?: unknown };

  const libheif: {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
    heif_js_decode_image2(
      handle: unknown,
      colorspace: unknown,
      chroma: unknown,
    ): Promise<Decoded | undefined>;
    heif_image_release(image: unknown): void;
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: { heif_chroma_interleaved_RGB: unknown };
    heif_channel: { heif_channel_interleaved: unknown };
  };
  export default libheif;
}
