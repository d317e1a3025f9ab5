import type { SubmissionFile } from './files.ts';

/** A file that stands in a text as `![name](file:id)`, the way Markdown writes pictures. */
const EMBEDDED = /!\[([^\]\n]*)\]\(file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;

/** `at`: where it begins in the text, characters. */
export type ContentPart = { at: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'file'; fileId: string }
);

type Embeddable = Pick<SubmissionFile, 'id' | 'fileName'>;

const embedCode = ({ id, fileName }: Embeddable) =>
  `![${fileName.replaceAll(/[[\]\s]+/g, ' ').trim()}](file:${id})`;

/** The files that stand in a text, in its order, each once. */
export const embeddedIds = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(EMBEDDED), (match) => match[2]?.toLowerCase() ?? '')),
];

/**
 * Puts files into a text at `position`, characters, each on a line of its own. Answers the text and the
 * position behind them.
 */
export function embedFiles(text: string, position: number, files: readonly Embeddable[]) {
  const [before, after] = [text.slice(0, position), text.slice(position)];
  const lead = before === '' || before.endsWith('\n') ? '' : '\n';
  const tail = after.startsWith('\n') ? '' : '\n';
  const inserted = `${lead}${files.map(embedCode).join('\n')}${tail}`;
  return { text: before + inserted + after, position: position + inserted.length };
}

/** A text in parts: what is written, and the files that stand between. */
export function contentParts(text: string): ContentPart[] {
  const parts: ContentPart[] = [];
  let from = 0;
  for (const match of text.matchAll(EMBEDDED)) {
    parts.push({ at: from, kind: 'text', text: text.slice(from, match.index) });
    parts.push({ at: match.index, kind: 'file', fileId: match[2]?.toLowerCase() ?? '' });
    from = match.index + match[0].length;
  }
  parts.push({ at: from, kind: 'text', text: text.slice(from) });
  return parts.filter((part) => part.kind === 'file' || part.text.trim() !== '');
}
