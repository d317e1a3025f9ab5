import { IconBuilding } from '@tabler/icons-react';
import { ERRORS } from '#domain/errors.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, type FailedQuery, LoadError } from '#web/ui/states.tsx';

export function NoProject({ query }: { query: FailedQuery }) {
  if (!isRefused(query.error)) {
    return (
      <Page title="Project">
        <LoadError title="Failed to fetch projects." query={query} />
      </Page>
    );
  }
  return (
    <Page title={ERRORS.PROJECT_NOT_FOUND[1]}>
      <EmptyState
        icon={IconBuilding}
        title="This project doesn't exist."
        action={<ButtonLink to={ROUTES.allProjects}>Projects</ButtonLink>}
      >
        It may have been deleted.
      </EmptyState>
    </Page>
  );
}
