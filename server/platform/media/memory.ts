import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';

/** Where control groups of the second and of the first version keep their limit. */
const [V2, V1] = [
  ['sys/fs/cgroup', 'memory.max'],
  ['sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
] as const;

/**
 * Bytes of memory that this process may take: the machine's, or what the tightest of the control groups
 * around it has. Node itself looks at the innermost group only, and a container may sit in a limited one.
 * `root` is for tests.
 */
export function memoryLimit(root = '/'): number {
  const own = textOf(join(root, 'proc/self/cgroup')).split('\n').flatMap(groupsOf);
  const limits = own.map(([mount, group, file]) =>
    Number.parseInt(textOf(join(root, mount, group, file)), 10),
  );
  return Math.min(totalmem(), ...limits.filter((limit) => limit > 0));
}

/** From a line of /proc/self/cgroup, `id:controllers:path`: the group with all those around it. */
function groupsOf(line: string): [mount: string, group: string, file: string][] {
  const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
  if (path === undefined) return [];
  const isFirst = controllers?.split(',').includes('memory') ?? false;
  if (controllers !== '' && !isFirst) return [];
  const [mount, file] = isFirst ? V1 : V2;
  const groups = [path];
  for (let group = path; group !== '/'; groups.push(group)) group = dirname(group);
  return groups.map((group) => [mount, group, file]);
}

/** Empty where there is no such file: no Linux, or a group that this container does not see. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
