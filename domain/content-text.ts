import type { SubmissionFile } from './files.ts';

const EMBED_PATTERN = /!\[([^\]\n]*)\]\(file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;

export type ContentPart = { at: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'file'; fileId: string }
);

type Embeddable = Pick<SubmissionFile, 'id' | 'fileName'>;

const embedCode = ({ id, fileName }: Embeddable) =>
  `![${fileName.replaceAll(/[[\]\s]+/g, ' ').trim()}](file:${id})`;

export const embeddedIds = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(EMBED_PATTERN), (match) => match[2]?.toLowerCase() ?? '')),
];

/** Inserts files at `position` (in characters), each on its own line. Returns the text and the position after them. */
export function embedFiles(text: string, position: number, files: readonly Embeddable[]) {
  const [before, after] = [text.slice(0, position), text.slice(position)];
  const lead = before === '' || before.endsWith('\n') ? '' : '\n';
  const tail = after.startsWith('\n') ? '' : '\n';
  const inserted = `${lead}${files.map(embedCode).join('\n')}${tail}`;
  return { text: before + inserted + after, position: position + inserted.length };
}

export function contentParts(text: string): ContentPart[] {
  const parts: ContentPart[] = [];
  let from = 0;
  for (const match of text.matchAll(EMBED_PATTERN)) {
    parts.push({ at: from, kind: 'text', text: text.slice(from, match.index) });
    parts.push({ at: match.index, kind: 'file', fileId: match[2]?.toLowerCase() ?? '' });
    from = match.index + match[0].length;
  }
  parts.push({ at: from, kind: 'text', text: text.slice(from) });
  return parts.filter((part) => part.kind === 'file' || part.text.trim() !== '');
}
