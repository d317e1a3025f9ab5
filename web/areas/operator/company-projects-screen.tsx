import { Button, Code, Group, Stack, Text, Progress } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Company, isNearQuota } from '#domain/companies.ts';
import { ERRORS } from '#domain/errors.ts';
import { may } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { useSession } from '#web/lib/session.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { CompanyExport } from '#web/operations/exports/company-export.tsx';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { BackLink, ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, type FailedQuery, LoadError } from '#web/ui/states.tsx';
import { ProjectDialogs, ProjectRows, type ProjectTask } from './project-actions.tsx';
import { byteSize } from '#domain/byte-size.ts';

export function CompanyProjectsScreen() {
  const { companyId } = useParams({
    strict: false,
    select: ({ companyId: id = '' }) => ({ companyId: id }),
  });
  const query = useQuery(api.companies.get.queryOptions({ input: { id: companyId } }));
  const { data: company, error } = query;
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.companies}>Back to Companies</BackLink>
      {error && (isRefused(error) || !company) ? (
        <NoCompany query={query} />
      ) : (
        <CompanyProjects companyId={companyId} company={company} />
      )}
    </Stack>
  );
}

function NoCompany({ query }: { query: FailedQuery }) {
  if (!isRefused(query.error)) {
    return (
      <Page title="Projects">
        <LoadError title="Failed to fetch companies." query={query} />
      </Page>
    );
  }
  return (
    <Page title={ERRORS.COMPANY_NOT_FOUND[1]}>
      <EmptyState
        icon={IconBuilding}
        title="This company doesn't exist."
        action={<ButtonLink to={ROUTES.companies}>Company Management</ButtonLink>}
      />
    </Page>
  );
}

type CompanyProjectsProps = { companyId: string; company: Company | undefined };

function CompanyProjects({ companyId, company }: CompanyProjectsProps) {
  const [task, setTask] = useState<ProjectTask | null>(null);
  const { user } = useSession();
  return (
    <>
      <Page
        title={company?.companyName ?? 'Projects'}
        subtitle={
          company ? (
            <Group gap="xs" component="span">
              <Text span inherit>
                Company code
              </Text>
              <Code>{company.companyCode}</Code>
            </Group>
          ) : null
        }
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setTask({ kind: 'create' })}
          >
            Create Project
          </Button>
        }
      >
        <Stack gap="lg">
          <CompanyUse companyId={companyId} />
          <Projects companyId={companyId} onTask={setTask} />
          {user && may(user.role, 'companies.export') ? (
            <CompanyExport companyId={companyId} />
          ) : null}
        </Stack>
      </Page>
      <ProjectDialogs task={task} companyId={companyId} onClose={() => setTask(null)} />
    </>
  );
}

type ProjectsProps = { companyId: string; onTask: (task: ProjectTask) => void };

function Projects({ companyId, onTask }: ProjectsProps) {
  const query = useQuery(api.projects.list.queryOptions({ input: { companyId } }));
  if (query.isPending) return <TableSkeleton label="Loading projects" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to fetch projects." query={query} />;
  }
  if (query.data.projects.length === 0) {
    return (
      <EmptyState icon={IconBuilding} title="No projects found.">
        Create the first project for this company.
      </EmptyState>
    );
  }
  return <ProjectRows projects={query.data.projects} withCompany={false} onTask={onTask} />;
}

function CompanyUse({ companyId }: { companyId: string }) {
  const { data } = useQuery(api.companies.usage.queryOptions({ input: { id: companyId } }));
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
