import { markdownTable } from 'markdown-table';

/** Renders a table in Markdown with aligned columns, where a bar would end a cell. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable([head, ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]);
}
