import { parse, type TNode } from 'txml/txml';
import type { Blocks, Tags } from '../flight-tags.ts';

/** Blocks of namespaces that files name differently, or as a block of EXIF is named; others keep their prefix. */
const BLOCK_NAMES: Record<string, string> = {
  'cipa.jp/exif/1.0': 'exifEX',
  'ns.adobe.com/exif/1.0': 'xmp-exif',
  'ns.adobe.com/exif/1.0/aux': 'aux',
  'ns.adobe.com/photoshop/1.0': 'photoshop',
  'ns.adobe.com/tiff/1.0': 'xmp-tiff',
  'ns.adobe.com/xap/1.0': 'xmp',
  'ns.google.com/photos/1.0/panorama': 'GPano',
  'pix4d.com/camera/1.0': 'Camera',
  'www.dji.com/drone-dji/1.0': 'drone-dji',
  'www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
};
const BARE_PREFIXES: Record<string, string> = { exif: 'xmp-exif', tiff: 'xmp-tiff' };

const LISTS = new Set(['Seq', 'Bag', 'Alt']);
/** Deeper than any writer nests. */
const MOST_DEPTH = 12;

/** Addresses of namespaces by prefix. */
type Spaces = Map<string, string>;
type Name = { block: string; local: string };

/**
 * Reads packets of XMP (ISO 16684-1) into blocks of texts; structures become objects, lists arrays. The first packet
 * that has a tag wins. Tolerates a packet that breaks off; of one that is no XML nothing is read.
 */
export function readXmp(packets: readonly string[]): Blocks {
  const blocks: Record<string, Tags> = {};
  for (const packet of packets) {
    const nodes = nodesOf(packet);
    const spaces: Spaces = new Map();
    for (const node of nodes) declare(node, spaces, 0);
    for (const node of nodes) collect(node, spaces, blocks, 0);
  }
  return blocks;
}

/** Takes prefixes from the whole packet: nobody gives one two meanings. */
function declare({ attributes, children }: TNode, spaces: Spaces, depth: number): void {
  for (const [key, address] of Object.entries(attributes)) {
    if (key.startsWith('xmlns:')) spaces.set(key.slice(6), address ?? '');
  }
  if (depth >= MOST_DEPTH) return;
  for (const child of elementsIn(children)) declare(child, spaces, depth + 1);
}

function nodesOf(packet: string): TNode[] {
  // A text that breaks off may be part of a number.
  const text = packet.slice(packet.indexOf('<'), packet.lastIndexOf('>') + 1);
  try {
    return elementsIn(parse(text, { selfClosingTags: [], decodeEntities: true }));
  } catch {
    return [];
  }
}

/** Takes the properties of all descriptions in and below a node. */
function collect(node: TNode, spaces: Spaces, blocks: Record<string, Tags>, depth: number) {
  if (depth > MOST_DEPTH) return;
  if (!isNamed(nameOf(node.tagName, spaces), 'rdf', 'Description')) {
    for (const child of elementsIn(node.children)) collect(child, spaces, blocks, depth + 1);
    return;
  }
  for (const { name, value } of propertiesOf(node, spaces, depth)) {
    const tags = (blocks[name.block] ??= {});
    tags[name.local] ??= value;
  }
}

type Property = { name: Name; value: unknown };

function propertiesOf(node: TNode, spaces: Spaces, depth: number): Property[] {
  const attributes = Object.entries(node.attributes).map(([key, value]) => ({
    name: nameOf(key, spaces),
    value,
  }));
  const elements = elementsIn(node.children).map((child) => ({
    name: nameOf(child.tagName, spaces),
    value: valueOf(child, spaces, depth + 1),
  }));
  const isProperty = ({ name: { block } }: Property) =>
    !['rdf', 'xmlns', 'xml', ''].includes(block);
  return [...attributes, ...elements].filter(isProperty);
}

function valueOf(node: TNode, spaces: Spaces, depth: number): unknown {
  if (depth > MOST_DEPTH) return null;
  const [first] = elementsIn(node.children);
  const name = first && nameOf(first.tagName, spaces);
  if (first && name?.block === 'rdf' && LISTS.has(name.local)) {
    return elementsIn(first.children).map((item) => valueOf(item, spaces, depth + 1));
  }
  const holder = first && isNamed(name, 'rdf', 'Description') ? first : node;
  const parts = propertiesOf(holder, spaces, depth);
  if (parts.length > 0) {
    return Object.fromEntries(parts.map(({ name: { local }, value }) => [local, value]));
  }
  return node.children.filter((child) => typeof child === 'string').join('');
}

const elementsIn = (nodes: readonly (TNode | string)[]): TNode[] =>
  nodes.filter((node) => typeof node !== 'string');

function nameOf(qualified: string, spaces: Spaces): Name {
  const colon = qualified.indexOf(':');
  const [prefix, local] = [qualified.slice(0, Math.max(0, colon)), qualified.slice(colon + 1)];
  const address = (spaces.get(prefix) ?? '').replace(/^https?:\/\/|\/$/g, '');
  return { block: BLOCK_NAMES[address] ?? BARE_PREFIXES[prefix] ?? prefix, local };
}

const isNamed = (name: Name | undefined, block: string, local: string) =>
  name?.block === block && name.local === local;
