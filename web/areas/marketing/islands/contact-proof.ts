const encoder = new TextEncoder();

/**
 * The least number n, as text, for which SHA-256 of `token:n` begins with `bits` zero bits: work that
 * costs a person nothing noticeable and a flood of messages a lot. Undefined where the browser does
 * not hash, which is any page that came without TLS: the message then goes without a proof.
 */
export async function prove(token: string, bits: number): Promise<string | undefined> {
  if (!('subtle' in crypto)) return undefined;
  for (let counter = 0; ; counter++) {
    const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`${token}:${counter}`));
    if (leadingZeros(new Uint8Array(digest)) >= bits) return String(counter);
  }
}

function leadingZeros(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first === -1) return bytes.length * 8;
  return first * 8 + Math.clz32(bytes[first] ?? 0) - 24;
}
