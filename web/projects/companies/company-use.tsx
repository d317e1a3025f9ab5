import { Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import { isNearQuota } from '#domain/companies.ts';
import { api } from '#web/lib/api.ts';

/** How much of its storage a company has used. */
export function CompanyUse({ companyId }: { companyId: string }) {
  const { data } = useQuery(api.companies.use.queryOptions({ input: { id: companyId } }));
  if (!data) return null;
  const { usedBytes, quotaBytes } = data;
  if (quotaBytes === null) {
    return (
      <Text size="sm" c="dimmed" className="tabular">
        {byteSize(usedBytes)} of originals, including the trash. No limit.
      </Text>
    );
  }
  const percent = Math.min(100, (usedBytes / quotaBytes) * 100);
  const color = usedBytes >= quotaBytes ? 'red' : 'yellow';
  const label = `${byteSize(usedBytes)} of ${byteSize(quotaBytes)} used`;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" className="tabular">
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          Originals, including the trash
        </Text>
      </Group>
      <Progress
        value={percent}
        aria-label={label}
        {...(isNearQuota(usedBytes, quotaBytes) && { color })}
      />
    </div>
  );
}
