import { byteSize } from '#domain/byte-size.ts';
import { flightFacts } from '#domain/flight-records.ts';
import { dateText } from '#domain/date-format.ts';
import { publisherOf, type PackFacts } from './manifest.ts';

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

function instant(date: Date | null, timeZone: string): string {
  if (!date) return '-';
  const there = dateText(date, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'long',
  });
  return `${there} (${date.toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
}

export function readmeOf(facts: PackFacts): string {
  const { pack, madeAt, origin, operator, key } = facts;
  const bytes = facts.files.reduce((sum, { hashes }) => sum + hashes.bytes, 0);
  const rows: [string, string][] = [
    ['Project', [pack.projectName, pack.companyName].filter(Boolean).join(', ')],
    ['Files', `${facts.files.length} originals, ${byteSize(bytes)}`],
    ['Created', `${instant(madeAt, pack.timeZone)}, for ${pack.personName}`],
    ['Created by', `${operator}, ${origin}`],
    ['Signing key', key.kid],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evidence pack: ${escaped(pack.projectName)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Evidence pack: ${escaped(pack.projectName)}</h1>
<p class="lead">This folder contains the original photos, videos and documents of a construction site as they
were uploaded, and a record of who uploaded and published them and when. Anyone can check, without our help, that
nothing has changed since the pack was created.</p>
<table>
${rows.map(([name, value]) => `<tr><th>${name}</th><td>${escaped(value)}</td></tr>`).join('\n')}
</table>
<h2>Weeks</h2>
<div class="wide"><table>
<tr><th>Week</th><th>Recorded</th><th>First published</th><th>Published by</th><th>Files</th></tr>
${facts.weeks.map((week) => weekRow(facts, week)).join('\n')}
</table></div>
${facts.flights.map(flightTable).join('\n')}
${textOf(origin)}
</body>
</html>
`;
}

function flightTable({ title, record }: PackFacts['flights'][number]): string {
  const rows = flightFacts(record, record.units).map(
    ([name, value]) => `<tr><th>${name}</th><td>${escaped(value)}</td></tr>`,
  );
  return `<h2>Flight record: ${escaped(title)}</h2>\n<table>\n${rows.join('\n')}\n</table>`;
}

function weekRow({ files, pack }: PackFacts, week: PackFacts['weeks'][number]): string {
  const count = files.filter(({ file }) => file.submissionId === week.id).length;
  const published =
    week.status === 'draft' ? 'Not published' : instant(week.firstPublishedAt, pack.timeZone);
  const cells = [
    week.title,
    week.recordedDate ?? '-',
    published,
    publisherOf(week) ?? '-',
    `${count}`,
  ];
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
}

const textOf = (origin: string) => `<h2>How to check it</h2>
<ol>
<li>Unpack the ZIP file. Don't open, edit or add files before the check; work on a copy.</li>
<li>Install Node.js (version 20 or later) from <code>nodejs.org</code>. No other software is needed.</li>
<li>Open a terminal in this folder and run <code>node verify.mjs</code>. It reads every file and reports which
are unchanged, changed, missing or added.</li>
<li>Compare the signing key it shows with the one published at
<code>${escaped(origin)}/.well-known/overfly-signing-key.json</code>, or ask the operator to read it to you. This step
matters because anyone can sign a folder with their own key.</li>
</ol>
<p>Someone who can change this folder can also change the checker in it. If you aren't sure where the folder came from,
get the checker from the operator or from Overfly's source code, and run it on this folder:
<code>node verify.mjs FOLDER</code>.</p>
<p>The checker is a short, readable program. An expert can read it or write another one. The format is documented in
Overfly's <code>docs/evidence.md</code>. It uses only two public standards, SHA-256 and Ed25519.</p>
<h2>What it proves</h2>
<ul>
<li><strong>The files are the same, byte for byte.</strong> Each file has a fingerprint (SHA-256), taken when it was
uploaded and checked again when this pack was made. A changed file has a different fingerprint.</li>
<li><strong>The list is complete and genuine.</strong> <code>manifest.json</code> lists every file with its
fingerprint, who uploaded it, and who published it and when. It's signed with the installation's private key
(<code>signature.json</code>). Without that key, nobody can change the list unnoticed.</li>
<li><strong>The history is consistent.</strong> <code>audit.jsonl</code> is the part of the audit log about these
files. Every entry contains the fingerprint of the previous one. Other entries are included only as fingerprints, so
the chain has no gaps and reveals nothing about other projects.</li>
</ul>
<h2>What it doesn't prove</h2>
<ul>
<li><strong>What a photo shows.</strong> The pack can't show whether a photo was edited before it was uploaded.</li>
<li><strong>The exact time.</strong> Upload and publication times come from the server's clock. Capture times and
positions come from the camera. There's no timestamp from an independent authority.</li>
<li><strong>That the operator is honest.</strong> Someone with the private key and the server could create a
different history before signing it. An earlier pack, or one kept by the other party, would contradict it, so keep the
ZIP file.</li>
<li><strong>Who was at the keyboard.</strong> Names are those of the accounts that were used.</li>
</ul>
<p>This page describes the technical record. It isn't legal advice.</p>
<h2>What's in the folder</h2>
<dl>
<dt>originals</dt><dd>The files, by project, week and type.</dd>
<dt>manifest.json</dt><dd>The signed list of everything else in the folder. Opens in any text editor.</dd>
<dt>signature.json</dt><dd>The signature of the list, and its public key.</dd>
<dt>audit.jsonl</dt><dd>The part of the audit log about these files.</dd>
<dt>project.json</dt><dd>What Overfly knows about the files: viewpoints, photo alignments, video chapters, maps,
measurements and flight records. For other programs.</dd>
<dt>verify.mjs</dt><dd>The checker.</dd>
<dt>README.html</dt><dd>This page.</dd>
</dl>`;

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25 } h2 { margin-top: 2rem; font-size: 1.2rem }
.lead { font-size: 1.1rem } .wide { overflow-x: auto; overflow-wrap: normal }
table { border-collapse: collapse; width: 100% }
th, td { padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8886 }
li { margin: .4rem 0 } dt { font-weight: 600 } dd { margin: 0 0 .5rem }
@media print { body { margin: 0; max-width: none } }
`;
