import { domainToUnicode } from 'node:url';

/** 'ann@xn--bcher-kva.example' becomes 'ann@bücher.example'. */
export function readableEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = domainToUnicode(address.slice(at + 1));
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`;
}
