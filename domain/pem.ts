/** Restores the line breaks of a PEM text (RFC 7468) that was pasted into a single line. */
export const withLines = (pem: string) =>
  pem.replace(/^(-+BEGIN [A-Z ]+-+)([\s\S]+?)(-+END [A-Z ]+-+)\s*$/, (_all, begin, body, end) =>
    [
      begin,
      ...(String(body)
        .replaceAll(/\s/g, '')
        .match(/.{1,64}/g) ?? []),
      end,
      '',
    ].join('\n'),
  );
