import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { findingsIn, readProject } from './check-browsers.mjs';
import { root } from './run.mjs';

const FILE = join(root, 'web/tried.tsx');
const { options } = readProject('tsconfig.web.json');

function programOf(text: string): ts.Program {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, language, ...rest) =>
    name === FILE
      ? ts.createSourceFile(name, text, language, true)
      : getSourceFile(name, language, ...rest);
  return ts.createProgram([FILE], options, host);
}

test('names built-ins that a supported browser lacks', () => {
  const text = [
    'URL.canParse("");',
    'AbortSignal.any([]);',
    'document.body.checkVisibility();',
    'requestIdleCallback(() => {});',
    'document.startViewTransition(() => {});',
    'new URLSearchParams().size;',
    'new Response().bytes();',
    'new ArrayBuffer(1).transfer();',
    'export const menu = <div popover="auto" />;',
    // Available in all supported browsers.
    'new Set([1]).has(1);',
    'new Response().body?.getReader();',
    'structuredClone(new OffscreenCanvas(1, 1).width);',
    '[3, 1].toSorted();',
    'document.body.append(new AbortController().signal.reason);',
    // A member of our own with the name of a missing built-in.
    'export const size = { checkVisibility: () => 1 }.checkVisibility();',
  ].join('\n');
  const found = findingsIn(programOf(text), [FILE]).map((line) => line.split(' ')[1]);
  expect(found).toEqual([
    'api.URL.canParse_static',
    'api.AbortSignal.any_static',
    'api.Element.checkVisibility',
    'api.Window.requestIdleCallback',
    'api.Document.startViewTransition',
    'api.URLSearchParams.size',
    'api.Request.bytes',
    'html.global_attributes.popover',
  ]);
});

test('the page types contain no language built-ins that a supported browser lacks', () => {
  const lines = [
    'Map.groupBy([], String);',
    'Object.groupBy([], String);',
    'Promise.withResolvers();',
    'Promise.try(() => 1);',
    'Array.fromAsync([]);',
    'Uint8Array.fromBase64("");',
    'new Uint8Array().toHex();',
    'RegExp.escape("");',
    'new Set().union(new Set());',
    'new Map().values().map(String);',
    'new ArrayBuffer(1).transfer();',
    'Math.sumPrecise([]);',
    'new Intl.DurationFormat();',
    'Symbol.dispose;',
    '/[a--b]/v;',
  ];
  const program = programOf(lines.join('\n'));
  const source = program.getSourceFile(FILE);
  const refused = program
    .getSemanticDiagnostics(source)
    .map(({ start = 0 }) => source?.getLineAndCharacterOfPosition(start).line ?? 0);
  expect(lines.filter((_, index) => !refused.includes(index))).toEqual([]);
});
