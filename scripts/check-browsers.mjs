// Finds built-ins that a supported browser lacks, with the type checker and MDN's compatibility data
// (https://github.com/mdn/browser-compat-data).
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import data from '@mdn/browser-compat-data' with { type: 'json' };
import ts from 'typescript';
import { BROWSERS } from './browsers.mjs';
import { root } from './run.mjs';

/** @typedef {import('@mdn/browser-compat-data/types').Identifier} Feature */

/** Features that are used only if available, with the fallback. */
const OPTIONAL = new Map([
  ['api.Document.exitPictureInPicture', 'the button is hidden'],
  ['api.Document.pictureInPictureElement', 'the button is hidden'],
  ['api.Document.pictureInPictureEnabled', 'the button is hidden'],
  ['api.FileSystemFileHandle.createWritable', 'the browser saves downloads itself'],
  ['api.FileSystemWritableFileStream.truncate', 'the browser saves downloads itself'],
  ['api.FileSystemWritableFileStream.write', 'the browser saves downloads itself'],
  ['api.HTMLVideoElement.requestPictureInPicture', 'the button is hidden'],
  ['api.Window.navigation', 'back links lead to the parent screen'],
  ['html.elements.img.fetchpriority', 'pictures load in another order'],
  ['html.elements.video.playsinline', 'videos play in the page anyway'],
]);

/** @param {string} name of a tsconfig file */
export function readProject(name) {
  const path = join(root, name);
  return ts.parseJsonSourceFileConfigFileContent(
    ts.readJsonConfigFile(path, (of) => ts.sys.readFile(of)),
    ts.sys,
    root,
  );
}

/**
 * One line for each use of a built-in that a supported browser lacks.
 * @param {ts.Program} program
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function findingsIn(program, files) {
  const checker = program.getTypeChecker();
  const missing = missingBuiltIns(program);
  const names = new Set([...missing.values()].map(({ name }) => name));
  /** @param {ts.Identifier} node */
  const lookUp = (node) => {
    if (ts.isJsxAttribute(node.parent)) return missingAttribute(node.parent);
    const symbol = names.has(node.text) ? checker.getSymbolAtLocation(node) : undefined;
    return symbol?.declarations?.map((declaration) => missing.get(declaration)).find(Boolean);
  };
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return identifiersIn(source).flatMap((node) => {
      const found = lookUp(node);
      if (!source || !found || OPTIONAL.has(found.path)) return [];
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      return `${relative(root, file)}:${line}: ${found.path} is not in ${found.browsers.join(', ')}`;
    });
  });
}

/**
 * Identifiers used as values, not types.
 * @param {ts.Node | undefined} node
 * @param {ts.Identifier[]} found
 * @returns {ts.Identifier[]}
 */
function identifiersIn(node, found = []) {
  if (!node || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return found;
  if (ts.isIdentifier(node)) found.push(node);
  ts.forEachChild(node, (child) => void identifiersIn(child, found));
  return found;
}

/** @typedef {{ name: string, path: string, browsers: string[] }} Missing */

/**
 * Declarations in TypeScript's libraries of features that a supported browser lacks.
 * @param {ts.Program} program
 */
function missingBuiltIns(program) {
  const libraries = program
    .getSourceFiles()
    .filter((file) => program.isSourceFileDefaultLibrary(file));
  const statements = libraries.flatMap((file) => [...file.statements]).flatMap(unpacked);
  const mixedInto = subtypesIn(statements);
  /** @type {Map<ts.Node, Missing>} */
  const missing = new Map();
  /**
   * @param {ts.NamedDeclaration} declaration
   * @param {(name: string) => (string | undefined)[]} placesOf
   */
  const note = (declaration, placesOf) => {
    const name = declaration.name && ts.isIdentifier(declaration.name) ? declaration.name.text : '';
    const paths = placesOf(name).filter((path) => path !== undefined);
    const found = paths.map((path) => ({ name, path, browsers: missingFrom(featureAt(path)) }));
    const [one] = found;
    if (one && found.every(({ browsers }) => browsers.length > 0)) missing.set(declaration, one);
  };
  for (const statement of statements) {
    if (ts.isInterfaceDeclaration(statement)) {
      const owner = statement.name.text.replace(/^Readonly|Constructor$/g, '');
      const subtypes = mixedInto.get(owner) ?? [];
      for (const member of statement.members) {
        note(member, (name) => {
          const own = placeIn(owner, name);
          return own === undefined ? subtypes.map((heir) => placeIn(heir, name)) : [own];
        });
      }
    } else if (ts.isVariableDeclaration(statement)) {
      note(statement, (name) => [globalPlace(name)]);
      if (!statement.type || !ts.isTypeLiteralNode(statement.type)) continue;
      const owner = statement.name.getText();
      for (const member of statement.type.members) note(member, (name) => [placeIn(owner, name)]);
    } else if (ts.isFunctionDeclaration(statement)) note(statement, (name) => [globalPlace(name)]);
  }
  return missing;
}

/**
 * The declarations in a statement, including those in namespaces such as Intl.
 * @param {ts.Statement} statement
 * @returns {ts.Node[]}
 */
function unpacked(statement) {
  if (ts.isVariableStatement(statement)) return [...statement.declarationList.declarations];
  if (!ts.isModuleDeclaration(statement)) return [statement];
  const { body } = statement;
  return body && ts.isModuleBlock(body) ? body.statements.flatMap(unpacked) : [];
}

/**
 * Names of the interfaces that extend each interface; MDN lists a mixin's members under those.
 * @param {readonly ts.Node[]} statements
 */
function subtypesIn(statements) {
  /** @type {Map<string, string[]>} */
  const subtypes = new Map();
  for (const statement of statements.filter(ts.isInterfaceDeclaration)) {
    const types = statement.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
    for (const { expression } of types) {
      const name = expression.getText();
      subtypes.set(name, [...(subtypes.get(name) ?? []), statement.name.text]);
    }
  }
  return subtypes;
}

/**
 * @param {ts.JsxAttribute} attribute of an element of HTML
 * @returns {Missing | undefined}
 */
function missingAttribute(attribute) {
  const tag = attribute.parent.parent.tagName.getText();
  const name = attribute.name.getText().toLowerCase();
  if (!/^[a-z]/.test(tag)) return undefined;
  const path = first([`html.elements.${tag}.${name}`, `html.global_attributes.${name}`]);
  const browsers = path === undefined ? [] : missingFrom(featureAt(path));
  return path === undefined || browsers.length === 0 ? undefined : { name, path, browsers };
}

/** @param {string} name */
const globalPlace = (name) =>
  placeIn('Window', name) ??
  first([`javascript.builtins.${name}`, `javascript.builtins.Intl.${name}`, `api.${name}`]);

/**
 * @param {string} owner
 * @param {string} name
 */
const placeIn = (owner, name) =>
  first([
    `javascript.builtins.${owner}.${name}`,
    `javascript.builtins.Intl.${owner}.${name}`,
    `api.${owner}.${name}`,
    `api.${owner}.${name}_static`,
  ]);

/** @param {string[]} places */
const first = (places) => places.find((place) => featureAt(place)?.__compat);

/**
 * @param {string} path
 * @returns {Feature | undefined}
 */
function featureAt(path) {
  /** @type {Feature | undefined} */
  let feature = /** @type {Feature} */ (/** @type {unknown} */ (data));
  for (const key of path.split('.')) {
    feature = feature && Object.hasOwn(feature, key) ? feature[key] : undefined;
  }
  return feature;
}

/**
 * @param {Feature | undefined} feature
 * @returns {string[]} browsers whose oldest supported version lacks it
 */
export function missingFrom(feature) {
  const compat = feature?.__compat;
  if (!compat) return [];
  return Object.entries(BROWSERS).flatMap(([name, oldest]) => {
    const support = [compat.support[/** @type {keyof typeof BROWSERS} */ (name)] ?? []].flat();
    const isThere = support.some(
      ({ version_added: since, version_removed: until, flags, prefix, alternative_name: other }) =>
        since && !until && !flags && !prefix && !other && isUpTo(since, oldest),
    );
    return isThere ? [] : [`${name} ${oldest}`];
  });
}

/**
 * @param {string} version '17.4' or '≤12'; 'preview' counts as unsupported
 * @param {string} oldest
 */
function isUpTo(version, oldest) {
  const [major, minor = 0] = version.replace('≤', '').split('.').map(Number);
  const [most = 0, mostMinor = 0] = oldest.split('.').map(Number);
  return major !== undefined && (major < most || (major === most && minor <= mostMinor));
}

// Runs as a separate program because `npm test` loads its checks before packages are installed.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { fileNames, options } = readProject('tsconfig.web.json');
  const files = fileNames.filter((file) => !/\.test\.tsx?$/.test(file));
  const findings = findingsIn(ts.createProgram(files, options), files);
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
