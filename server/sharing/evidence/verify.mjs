#!/usr/bin/env node
// Checks an evidence pack: run `node verify.mjs` in its folder. Needs only Node.js 20 or later.
//
//   node verify.mjs [FOLDER] [--key KEY-ID]     (see --help)
//
// manifest.json lists every file with its SHA-256 and is signed with Ed25519 (signature.json). In audit.jsonl, part of
// the audit log, every entry is chained to the previous one. With --key, the pack must be signed with that key.
// Exits with 0 if nothing has changed, 1 if something has, and 2 if the pack can't be checked.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const UNLISTED = new Set(['manifest.json', 'signature.json']);
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);
const USAGE = `Usage: node verify.mjs [FOLDER] [--key KEY-ID]

Checks an evidence pack: the one in FOLDER, or the one this program came with.

  --key KEY-ID  Also check that the pack was signed with this key, which the operator publishes.
  --help        Show this help.

Exits with 0 if nothing has changed, 1 if something has, and 2 if the pack can't be checked.`;

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
    `Created ${manifest.madeAt} by ${manifest.installation?.operator}, ${manifest.installation?.address}\n`,
  );
  const keyId = checkSignature(manifest, manifestBytes, signature);
  await checkFiles(manifest);
  await checkAudit();
  for (const note of notes) say(`Note: ${note}`);
  say(
    problems.length === 0
      ? '\nRESULT: Nothing in this folder has changed since the pack was created.'
      : `\nRESULT: This folder FAILED the check. ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:`,
  );
  for (const problem of problems) say(`  - ${problem}`);
  if (problems.length === 0 && !wantedKey) {
    say(
      `\nNow compare the key ${keyId}\nwith the one published at ${manifest.signingKey?.publishedAt},`,
    );
    say('or ask the operator for it, because anyone can sign a folder with their own key.');
  }
  say();
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function readArguments(given) {
  if (given.includes('--help')) {
    say(USAGE);
    process.exit(0);
  }
  const args = given.flatMap((word) =>
    word.startsWith('--key=') ? ['--key', word.slice('--key='.length)] : [word],
  );
  const at = args.indexOf('--key');
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  const unknown = rest.find((word) => word.startsWith('--'));
  if (unknown) giveUp(`Unknown option ${unknown}. See node verify.mjs --help.`);
  const key = at < 0 ? null : readKey(args[at + 1]);
  return { folder: rest[0] ?? dirname(fileURLToPath(import.meta.url)), wantedKey: key };
}

function readKey(given) {
  if (!given) giveUp('Enter a key id after --key.');
  if (/^[\w-]{43}$/.test(given)) return given;
  return giveUp(
    `${given} is not a key id. A key id has 43 letters, digits, hyphens and underscores.`,
  );
}

function giveUp(text) {
  process.stderr.write(`\nCan't check: ${text}\n\n`);
  process.exit(2);
}

function read(name) {
  if (!existsSync(join(folder, name))) giveUp(`${name} is missing in ${folder}.`);
  return readFileSync(join(folder, name));
}

function unreadable(name) {
  return `${name} was changed and can't be read.`;
}

function parse(name, bytes) {
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Invalid JSON is reported like any other invalid content.
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
  // A key's id is its hash (RFC 7638), so another key can't have the same id.
  const keyId = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  const before = problems.length;
  if (!isSignatureValid(manifestBytes, signature)) {
    problems.push("manifest.json or signature.json was changed: the signature doesn't match.");
  }
  if (keyId !== signature.keyId)
    problems.push("signature.json was changed: its key id doesn't match its key.");
  if (keyId !== manifest.signingKey?.keyId) {
    problems.push('manifest.json was signed with a different key than the one it names.');
  }
  if (wantedKey && keyId !== wantedKey) {
    problems.push(`manifest.json was signed with the key ${keyId}, not with ${wantedKey}.`);
  }
  say(`Signature   ${problems.length === before ? 'is valid' : 'IS NOT VALID'}, key ${keyId}`);
  return keyId;
}

function isSignatureValid(bytes, { publicKey, signature }) {
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
    if (LITTER.has(path.split('/').at(-1)))
      notes.push(`${path} was created by the operating system.`);
    else problems.push(`${path} was added: manifest.json doesn't list it.`);
  }
  const state = problems.length === before ? 'are unchanged' : 'are unchanged; see below';
  say(`Files       ${whole} of ${listed.length} ${state}`);
}

function pathsIn(directory) {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.split(sep).join('/').normalize('NFC'))
    .sort();
}

/** Returns a message to show, or null if the file is unchanged. */
async function problemOf({ path, bytes, sha256: wanted, blocks = [] }, blockBytes) {
  const place = join(folder, ...path.split('/'));
  if (!existsSync(place)) return `${path} is missing.`;
  if (!statSync(place).isFile()) return `${path} is no longer a file.`;
  const { size } = statSync(place);
  const found = await hashesOf(place, blockBytes);
  if (found.sha256 === wanted) return null;
  const first = blocks.findIndex((block, index) => block !== found.blocks[index]);
  const length = size === bytes ? '' : ` It has ${size} bytes instead of ${bytes}.`;
  if (first < 0) {
    const tail = blocks.length > 0 && size > bytes ? ` Bytes were added after byte ${bytes}.` : '';
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
  const chain = { position: 0, hash: '', shown: 0, broken: null };
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
      chain.broken ??= `line ${number} can't be read`;
    }
    if (chain.broken) break;
  }
  lines.close();
  if (chain.broken) {
    problems.push(`audit.jsonl: the chain of the audit log is broken: ${chain.broken}.`);
    return say('Audit log   is BROKEN; see below');
  }
  return say(
    `Audit log   is valid: ${chain.shown} entries about these files, up to entry ${chain.position}`,
  );
}

function followLine(chain, line, number) {
  // The entry's text is hashed exactly as written.
  const entry = /^\{"entry":(\{.*\}),"hash":"[0-9a-f]{64}","position":\d+\}$/.exec(line)?.[1];
  const row = JSON.parse(line);
  if (row.format) return void Object.assign(chain, row.before);
  const contents = entry ? [sha256(entry)] : hashesIn(row.hashes);
  for (const content of contents) chain.hash = sha256(chain.hash + content);
  if (chain.hash !== row.hash) {
    chain.broken = `entry ${row.position} (line ${number}) doesn't match`;
  } else if (chain.position + contents.length !== row.position) {
    chain.broken = `entries are missing before ${row.position} (line ${number})`;
  }
  chain.position = row.position;
  if (entry) chain.shown += 1;
}

function hashesIn(text) {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.length / 32 }, (_, index) =>
    bytes.toString('hex', index * 32, index * 32 + 32),
  );
}
