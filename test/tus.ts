/** A response of the tus protocol; `body` is the parsed error, if any. */
export type TusAnswer = { status: number; headers: Headers; body: unknown };

type NewFile = { submissionId: string; name: string; size: number; sha256?: string };

export type TusClient = {
  create(file: NewFile): Promise<TusAnswer>;
  /** Sends bytes, starting at `offset`. */
  patch(location: string, offset: number, bytes: Uint8Array): Promise<TusAnswer>;
  /** How many bytes the server has; null if it doesn't know the upload. */
  offset(location: string): Promise<number | null>;
  remove(location: string): Promise<TusAnswer>;
  /** Creates and sends a whole file. Returns its id; throws the server's message if it refuses. */
  upload(submissionId: string, name: string, bytes: Uint8Array): Promise<string>;
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A tus 1.0 client that uses a session `cookie` or the given headers. */
export function tusClient(
  url: string,
  cookie: string | null,
  who: Record<string, string> = {},
): TusClient {
  async function ask(
    path: string,
    method: string,
    headers: Record<string, string>,
    body?: Uint8Array,
  ) {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...(cookie && { cookie }), ...who, 'tus-resumable': '1.0.0', ...headers },
      // These buffers are never SharedArrayBuffers.
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  }

  const client: TusClient = {
    create: ({ submissionId, name, size, sha256 }) =>
      ask('/api/uploads', 'POST', {
        'upload-length': String(size),
        'upload-metadata': `submissionId ${base64(submissionId)},filename ${base64(name)},filetype ${base64('image/jpeg')}${sha256 ? `,sha256 ${base64(sha256)}` : ''}`,
      }),
    patch: (location, offset, bytes) =>
      ask(
        location,
        'PATCH',
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        bytes,
      ),
    async offset(location) {
      const { headers } = await ask(location, 'HEAD', {});
      const value = headers.get('upload-offset');
      return value === null ? null : Number(value);
    },
    remove: (location) => ask(location, 'DELETE', {}),
    async upload(submissionId, name, bytes) {
      const created = await client.create({ submissionId, name, size: bytes.byteLength });
      const location = created.headers.get('location');
      if (!location) throw new Error(JSON.stringify(created.body));
      const sent = await client.patch(location, 0, bytes);
      if (sent.status !== 204) throw new Error(`${sent.status} ${JSON.stringify(sent.body)}`);
      return location.slice(location.lastIndexOf('/') + 1);
    },
  };
  return client;
}
