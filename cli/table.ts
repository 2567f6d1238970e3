import Table, { type TableConstructorOptions } from 'cli-table3';
import { markdownTable } from 'markdown-table';

/** Renders a table for a terminal, or in Markdown, where a bar would end a cell. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  options: TableConstructorOptions = {},
  asMarkdown = false,
): string {
  if (asMarkdown) {
    const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
    return markdownTable([head, ...cells], { alignDelimiters: false });
  }
  const grid = new Table({ head: [...head], wordWrap: true, style: { head: [], border: [] }, ...options });
  grid.push(...rows.map((row) => [...row]));
  return grid.toString();
}
