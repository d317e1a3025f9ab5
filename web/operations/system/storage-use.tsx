import { Progress, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import type { StorageUse } from '#domain/system.ts';
import { api } from '#web/lib/api.ts';
import { count } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';

const KIND_LABELS: Record<StorageUse['kinds'][number]['kind'], string> = {
  photo: 'Photos',
  video: 'Videos',
  raster: 'Maps',
  document: 'Documents',
  other: 'Other files',
};

export function StorageSection() {
  const query = useQuery(api.system.storage.queryOptions());
  return (
    <Section title="Storage" id="storage">
      {query.data ? (
        <Stored use={query.data} />
      ) : query.isError ? (
        <LoadError title="Failed to load storage" query={query} />
      ) : (
        <Skeleton height={240} />
      )}
    </Section>
  );
}

function Stored({ use: { kinds, companies, space } }: { use: StorageUse }) {
  return (
    <Stack gap="lg">
      {space ? <DiskSpace {...space} /> : null}
      <Text c="dimmed" size="sm">
        Originals only. Previews and converted videos take additional space.
      </Text>
      <UseTable
        label="Type"
        rows={kinds.map(({ kind, ...use }) => ({ key: kind, name: KIND_LABELS[kind], ...use }))}
      />
      <UseTable
        label="Company"
        rows={companies.map(({ company, ...use }) => ({
          key: company?.id ?? 'none',
          name: company?.name ?? 'No company',
          ...use,
        }))}
      />
    </Stack>
  );
}

function DiskSpace({ free, total }: NonNullable<StorageUse['space']>) {
  const used = total - free;
  return (
    <div>
      <Text mb={4}>
        {byteSize(free)} of {byteSize(total)} free
      </Text>
      <Progress value={(100 * used) / Math.max(1, total)} aria-label="Disk space used" />
    </div>
  );
}

type UseRow = { key: string; name: string; files: number; bytes: number };

function UseTable({ label, rows }: { label: string; rows: UseRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Table aria-label={`Storage by ${label.toLowerCase()}`} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{label}</Table.Th>
          <Table.Th scope="col" ta="end">
            Files
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Size
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, files, bytes }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Table.Th>
            <Table.Td ta="end">{count(files)}</Table.Td>
            <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
              {byteSize(bytes)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
