import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { byteSize } from '#domain/byte-size.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { counted } from '#web/lib/formats.ts';

type ContentsProps = { id: string; intoId?: string };

/** What a deletion, or a merge into another company, affects. */
export function Contents(input: ContentsProps) {
  // Not loaded again when the company is gone.
  const { data, error } = useQuery(
    api.companies.contents.queryOptions({ input, staleTime: 'static', gcTime: 0 }),
  );
  if (error) return <Text c="red">{errorMessage(error)}</Text>;
  if (!data) return <Text c="dimmed">Counting...</Text>;
  return (
    <List size="sm" className="tabular">
      <List.Item>
        {counted(data.projects, 'project')}, {counted(data.submissions, 'submission')},{' '}
        {counted(data.files, 'file')} ({byteSize(data.bytes)}), {counted(data.clients, 'client')},{' '}
        {counted(data.shareLinks, 'share link')}
      </List.Item>
      {data.renamedProjects.map(({ id, name, newName }) => (
        <List.Item key={id}>
          “{name}” exists in both companies, so it becomes “{newName}”
        </List.Item>
      ))}
    </List>
  );
}
