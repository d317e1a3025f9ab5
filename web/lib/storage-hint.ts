import { useQuery } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import { type CompanyUse, isNearQuota } from '#domain/companies.ts';
import { api } from './api.ts';

/** Null if there is enough storage left. */
export function storageHint({ usedBytes, quotaBytes }: CompanyUse) {
  if (quotaBytes === null || !isNearQuota(usedBytes, quotaBytes)) return null;
  const [left, limit] = [quotaBytes - usedBytes, byteSize(quotaBytes)];
  return left > 0
    ? {
        color: 'yellow',
        text: `This company has ${byteSize(left)} of its ${limit} of storage left.`,
      }
    : {
        color: 'red',
        text:
          `This company has used ${byteSize(usedBytes)} of ${limit}, so there isn't enough space for more files. ` +
          'Raise the limit under Company Management, or delete files for good in the trash.',
      };
}

export function useStorageHint(companyId: string | null | undefined) {
  const { data } = useQuery({
    ...api.companies.usage.queryOptions({ input: { id: companyId ?? '' } }),
    enabled: Boolean(companyId),
  });
  return data ? storageHint(data) : null;
}
