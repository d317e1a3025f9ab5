import { Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { PIN_KIND_LABELS } from '#domain/pin-texts.ts';
import type { Pin, PinPlace } from '#domain/pins.ts';
import { viewText } from '#domain/viewer-opening.ts';
import { PinConversation } from '#web/files/pins/pin-conversation.tsx';
import { PinPicture } from '#web/files/pins/pin-picture.tsx';
import { usePin } from '#web/files/pins/use-pins.ts';
import { api } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { mapViewText } from '#web/maps/map-view.ts';
import { BackLink, ButtonLink, TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { NotAvailable } from './not-available.tsx';
import classes from './project-screen.module.css';

export const useIsOperatorArea = () =>
  useLocation({ select: ({ pathname }) => pathname.startsWith(ROUTES.operator) });

/** In both areas. */
export function PinScreen() {
  const { pinId = '' } = useParams({ strict: false });
  const list = useIsOperatorArea() ? ROUTES.operatorPins : ROUTES.pins;
  const query = usePin(pinId, true);
  const { data: pin, error } = query;
  if (error && (!pin || isRefused(error))) {
    return (
      <NotAvailable
        title="Pin Not Available"
        missing="It may have been deleted."
        query={query}
        action={<ButtonLink to={list}>All Pins</ButtonLink>}
      />
    );
  }
  return (
    <Stack gap="md">
      <BackLink to={list}>Back to Pins</BackLink>
      {pin ? <PinPage {...{ pin, list }} /> : <Skeleton height={480} aria-label="Loading pin" />}
    </Stack>
  );
}

type PinPageProps = { pin: Pin; list: (typeof ROUTES)['pins' | 'operatorPins'] };

function PinPage({ pin, list }: PinPageProps) {
  const { id, kind, photo, place, projectId, submissionId } = pin;
  const isOperator = list === ROUTES.operatorPins;
  const navigate = useNavigate();
  const title = photo?.title ?? { file: '', map: 'Map', week: pin.submissionTitle }[place.kind];
  // The viewer has no URL for drafts.
  const week = useQuery(api.submissions.getPublished.queryOptions({ input: { id: submissionId } }));
  const fileId = place.kind === 'file' && week.data ? place.fileId : null;
  return (
    <Page
      title={`${PIN_KIND_LABELS[kind]} · ${title}`}
      subtitle={
        <Group component="span" gap="xs">
          <TextLink
            to={isOperator ? ROUTES.operatorProject : ROUTES.project}
            params={{ id: projectId, projectId }}
          >
            {pin.projectName}
          </TextLink>
          ·
          <TextLink
            to={isOperator ? ROUTES.submission : ROUTES.week}
            params={{ projectId, submissionId }}
          >
            {pin.submissionTitle}
          </TextLink>
        </Group>
      }
      actions={
        fileId ? (
          <ButtonLink
            to={ROUTES.week}
            params={{ projectId, submissionId }}
            search={{ view: viewText('single', [{ submissionId, fileId }]), pin: id }}
          >
            Open in Viewer
          </ButtonLink>
        ) : place.kind === 'map' && week.data ? (
          <ButtonLink
            to={ROUTES.project}
            params={{ id: projectId }}
            search={{ tab: 'maps', map: mapTextOf(place), pin: id }}
          >
            Open on Map
          </ButtonLink>
        ) : null
      }
    >
      <div className={classes.columns}>
        {photo ? <PinPicture {...{ pin, photo }} /> : null}
        <Section title="Conversation">
          <PinConversation
            pinId={id}
            onDeleted={() => void navigate({ to: list, replace: true })}
          />
        </Section>
      </div>
    </Page>
  );
}

const mapTextOf = ({ submissionId, longitude, latitude }: PinPlace & { kind: 'map' }) =>
  mapViewText({
    layer: 'orthophoto',
    submissionId,
    mode: 'single',
    place: { longitude, latitude, zoom: 19 },
  });
