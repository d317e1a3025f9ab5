import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { InterruptedUpload } from '../uploads/interrupted-upload.tsx';
import { UploadCard } from '../uploads/upload-card.tsx';
import { STANDALONE } from '../uploads/upload-records.ts';
import { useQueue } from '../uploads/use-uploads.ts';

export function StandaloneUploads() {
  const { data } = useQuery(api.uploads.listStandalone.queryOptions());
  const uploads = useQueue(STANDALONE, data?.uploads);
  if (uploads.isEmpty) return null;
  return (
    <Stack gap="md">
      <InterruptedUpload {...uploads} />
      <UploadCard {...uploads} />
    </Stack>
  );
}
