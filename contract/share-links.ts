import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import {
  ShareLink,
  ShareLinkChange,
  ShareLinkInput,
  SharedPage,
  SharedSubmissionFiles,
} from '#domain/share-links.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Share links'] });

/** Any text: a malformed token gets the same answer as an unknown one. */
const Token = z.string();

export const shareLinks = {
  list: route('GET', '/share-links', 'List the share links you manage').output(
    z.object({ shareLinks: z.array(ShareLink) }),
  ),
  create: route('POST', '/share-links', 'Create a share link')
    .input(ShareLinkInput)
    .output(ShareLink),
  update: route('PATCH', '/share-links/{id}', 'Enable or disable a share link')
    .input(ShareLinkChange.extend({ id: Id }))
    .output(ShareLink),
  remove: route('DELETE', '/share-links/{id}', 'Permanently delete a share link')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),

  open: route('GET', '/shared/{token}', 'Get what a share link shows')
    .input(z.object({ token: Token }))
    .output(SharedPage),
  openFiles: route(
    'GET',
    '/shared/{token}/submissions/{submissionId}/files',
    'List the files of a shared submission',
  )
    .input(z.object({ token: Token, submissionId: Id }))
    .output(SharedSubmissionFiles),
};
