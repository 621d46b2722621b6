import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from './button.tsx';

/** Browsers lay out thousands of rows slowly, and again at each key that somebody types. */
const FEW_ROWS = 100;

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
}

/** A table. On narrow screens each cell stands below its title. The first column heads its row. */
export const Table = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
}) => (
  <table>
    <caption class="unseen">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ title, isNumber }) => (
          <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={keyOf(row, index)}>
          {columns.map(({ title, cell, isNumber }, column) =>
            column === 0 ? (
              <th key={title} scope="row">
                {cell(row)}
              </th>
            ) : (
              <td key={title} data-title={title} class={isNumber ? 'number' : undefined}>
                {cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Shows the first rows, and all when somebody asks for them. */
export const LongTable = <Row,>({ rows, ...table }: Parameters<typeof Table<Row>>[0]) => {
  const { showAll } = useTexts(SHELL);
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && rows.length > FEW_ROWS;
  return (
    <>
      <Table {...table} rows={isCut ? rows.slice(0, FEW_ROWS) : rows} />
      {isCut && (
        <p>
          <Button kind="quiet" onClick={() => setWhole(true)}>
            {showAll(format.number(rows.length))}
          </Button>
        </p>
      )}
    </>
  );
};
