import { ActionIcon, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import type { CompanyFile } from '#domain/stored-files.ts';
import { api } from '#web/lib/api.ts';
import { date, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import classes from './stored-files.module.css';

/** Files uploaded for the viewer's company. Renders nothing if there are none. */
export function CompanyFiles() {
  const query = useQuery(api.storedFiles.ofCompany.queryOptions());
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load your documents" query={query} />;
  }
  const files = query.data?.files ?? [];
  if (files.length === 0) return null;
  return (
    <Section title="Documents">
      <ul className={classes.list} aria-label="Documents">
        {files.map((file) => (
          <Document key={file.id} file={file} />
        ))}
      </ul>
    </Section>
  );
}

function Document({ file }: { file: CompanyFile }) {
  const { fileName, fileSize, description, recordedDate, createdAt, originalUrl } = file;
  const facts = [byteSize(fileSize), date(recordedDate ?? createdAt, DEFAULT_TIME_ZONE)];
  return (
    <Group component="li" gap="sm" wrap="nowrap" justify="space-between">
      <div className={classes.text}>
        <Text fw={500} className={classes.name}>
          {fileName}
        </Text>
        {description ? <Text size="sm">{description}</Text> : null}
        <Text c="dimmed" size="sm" className="tabular">
          {facts.join(' · ')}
        </Text>
      </div>
      <ActionIcon
        component="a"
        href={originalUrl}
        download={fileName}
        variant="default"
        size="lg"
        aria-label={`Download ${fileName}`}
      >
        <IconDownload size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
