import { type Node, parseTree } from 'jsonc-parser';

/** How many characters of a JSON text stand before the member that a pointer names, or before what holds it. */
export function offsetOf(text: string, pointer: string): number {
  const root = parseTree(text);
  const steps = pointer
    .split('/')
    .slice(1)
    .filter((step) => step !== '');
  const node = root && steps.reduce((holder, step) => memberOf(holder, step) ?? holder, root);
  return (node?.parent?.type === 'property' ? node.parent : node)?.offset ?? 0;
}

/** The line and the column of a character, each from 1 up. */
export function lineAndColumn(text: string, offset: number): readonly [line: number, column: number] {
  const before = text.slice(0, offset).split('\n');
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}

/** Of a member that stands twice the last, which is the one that counts. */
function memberOf({ type, children = [] }: Node, step: string): Node | undefined {
  if (type === 'array') return children[Number(step)];
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  return children.findLast(({ children: [key] = [] }) => key?.value === name)?.children?.[1];
}
