import { Table, Text } from '@mantine/core';
import { jobLabel, type SystemState } from '#domain/system.ts';
import { count, dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';

/** How many jobs of each kind wait, run and were given up. */
export function JobTable({ jobs }: Pick<SystemState, 'jobs'>) {
  return (
    <Table aria-label="Background jobs" horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Job</Table.Th>
          <Table.Th scope="col" ta="end">
            Waiting
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Running
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Failed
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map((job) => (
          <Table.Tr key={job.name}>
            <Table.Th scope="row" fw={500}>
              {jobLabel(job.name)}
              {job.waitingSince ? (
                <Text c="dimmed" size="sm">
                  Waiting since {dateTime(job.waitingSince, DEFAULT_TIME_ZONE)}
                </Text>
              ) : null}
            </Table.Th>
            <Table.Td ta="end">{count(job.waiting)}</Table.Td>
            <Table.Td ta="end">{count(job.running)}</Table.Td>
            <Table.Td ta="end" c={job.givenUp > 0 ? 'red' : undefined}>
              {count(job.givenUp)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
