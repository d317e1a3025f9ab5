#!/usr/bin/env node
// Checks an evidence pack: run `node verify.mjs` in its folder. Needs only Node.js 20 or later.
//
//   node verify.mjs [FOLDER] [--key KEY-ID]     (see --help)
//
// manifest.json lists every file with its SHA-256 and is signed with Ed25519 (signature.json). In audit.jsonl, part of
// the audit log, every entry is chained to the previous one. With --key, the pack must be signed with that key.
// Exits with 0 if nothing was changed, with 1 if something was, with 2 if it can't be checked.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const UNLISTED = new Set(['manifest.json', 'signature.json']);
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);
const USAGE = `Usage: node verify.mjs [FOLDER] [--key KEY-ID]

Checks an evidence pack: the one in FOLDER, or the one that this program came with.

  --key KEY-ID  Also check that the pack was signed with this key. Its operator publishes it.
  --help        Show this.

Exits with 0 when everything is as it was, with 1 when something was changed, with 2 when it can't be checked.`;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const say = (text = '') => process.stdout.write(`${text}\n`);

const { folder, wantedKey } = readArguments(process.argv.slice(2));
const problems = [];
const notes = [];
await main();

async function main() {
  const manifestBytes = read('manifest.json');
  const signature = parse('signature.json', read('signature.json'));
  const manifest = parse('manifest.json', manifestBytes);
  if (!isPack(manifest)) giveUp(unreadable('manifest.json'));
  say(`\nEvidence pack of ${manifest.project?.name ?? 'an unknown project'}`);
  say(
    `Made ${manifest.madeAt} by ${manifest.installation?.operator}, ${manifest.installation?.address}\n`,
  );
  const keyId = checkSignature(manifest, manifestBytes, signature);
  await checkFiles(manifest);
  await checkAudit();
  for (const note of notes) say(`Note: ${note}`);
  say(
    problems.length === 0
      ? '\nRESULT: Everything in this folder is as it was when the pack was made.'
      : `\nRESULT: This folder is NOT as it was. ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:`,
  );
  for (const problem of problems) say(`  - ${problem}`);
  if (problems.length === 0 && !wantedKey) {
    say(
      `\nNow compare the key ${keyId}\nwith the one published at ${manifest.signingKey?.publishedAt},`,
    );
    say('or ask the operator for it: anyone can sign a folder with a key of their own.');
  }
  say();
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function readArguments(given) {
  if (given.includes('--help')) {
    say(USAGE);
    process.exit(0);
  }
  const asked = given.flatMap((word) =>
    word.startsWith('--key=') ? ['--key', word.slice('--key='.length)] : [word],
  );
  const at = asked.indexOf('--key');
  const rest = at < 0 ? asked : asked.toSpliced(at, 2);
  const unknown = rest.find((word) => word.startsWith('--'));
  if (unknown) giveUp(`There is no ${unknown}. See node verify.mjs --help.`);
  const key = at < 0 ? null : readKey(asked[at + 1]);
  return { folder: rest[0] ?? dirname(fileURLToPath(import.meta.url)), wantedKey: key };
}

function readKey(given) {
  if (!given) giveUp('Name the key behind --key.');
  if (/^[\w-]{43}$/.test(given)) return given;
  return giveUp(`${given} is not a key: a key has 43 letters, digits, hyphens and underscores.`);
}

function giveUp(text) {
  process.stderr.write(`\nThis can't be checked: ${text}\n\n`);
  process.exit(2);
}

function read(name) {
  if (!existsSync(join(folder, name))) giveUp(`${name} is missing in ${folder}.`);
  return readFileSync(join(folder, name));
}

function unreadable(name) {
  return `${name} was changed: it can't be read any more.`;
}

function parse(name, bytes) {
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below.
  }
  return giveUp(unreadable(name));
}

function isPack({ files, companions, blockBytes }) {
  const isList = (list) =>
    Array.isArray(list) && list.every((row) => typeof row?.path === 'string');
  return isList(files) && isList(companions) && Number.isInteger(blockBytes) && blockBytes > 0;
}

/** Checks the signature of manifest.json; returns the key's id. */
function checkSignature(manifest, manifestBytes, signature) {
  const { kty, crv, x } = signature.publicKey ?? {};
  // The id of a key is its own hash (RFC 7638): it can't be given to another key.
  const keyId = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  const before = problems.length;
  if (!isSigned(manifestBytes, signature)) {
    problems.push(
      'manifest.json or signature.json was changed: the signature does not fit the list.',
    );
  }
  if (keyId !== signature.keyId)
    problems.push('signature.json was changed: its key has another id.');
  if (keyId !== manifest.signingKey?.keyId) {
    problems.push('The list was signed with another key than the one it names.');
  }
  if (wantedKey && keyId !== wantedKey) {
    problems.push(`The list was signed with the key ${keyId}, not with ${wantedKey}.`);
  }
  say(`Signature   ${problems.length === before ? 'holds' : 'DOES NOT HOLD'}, key ${keyId}`);
  return keyId;
}

function isSigned(bytes, { publicKey, signature }) {
  try {
    const key = createPublicKey({ key: publicKey, format: 'jwk' });
    return verify(null, bytes, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

async function checkFiles({ files, companions, blockBytes }) {
  const listed = [...companions, ...files];
  const before = problems.length;
  let whole = 0;
  for (const file of listed) {
    const problem = await problemOf(file, blockBytes);
    if (problem) problems.push(problem);
    else whole += 1;
  }
  const known = new Set(listed.map(({ path }) => path));
  for (const path of pathsIn(folder)) {
    if (known.has(path) || UNLISTED.has(path)) continue;
    if (LITTER.has(path.split('/').at(-1))) notes.push(`${path} was left by the operating system.`);
    else problems.push(`${path} was added: the list does not name it.`);
  }
  const state = problems.length === before ? 'are as they were' : 'are as they were; see below';
  say(`Files       ${whole} of ${listed.length} ${state}`);
}

function pathsIn(directory) {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.split(sep).join('/').normalize('NFC'))
    .sort();
}

/** A message for people; null if the file is unchanged. */
async function problemOf({ path, bytes, sha256: wanted, blocks = [] }, blockBytes) {
  const place = join(folder, ...path.split('/'));
  if (!existsSync(place)) return `${path} is missing.`;
  if (!statSync(place).isFile()) return `${path} is no file any more.`;
  const { size } = statSync(place);
  const found = await hashesOf(place, blockBytes);
  if (found.sha256 === wanted) return null;
  const first = blocks.findIndex((block, index) => block !== found.blocks[index]);
  const length = size === bytes ? '' : ` It has ${size} bytes and had ${bytes}.`;
  if (first < 0) {
    const tail = blocks.length > 0 && size > bytes ? ` Bytes were added behind byte ${bytes}.` : '';
    return `${path} was changed.${length}${tail}`;
  }
  const from = first * blockBytes;
  const to = Math.min(from + blockBytes, bytes) - 1;
  if (size < bytes && size <= to)
    return `${path} was changed.${length} The first difference is between byte ${from} and byte ${size}.`;
  return `${path} was changed.${length} The first difference is between byte ${from} and byte ${to}.`;
}

async function hashesOf(path, blockBytes) {
  const whole = createHash('sha256');
  const blocks = [];
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: blockBytes })) {
    whole.update(chunk);
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= blockBytes) {
      blocks.push(sha256(rest.subarray(0, blockBytes)));
      rest = rest.subarray(blockBytes);
    }
  }
  if (rest.length > 0) blocks.push(sha256(rest));
  return { sha256: whole.digest('hex'), blocks };
}

/** Recomputes the chain: hash = SHA-256(previous hash + SHA-256(entry)), both as 64 hex digits. */
async function checkAudit() {
  if (!existsSync(join(folder, 'audit.jsonl'))) return say('Audit log   is missing');
  const chain = { position: 0, hash: '', told: 0, broken: null };
  const lines = createInterface({
    input: createReadStream(join(folder, 'audit.jsonl')),
    crlfDelay: Infinity,
  });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    try {
      followLine(chain, line, number);
    } catch {
      chain.broken ??= `line ${number} can't be read any more`;
    }
    if (chain.broken) break;
  }
  lines.close();
  if (chain.broken) {
    problems.push(`audit.jsonl: the chain of the audit log is broken, ${chain.broken}.`);
    return say('Audit log   is BROKEN; see below');
  }
  return say(
    `Audit log   holds: ${chain.told} entries about these files, the last place is ${chain.position}`,
  );
}

function followLine(chain, line, number) {
  // The entry's text is hashed exactly as written.
  const entry = /^\{"entry":(\{.*\}),"hash":"[0-9a-f]{64}","position":\d+\}$/.exec(line)?.[1];
  const said = JSON.parse(line);
  if (said.format) return void Object.assign(chain, said.before);
  const contents = entry ? [sha256(entry)] : hashesIn(said.hashes);
  for (const content of contents) chain.hash = sha256(chain.hash + content);
  if (chain.hash !== said.hash) {
    chain.broken = `at place ${said.position} (line ${number})`;
  } else if (chain.position + contents.length !== said.position) {
    chain.broken = `places are missing before ${said.position} (line ${number})`;
  }
  chain.position = said.position;
  if (entry) chain.told += 1;
}

function hashesIn(text) {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 32 }, (_, index) =>
    bytes.toString('hex', index * 32, index * 32 + 32),
  );
}
