import { oc } from '@orpc/contract';
import { Download } from '#domain/downloads.ts';
import { EvidenceSize, EvidenceScope, SigningKeys } from '#domain/evidence.ts';

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Evidence'] });

export const evidence = {
  measure: route('POST', '/evidence-packs/measure', 'Get the size of an evidence pack')
    .input(EvidenceScope)
    .output(EvidenceSize),
  /** The pack appears in the person's downloads, with its progress. */
  make: route('POST', '/evidence-packs', 'Create a signed evidence pack of a submission or project')
    .input(EvidenceScope)
    .output(Download),
  keys: route('GET', '/evidence-packs/keys', 'List the keys that sign evidence packs').output(
    SigningKeys,
  ),
};
